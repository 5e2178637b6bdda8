import { expect, test } from 'vitest';
import { readDocument } from '../../../core/read.ts';
import { gatherExpectations } from './gather.ts';
import { writeExpectation } from './write.ts';

const HARNESS = `<harness xmlns="https://harnessxml.com/spec/1.0" id="h" specVersion="1.0">
  <nodes>
    <node id="charge" type="task"/>
    <node id="rest" type="wait"><wait duration="PT1S"/></node>
  </nodes>
  <!-- <u:expect>ends</u:expect> is not meant. -->
  <extension namespace="urn:unwind:expectations">
    <u:expect xmlns:u="urn:unwind:expectations">ends within 5m</u:expect>
    <u:expect xmlns:u="urn:unwind:expectations">EXPECTED</u:expect>
  </extension>
</harness>`;

const ORBIT = `// unwind: ends within 5m
task "pay.charge" { input { note: String } }
workflow Order {
  /* A block.
     unwind: EXPECTED */
  step charge { worker "pay.charge" with { note: "// unwind: never failed" } }
}`;

const gathered = (text: string, file: string | null = null, options: readonly string[] = []) => {
  const { workflow, findings } = readDocument(text);
  if (workflow === null) throw new Error(JSON.stringify(findings));
  const { expected, problems, inputs } = gatherExpectations({
    ...{ path: 'a.x', text, workflow, options },
    file: file === null ? null : { path: 'a.unwind.json', text: file },
  });
  return {
    inputs,
    own: expected
      .filter(({ severity }) => severity === 'error')
      .map(({ expectation, source }) => `${source.line}: ${writeExpectation(expectation)}`),
    defaults: expected
      .filter(({ severity }) => severity === 'warning')
      .map(({ expectation }) => writeExpectation(expectation)),
    problems: problems.map(({ source, message }) => `${source.line}: ${message}`),
  };
};

test('an extension of HarnessXML and comments of ORBIT say what is expected, with its line', () => {
  const never = 'never failed';
  const own = ['8: ends within 5m', '9: never failed'];
  expect(gathered(HARNESS.replace('EXPECTED', never)).own).toEqual(own);
  expect(gathered(ORBIT.replace('EXPECTED', never)).own).toEqual([
    '1: ends within 5m',
    '5: never failed',
  ]);
});

test('what is wrong is told, with what is meant', () => {
  const words = 'at most 2 calls of chrge';
  const what = "there is no step 'chrge'; did you mean 'charge'?";
  expect(gathered(HARNESS.replace('EXPECTED', words)).problems).toEqual([`9: ${what}`]);
  expect(gathered(ORBIT.replace('EXPECTED', words)).problems).toEqual([`5: ${what}`]);
  expect(gathered(HARNESS.replace('EXPECTED', 'at most 2 calls of rest')).problems).toEqual([
    "9: 'rest' is of type wait, which calls no task, so it has no effect to speak of",
  ]);
  expect(
    gathered(HARNESS.replace('EXPECTED', 'if charge then compensate:charge')).problems,
  ).toEqual(["9: nothing undoes 'charge', so 'compensate:charge' never runs"]);
});

test('an element of our namespace that is no expectation is told', () => {
  const text = HARNESS.replaceAll('u:expect ', 'u:expct ').replaceAll(
    '</u:expect>\n',
    '</u:expct>\n',
  );
  expect(gathered(text).problems).toContain('null: <expct> is no expectation; write <expect>');
});

test('what is expected by default gives way to what somebody wrote', () => {
  expect(gathered(HARNESS.replace('EXPECTED', 'never failed')).defaults).toEqual([]);
  const { defaults } = gathered(ORBIT.replaceAll('unwind: ', ''));
  expect(defaults).toEqual(['outcomes succeeded under 0 faults', 'ends']);
});

test('a file beside the document says it in words or in parts', () => {
  const file = JSON.stringify({
    unwind: 1,
    expect: ['ends', { property: 'at-most-calls', of: 'charge', calls: 2 }],
    inputs: [{ a: 1 }],
  });
  const { own, inputs, problems } = gathered(ORBIT.replace('unwind: EXPECTED', ''), file);
  expect(problems).toEqual([]);
  expect(own).toEqual(['1: ends within 5m', 'null: ends', 'null: at most 2 calls of charge']);
  expect(inputs).toEqual([{ a: 1 }]);
});

test.each([
  ['{"unwind":1,', 'line 1, column 13'],
  ['{"unwind":2}', '$.unwind must be 1'],
  ['{"unwind":1,"expects":[]}', "$.expects is not a member of this format; did you mean 'expect'?"],
  ['{"unwind":1,"expect":["endz"]}', "$.expect[0]: it begins with 'endz'"],
  ['{"unwind":1,"expect":[{"property":"ends-within","time":"x"}]}', "'x' is no time"],
  ['{"unwind":1,"expect":[{"property":"endz"}]}', '$.expect[0]'],
])('a file that is wrong: %s', (file, message) => {
  expect(gathered(HARNESS.replace('EXPECTED', 'ends'), file).problems.join('\n')).toContain(
    message,
  );
});
