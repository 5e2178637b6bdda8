import { describe, expect, test } from 'vitest';
import { emptyScenario, readScenario } from './read.ts';

function tasksOf(text: string) {
  const { scenario, problems } = readScenario(text);
  expect(problems).toEqual([]);
  return scenario?.tasks ?? {};
}

const kindsOf = (text: string, unit: string) =>
  (tasksOf(text)[unit] ?? []).map(({ then }) =>
    then.kind === 'error' ? then.error.class : then.kind,
  );

function outputOf(assignments: string): unknown {
  const then = tasksOf(`a ok ${assignments}`)['a']?.[0]?.then;
  return then?.kind === 'ok' ? then.output : then;
}

function problemsOf(text: string): readonly string[] {
  return readScenario(text).problems.map(({ path, message }) => `${path}: ${message}`);
}

describe('lines', () => {
  test('of nothing but comments and blanks are the empty scenario', () => {
    expect(readScenario('')).toEqual({ scenario: emptyScenario, problems: [] });
    expect(readScenario('\ufeff# a comment\r\n  \t\r  # another\n')).toEqual({
      scenario: emptyScenario,
      problems: [],
    });
  });

  test('script attempts in any order and with any line ends', () => {
    const text = 'a@2  fail transient  upstream blip\r\n\ta@1 fail rate_limit\ra@3\tok x=1 # done';
    expect(tasksOf(text)).toEqual({
      a: [
        {
          after: 0,
          then: {
            kind: 'error',
            error: { class: 'rate_limit', status: null, retryable: null, message: '' },
          },
          applied: false,
          duplicate: false,
        },
        {
          after: 0,
          then: {
            kind: 'error',
            error: { class: 'transient', status: null, retryable: null, message: 'upstream blip' },
          },
          applied: false,
          duplicate: false,
        },
        { after: 0, then: { kind: 'ok', output: { x: 1 } }, applied: true, duplicate: false },
        { after: 0, then: { kind: 'default' }, applied: true, duplicate: false },
      ],
    });
  });

  test.each([
    ['a line without a number stands for every attempt', 'a fail x', ['x']],
    [
      'attempts that are not scripted succeed',
      'a@3 fail x',
      ['default', 'default', 'x', 'default'],
    ],
    ['or behave as the line without a number says', 'a@2 timeout\na fail x', ['x', 'timeout', 'x']],
    ['wherever that line stands', 'a fail x\na@1 timeout', ['timeout', 'x']],
    ['ok without values succeeds by default', 'a ok', ['default']],
    ['one unit at a time', 'b fail y\na@1 fail x\nb@1 ok', ['x', 'default']],
  ])('%s', (_what, text, expected) => {
    expect(kindsOf(text, 'a')).toEqual(expected);
  });

  test('name units too', () => {
    const text = 'ship[1] timeout\ncompensate:charge@2 fail x\n__proto__ fail y\nbody[1][0] ok';
    expect(Object.keys(tasksOf(text))).toEqual([
      'ship[1]',
      'compensate:charge',
      '__proto__',
      'body[1][0]',
    ]);
    expect(kindsOf(text, '__proto__')).toEqual(['y']);
    expect(tasksOf(text)['toString']).toBe(undefined);
  });

  test('a message keeps what stands in it', () => {
    const then = tasksOf('a fail rejected order #12 = "late"')['a']?.[0]?.then;
    expect(then).toMatchObject({ error: { class: 'rejected', message: 'order #12 = "late"' } });
  });

  test.each<[string, unknown]>([
    ['x=true y=false z=null', { x: true, y: false, z: null }],
    ['x=0.95 y=-1 z=1e3', { x: 0.95, y: -1, z: 1000 }],
    ['x=01 y=1.2.3 z=True n=NaN', { x: '01', y: '1.2.3', z: 'True', n: 'NaN' }],
    ['x=invoice y=a=b z=', { x: 'invoice', y: 'a=b', z: '' }],
    ['x="a b" y=\'c "d"\' z="\\"\\\\n"', { x: 'a b', y: 'c "d"', z: '"\\n' }],
    ['x=[1,2] y=[] z=[ a , "b c" ,[null]]', { x: [1, 2], y: [], z: ['a', 'b c', [null]] }],
    ['x={"a": [1, "}"]} y=2', { x: { a: [1, '}'] }, y: 2 }],
    ['x=1 # y=2', { x: 1 }],
    ['x=a#b', { x: 'a#b' }],
    ['max-age.s=3', { 'max-age.s': 3 }],
    ['__proto__=1', JSON.parse('{"__proto__":1}')],
  ])('values have types: %s', (assignments, expected) => {
    const output = outputOf(assignments);
    expect(output).toEqual(expected);
    expect(Object.keys(output as object)).toEqual(Object.keys(expected as object));
  });
});

describe('lines that are wrong are refused with their number', () => {
  test.each([
    ['a', "line 1: 'a' says not what happens; write: node[@attempt] ok [port=value …] | fail"],
    ['\n\na okay', "line 3: 'okay' is not known; did you mean 'ok'?"],
    ['a explode', "line 1: 'explode' is not known; write: node[@attempt] ok"],
    ['a fail', 'line 1: fail needs an error class; write: fail transient [message]'],
    ['a fail # why', 'line 1: fail needs an error class'],
    ['a fail 12!', "line 1: '12!' is not an error class; write one word such as rate_limit"],
    ['a timeout 5s', "line 1: nothing may follow timeout: '5s'"],
    ['a@0 ok', "line 1: after @ stands an attempt from 1 to 10000, not '0'"],
    ['a@ ok', "line 1: after @ stands an attempt from 1 to 10000, not ''"],
    ['a@x ok', "line 1: after @ stands an attempt from 1 to 10000, not 'x'"],
    ['a@99999 ok', "line 1: after @ stands an attempt from 1 to 10000, not '99999'"],
    ['@1 ok', "line 1: '@1' is no node"],
    ['a@1@2 ok', "line 1: 'a@1@2' is no node"],
    ['a@1 ok\r\na@1 timeout', "line 2: attempt 1 of 'a' is scripted already; remove one"],
    ['a ok\na ok', "line 2: 'a' is scripted already; remove one of the lines"],
    ['a ok fine', "line 1: 'fine' is no assignment; write port=value, texts with blanks in quo"],
    ['a ok =1', "line 1: '=1' is no assignment"],
    ['a ok x=1 x=2', "line 1: the port 'x' is given twice"],
    ['a ok x="b', 'line 1: \'"b\' is not closed with "'],
    ['a ok x=[1,', "line 1: '[1,' is not closed with ]"],
    ['a ok x=[1 2]', "line 1: '[1 2]' is not closed with ]"],
    ['a ok x="a"b', "line 1: a blank is missing before 'b'"],
    ['a ok x={"a"', "line 1: '{\"a\"' is no JSON object: expected ':' after a key"],
    ['a ok x=1e999', "line 1: the number '1e999' is too large"],
    [`a ok x=${'['.repeat(30)}`, 'line 1: arrays are nested too deeply'],
  ])('%j', (text, expected) => {
    const problems = problemsOf(text);
    expect(problems[0]).toContain(expected);
    expect(problems).toHaveLength(1);
    expect(readScenario(text).scenario).toBe(null);
  });

  test('all of them at once', () => {
    expect(problemsOf('a okay\nb ok x\nc ok').map((problem) => problem.slice(0, 7))).toEqual([
      'line 1:',
      'line 2:',
    ]);
  });
});
