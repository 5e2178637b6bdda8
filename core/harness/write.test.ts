import { expect, test } from 'vitest';
import type { Workflow } from '../model/workflow.ts';
import { readHarness } from './read.ts';
import { document } from './testing/cases.ts';
import { writeHarness } from './write.ts';

function read(text: string): Workflow {
  const { workflow, findings } = readHarness(text);
  if (workflow === null) throw new Error(findings.map(({ message }) => message).join('\n'));
  return workflow;
}

test('a document is written in canonical form: order, indentation, defaults left out', () => {
  const workflow = read(
    document(
      `<node type="task" id="charge" joinPolicy="all" idempotent="true"><inputs>
        <input value="\${'a' == &quot;b&quot;}" name="x" required="true"/></inputs>
        <retry maxAttempts="3" jitter="0" multiplier="1.50" initialDelay="PT60S"/></node>
      <node id="refund" type="task" compensates="charge"><description>gives it  back</description></node>`,
      '<edge type="compensation" to="refund" from="charge"/>',
    ),
  );
  expect(writeHarness(workflow)).toEqual({
    ok: true,
    text: `<?xml version="1.0" encoding="UTF-8"?>
<harness xmlns="https://harnessxml.com/spec/1.0" id="h" specVersion="1.0">
  <nodes>
    <node id="charge" type="task">
      <inputs>
        <input name="x" value="\${'a' == &quot;b&quot;}"/>
      </inputs>
      <retry maxAttempts="3" initialDelay="PT1M" multiplier="1.5" jitter="false"/>
    </node>
    <node id="refund" type="task" compensates="charge">
      <description>gives it  back</description>
    </node>
  </nodes>
  <edges>
    <edge from="charge" to="refund" type="compensation"/>
  </edges>
</harness>
`,
  });
});

test('foreign content keeps its namespaces and its blanks', () => {
  const source = document(
    '<node id="a" type="task"><extension namespace="urn:x"><x:a xmlns:x="urn:x" xmlns:y="urn:y" y:k="1"> t <b xmlns="">u</b><x:c xml:lang="en"/></x:a></extension></node>',
  );
  const workflow = read(source);
  const written = writeHarness(workflow);
  expect(written.ok && written.text).toContain(
    '<x:a xmlns:x="urn:x" xmlns:y="urn:y" y:k="1"> t <b xmlns="">u</b><x:c xml:lang="en"/></x:a>',
  );
  expect(written.ok && read(written.text)).toEqual(workflow);
});

test('numbers are written without exponents', () => {
  const workflow = read(document('<node id="a" type="task"><retry maxAttempts="2"/></node>'));
  const [node] = workflow.nodes;
  for (const [multiplier, written] of [
    [1e21, '1000000000000000000000'],
    [1.5e-7, '0.00000015'],
    [1.25e22, '12500000000000000000000'],
    [0, '0'],
    [123.5, '123.5'],
  ] as const) {
    const retry = node?.retry == null ? null : { ...node.retry, multiplier };
    const nodes = node === undefined ? [] : [{ ...node, retry }];
    const result = writeHarness({ ...workflow, nodes });
    expect(result.ok && result.text).toContain(`multiplier="${written}"`);
    expect(result.ok && read(result.text).nodes[0]?.retry?.multiplier).toBe(multiplier);
  }
});

test('a character that XML cannot hold is refused and named', () => {
  const workflow = read(document('<node id="a" type="task"/>'));
  expect(writeHarness({ ...workflow, name: 'x\u0001' })).toEqual({
    ok: false,
    message: "the workflow holds the character U+0001, which XML can't",
  });
  expect(writeHarness({ ...workflow, name: '\uD800' })).toMatchObject({ ok: false });
  expect(writeHarness({ ...workflow, name: '\t\n\r😀\uFFFD' })).toMatchObject({ ok: true });
});
