/** What documents say beyond compensation, and what becomes of it in the model. */

import { describe, expect, test } from 'vitest';
import { readOrbitText } from './read.ts';
import { codesIn, edgesOf, findingsIn, nodeOf, TASKS, workflowOf } from './testing/brief.ts';
import { IMPORT, JOURNEY } from './testing/documents.ts';

describe('whole documents', () => {
  const journey = workflowOf(JOURNEY);

  test('are valid', () => {
    expect(findingsIn(JOURNEY)).toEqual([]);
    expect(findingsIn(IMPORT)).toEqual([]);
  });

  test('run the last workflow that no other calls, and have the others with them', () => {
    expect(journey.id).toBe('Journey');
    expect(journey.timeout).toBe(30 * 86_400_000);
    expect(journey.orbit).toMatchObject({
      version: '2.0.0',
      inputs: [
        { name: 'traveller', type: 'String' },
        { name: 'legs', type: 'List<Leg>' },
        { name: 'budget', type: 'Float?' },
      ],
    });
    expect(journey.orbit?.children.map(({ id }) => id)).toEqual(['Remind']);
    expect(journey.orbit?.children[0]?.orbit?.children).toEqual([]);
    const child = 'workflow C { step c { sleep 1s } }';
    const other = 'workflow A { step a { sleep 1s } }';
    const caller = 'workflow B { step b { workflow C } }';
    expect(workflowOf(`${child} ${caller} ${other}`).id).toBe('A');
    expect(workflowOf(`${other} ${caller} ${child}`).id).toBe('B');
  });

  test('steps are nodes', () => {
    expect(nodeOf(journey, 'book')).toMatchObject({
      kind: 'task',
      implementation: 'seats.book',
      fanOut: { variable: 'leg', over: 'input.legs', maxParallel: 2 },
      timeout: { duration: 30_000, onTimeout: 'fail' },
      queueTimeout: 10_000,
      pool: 'airlines',
      retry: {
        maxAttempts: 4,
        backoff: 'fixed',
        initialDelay: 500,
        maxDelay: null,
        multiplier: 2,
        jitter: 'full',
      },
      inputs: [
        { name: 'from', type: 'String', required: true, value: 'leg.from' },
        { name: 'to', type: 'String', required: true, value: 'leg.to' },
      ],
      outputs: [
        { name: 'seat', type: 'String', required: true },
        { name: 'price', type: 'Float', required: true },
      ],
    });
    expect(nodeOf(journey, 'confirm')).toMatchObject({
      kind: 'wait',
      wait: { duration: null, until: null, event: 'confirmation' },
      timeout: { duration: 604_800_000 },
    });
    expect(nodeOf(journey, 'remind')).toMatchObject({
      kind: 'subworkflow',
      subworkflow: { href: 'Remind', digest: null },
      guard: 'input.budget != null and input.budget > 100.0',
    });
    expect(nodeOf(journey, 'thank').idempotencyKey).toBe('execution.id + "/thanks"');
    const [remind] = journey.orbit?.children ?? [];
    expect(remind?.nodes[0]).toMatchObject({ kind: 'wait', wait: { duration: 172_800_000 } });
    expect(nodeOf(journey, 'compensate:book')).toMatchObject({ compensates: 'book' });
  });

  test('what a step names after after, and what it reads, are its control edges, each once', () => {
    expect(edgesOf(journey, 'control')).toEqual([
      'book>confirm',
      'confirm>remind',
      'confirm>thank',
      'remind>thank',
    ]);
    const source = `${TASKS}workflow W {
      step a { worker "a.run" with { n: 1 } }
      step b { worker "a.run" with { n: a.v + a.v } after a when a.v > 0 }
      step c { worker "a.run" for x in [coalesce(b.v, 0)] with { n: x } idempotency_key: string(a.v + x) }
    }`;
    expect(edgesOf(workflowOf(source), 'control')).toEqual(['a>b', 'b>c', 'a>c']);
  });

  test('a division of two Ints is written as div, all else as it stands', () => {
    expect(journey.orbit?.returns).toBe(
      '{ seats: book, half: len(input.legs)  div  2, first: first(input.legs) }',
    );
    const store = nodeOf(workflowOf(IMPORT), 'store');
    expect(store.inputs.map(({ value }) => value)).toEqual([
      'upper(line)',
      'coalesce(read.totals["all"], 0) / 2.0',
      '2 * 90s',
      '[input.file, read.meta.kind, "import"]',
    ]);
  });
});

/** A workflow that returns an expression, with inputs of many types. */
const returning = (expression: string, more = ''): string =>
  `record R { a: Int, b: String? }
   task "t" { output { v: Int, w: String? } }
   workflow W {
     input { i: Int, f: Float, s: String, o: String?, d: Duration, l: List<Int>, m: Map<String, Int>, j: JSON, r: R, q: R?, u: UUID, t: Timestamp, b: Bool }
     step s { worker "t" } step w { worker "t" when input.b } ${more}
     return ${expression}
   }`;

describe('types of expressions', () => {
  test.each([
    'input.i + 1 > 2.5',
    'input.s + input.u + input.t',
    'input.d + 5m > 2 * 90s',
    'input.d / 2',
    'input.j.a.b[0].c + 1',
    'input.j > "a"',
    'input.q.a == 1 or input.q.b == null',
    'input.m["k"] == null',
    'if input.o != null then input.o + "x" else "none"',
    'if input.o == null then "none" else input.o + "x"',
    'if input.o == null or input.s == "" then "none" else input.o + "x"',
    'if not (input.o == null) and len(input.o) > 3 then 1 else 2',
    'if input.q != null then input.q.a + 1 else 0',
    'if w.v != null then w.v + 1 else 0',
    'coalesce(first(input.l), 0) + 1',
    'sum(concat(input.l, [1])) + min(1, 2)',
    'input.r["a"] + 1',
    'keys(input.m)[0] + "x"',
    '[1, 2.5][0] * 2',
    'if input.b then { a: 1 } else null',
    'input.u == "6ba7b810-9dad-11d1-80b4-00c04fd430c8"',
    's.w == null',
    'max(input.d, 5s) > 1s',
  ])('%s is right', (expression) => {
    expect(findingsIn(returning(expression))).toEqual([]);
  });

  test.each([
    ['input.s + 1', 'U2020', "'+' does not take String and Int"],
    ['input.d + 1', 'U2020', "'+' does not take Duration and Int"],
    ['input.s > 1', 'U2020', "'>' does not take String and Int"],
    ['not input.i', 'U2020', 'this is Int, and Bool is wanted'],
    ['if input.i then 1 else 2', 'U2020', 'this is Int, and Bool is wanted'],
    ['input.l["a"]', 'U2020', 'the index of a list is Int, not String'],
    ['input.r[0]', 'U2020', 'the key of a field is String, not Int'],
    ['s[input.i]', 'U2020', 'the key of a field is String, not Int'],
    ['input.i[0]', 'U2020', 'Int has no elements; List and Map have'],
    ['-input.s', 'U2020', "'-' takes a number, not String"],
    ['len(input.i)', 'U2020', 'len() takes a text, a list or a map, not Int'],
    ['sum(["a"])', 'U2020', 'sum() takes a list of numbers, not List<String>'],
    ['input.o + "x"', 'U2021', "'input.o' may be null, and a value is needed here"],
    ['w.v + 1', 'U2021', "'w.v' may be null, and a value is needed here"],
    ['first(input.l) + 1', 'U2021', 'this may be null, and a value is needed here'],
    ['null + 1', 'U2021', 'this is null, and a value is needed here'],
    ['input.q.a + 1', 'U2021', "'input.q.a' may be null, and a value is needed here"],
    ['input.i.a', 'U2011', "'input.i' is Int, which has no fields"],
    ['input.l.a', 'U2011', "'input.l' is List<Int>, which has no fields; an element of it is [0]"],
    ['input.xyz', 'U2011', "'input' has no field 'xyz'"],
    ['s.vv', 'U2011', "'s' has no field 'vv' (did you mean 'v'?)"],
    ['input.r.aa', 'U2011', "'input.r' has no field 'aa' (did you mean 'a'?)"],
    [
      'inptu.i',
      'U2010',
      "there is no step, loop variable or other value 'inptu' (did you mean 'input'?)",
    ],
    ['count(input.l)', 'U2012', "there is no function 'count' (did you mean 'round'?)"],
    ['len(input.l, 1)', 'U2012', 'len() takes 1 argument, and 2 are given'],
    ['{ a: 1, a: 2 }', 'U2004', "'a' is given twice"],
    ['input.i == "1"', 'U2502', 'Int is never equal to String, so this is always false'],
    ['input.i != null', 'U2502', 'Int is never null, so this is always true'],
    [
      '9007199254740993',
      'U2506',
      'no double is exactly this number; the nearest is 9007199254740992',
    ],
  ])('%s is %s', (expression, code, message) => {
    const { findings } = readOrbitText(returning(expression));
    expect(findings.map(({ code: each, message: text }) => [each, text])).toEqual([
      [code, message],
    ]);
  });

  test('an unknown value gets one finding, and not one more for each of its parts', () => {
    expect(codesIn(returning('(nobody.a + 1) * len(nobody.b) > nobody.c'))).toEqual([
      'U2010',
      'U2010',
      'U2010',
    ]);
    expect(codesIn(returning('unknown(1) + "a" > 2'))).toEqual(['U2012']);
  });
});

describe('what a task takes', () => {
  const contract = `record Item { sku: String, price: Float, note: String? }
    task "t" { input { items: List<Item>, by: Map<String, Int>, at: Timestamp, id: UUID?, raw: Bytes? } }`;
  const calling = (given: string): string =>
    `${contract}\nworkflow W { step s { worker "t" with { ${given} } } }`;
  const rest = 'by: {}, at: "2026-04-26T12:00:00Z"';

  test('literals are looked into, and findings stand where the mistake is', () => {
    expect(findingsIn(calling(`items: [{ sku: "a", price: 1 }], ${rest}`))).toEqual([]);
    expect(findingsIn(calling(`items: [{ sku: 1, prize: 1 }], ${rest}`))).toEqual([
      "3:49 U2022 Item needs 'price'",
      "3:56 U2020 'sku' of Item takes String, and this is Int",
      "3:59 U2023 Item has no field 'prize' (did you mean 'price'?)",
    ]);
    expect(findingsIn(calling(`items: [null], ${rest}`))).toEqual([
      "3:49 U2021 this is null, and an element of 'items' of task 't' takes Item",
    ]);
    expect(findingsIn(calling('items: [], by: { a: "1" }, at: "2026-04-26T12:00:00Z"'))).toEqual([
      "3:61 U2020 'a' of 'by' of task 't' takes Int, and this is String",
    ]);
  });

  test('texts that are written out stand for what looks like it', () => {
    const uuid = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
    expect(codesIn(calling(`items: [], ${rest}, id: "${uuid}", raw: "aGVsbG8="`))).toEqual([]);
    expect(codesIn(calling('items: [], by: {}, at: "yesterday"'))).toEqual(['U2020']);
    expect(codesIn(calling(`items: [], ${rest}, id: "abc", raw: "a"`))).toEqual(['U2020', 'U2020']);
    const { findings } = readOrbitText(calling(`items: [], ${rest}, id: execution.id`));
    expect(findings).toMatchObject([{ code: 'U2020', related: [{ line: 2 }] }]);
  });

  test('a child workflow is called with its inputs, and gives what it returns', () => {
    const child = 'workflow C { input { n: Int, note: String? } return { v: input.n, w: "a" } }\n';
    const calls = (given: string, read: string): string =>
      `${child}workflow W { step c { workflow C with { ${given} } } return ${read} }`;
    expect(findingsIn(calls('n: 1', 'c.v + 1'))).toEqual([]);
    expect(codesIn(calls('m: 1', 'c.x'))).toEqual(['U2022', 'U2023', 'U2011']);
    expect(codesIn(calls('n: "a"', 'c.w + 1'))).toEqual(['U2020', 'U2020']);
  });
});

describe('steps', () => {
  const step = (members: string, others = ''): string =>
    `${TASKS}workflow W { input { l: List<Int> } ${others} step s { ${members} } }`;
  const sound = 'worker "a.run" with { n: 1 }';

  test.each([
    ['timeout: 5s', ['U2006']],
    [`${sound} sleep 5m`, ['U2006']],
    [`${sound} workflow W`, ['U2006']],
    ['sleep 5m retry { attempts: 3 }', ['U2007']],
    ['await go using "x"', ['U2007']],
    ['sleep 5m with { n: 1 }', ['U2007']],
    [`${sound} max_parallel: 3`, ['U2007']],
    [`${sound} timeout: 0s queue_timeout: 0ms`, ['U2041', 'U2041']],
    [`${sound} timeout: 99999999999999999d`, ['U2041']],
    [`${sound} retry { attempts: 0 }`, ['U2040']],
    [`${sound} retry { attempts: 1001 }`, ['U2040']],
    [`${sound} retry { attempts: 2, multiplier: -1 }`, ['U2040']],
    [`${sound} retry { attempts: 2, multiplier: 0.5 }`, ['U2504']],
    [`${sound} retry { attempts: 2, attempts: 3 }`, ['U2004']],
    [`${sound} retry { attempts: 2, delay: 3s }`, ['U2003']],
    [`${sound} retry { attempts: 2, backoff: doubling }`, ['U2042']],
    [`${sound} retry { backoff: fixed }`, ['U2005']],
    [`${sound} after t`, ['U2016']],
    [`${sound} after s`, ['U2030']],
    [`worker "a.run" with { n: s.v }`, ['U2030']],
    [`${sound} when 1`, ['U2020']],
    [`${sound} when null`, ['U2021']],
    [`${sound} idempotency_key: 1`, ['U2020']],
    ['worker "a.run" for x in 5 with { n: x }', ['U2020']],
    ['worker "a.run" for x in input.l max_parallel: 0 with { n: x }', ['U2040']],
    ['worker "a.run" for x in input.l with { n: x } when x > 1', ['U2010']],
    ['worker "a.run" for input in input.l with { n: 1 }', ['U2009']],
    ['worker "a.run" for x in input.l with { n: x } idempotency_key: "k"', ['U2505']],
    ['worker "a.run" for x in input.l with { n: x } idempotency_key: string(x)', []],
    ['worker "a.run" with { n: 1, n: 2 }', ['U2004']],
    ['worker "a.rum" with { n: 1 }', ['U2014']],
    ['workflow Other', ['U2015']],
  ])('%s: %j', (members, codes) => {
    expect(codesIn(step(members))).toEqual(codes);
  });

  test('a loop variable is not that of another step', () => {
    const others = 'step r { worker "a.run" for each in input.l with { n: each } }';
    const { findings } = readOrbitText(step('worker "a.run" with { n: each }', others));
    expect(findings).toMatchObject([
      { code: 'U2010', note: expect.stringContaining('the loop variable of step `r`') },
    ]);
  });

  test('a when that asks for a value makes it one for the rest of the step', () => {
    const others = 'step o { worker "a.run" with { n: 1 } when input.l == [] }';
    expect(codesIn(step('worker "a.run" when o.v != null with { n: o.v }', others))).toEqual([]);
    expect(codesIn(step('worker "a.run" when o.v == null with { n: o.v }', others))).toEqual([
      'U2021',
    ]);
  });

  test('names of the language are no names of steps', () => {
    const source =
      'workflow W { step input { sleep 1s } step if { sleep 1s } step x { sleep 1s } }';
    expect(codesIn(source)).toEqual(['U2009', 'U2009']);
    const words = 'workflow W { step with { sleep 1s } step step { sleep 1s after with } }';
    expect(codesIn(words)).toEqual([]);
  });
});

describe('declarations', () => {
  test.each([
    ['task "t" { } task "t" { } workflow W { }', ['U2004']],
    ['record R { a: Int } record R { a: Int } workflow W { }', ['U2004']],
    ['workflow W { step a { sleep 1s } step a { sleep 1s } }', ['U2004']],
    ['record R { a: Int, a: Int } workflow W { }', ['U2004']],
    ['record Int { a: Int } workflow W { }', ['U2009']],
    ['task "t" { input { a: Number, b: List<Strin> } } workflow W { }', ['U2013', 'U2013']],
    ['task "t" { compensated_by "u" } workflow W { }', ['U2014']],
    ['record A { b: B } record B { a: A } workflow W { }', ['U2032']],
    ['record A { b: List<B> } record B { a: A } workflow W { }', []],
    ['workflow A { step b { workflow B } } workflow B { step a { workflow A } }', ['U2031']],
    ['task "t" { }', ['U2501']],
    ['workflow W { version "1" version "2" }', ['U2004']],
    ['task "t" { input { } input { } } workflow W { }', ['U2004']],
    ['workflow W { timeout: 0s }', ['U2041']],
  ])('%s: %j', (source, codes) => {
    expect(codesIn(source)).toEqual(codes);
  });

  test('a circle is told once, with the way round and the places', () => {
    const source = `workflow W {
      step a { sleep 1s after c }
      step b { sleep 1s after a }
      step c { sleep 1s after b }
      step d { sleep 1s after c, d }
    }`;
    expect(findingsIn(source)).toEqual([
      "2:12 U2030 these steps wait for each other: 'a' → 'c' → 'b' → 'a'",
      "5:12 U2030 step 'd' waits for itself",
    ]);
    expect(readOrbitText(source).findings[0]?.related.map(({ line }) => line)).toEqual([4, 3]);
  });

  test('what this document lacks may be in one that is given beside it', () => {
    const tasks = `${TASKS}record Item { sku: String }`;
    const child = 'workflow C { input { item: Item } step c { worker "a.run" with { n: 1 } } }';
    const source = 'workflow W { input { i: Item } step s { workflow C with { item: input.i } } }';
    const documents = new Map([
      ['a.orbit', tasks],
      ['b.orbit', child],
      ['c.hxml', '<harness/>'],
    ]);
    const { findings, workflow } = readOrbitText(source, { documents });
    expect(findings).toEqual([]);
    expect(workflow?.orbit?.children.map(({ id }) => id)).toEqual(['C']);
    const broken = new Map([['b.orbit', child.replace('a.run', 'a.rum')]]);
    expect(
      readOrbitText('workflow W { step s { workflow C } }', { documents: broken }).findings,
    ).toMatchObject([
      { code: 'U2015', message: "the document that declares workflow 'C' is invalid" },
    ]);
  });
});

describe('one pass finds them all', () => {
  test('in the order of their places, whatever kind they are of', () => {
    const source = `task "a.run" { input { n: Nit } output { v: Int } compensated_by "a.undo" }

workflow W {
    versoin "1.0.0"
    step one {
        worker "a.run
        with { n: 1 }
    }
    step two {
        worker "a.run" with { n 2 }
        timeout: 5
        compensate { worker "a.rnu" with { v: one.v } }
    }
    step three { worker "a.run" with { n: tow.v } retry { attempts: 0 } after two, fuor }
    return nobody
}

worfklow X { }

workflow Y { step a { sleep } step b { sleep 1s } step b { sleep 2s } }
`;
    expect(findingsIn(source)).toEqual([
      "1:27 U2013 there is no type 'Nit'",
      "1:66 U2014 there is no contract for task 'a.undo'",
      "4:5 U2003 workflow 'W' has no 'versoin' (did you mean 'version'?)",
      '6:16 U2002 this text is not closed; write " at its end',
      '6:16 W0601 step `one` has no compensation',
      "10:33 U2001 expected ':', found '2'",
      "11:18 U2001 '5' has no unit; write ms, s, m, h or d behind it",
      "12:29 U2014 there is no contract for task 'a.rnu' (did you mean 'a.run'?)",
      '12:29 W0602 step `two` is compensated by `a.rnu`, not by `a.undo`',
      '12:47 E0308 step `one` cannot be referenced here',
      '14:25 W0601 step `three` has no compensation',
      "14:43 U2010 there is no step, loop variable or other value 'tow'",
      "14:69 U2040 'attempts' is from 1 to 1000",
      "14:84 U2016 there is no step 'fuor'",
      "15:12 U2010 there is no step, loop variable or other value 'nobody'",
      "18:1 U2001 expected 'task', 'record' or 'workflow', found 'worfklow' (did you mean 'workflow'?)",
      "20:29 U2001 expected a duration such as 30s, found '}'",
      "20:56 U2004 there is a step 'b' already",
    ]);
  });

  test('a brace that is missing is told once, and the next step is read', () => {
    const source = `task "t" { }
workflow W {
    step a {
        worker "t"
        retry { attempts: 3
    step b { sleep 1x }
    step c { sleep 1s }
}
`;
    expect(findingsIn(source)).toEqual([
      "6:5 U2001 expected '}' at the end of the block 'retry', found 'step'",
      "6:20 U2002 '1x' is no number and no duration; the units are ms, s, m, h and d",
    ]);
  });

  test('the comma behind a mistake is none of its own', () => {
    expect(
      findingsIn(`record R { a: 5, b: Int, c: Nit }
record M { m: Map<Int, Nat>, b: Nit }
task "t" { input { a: Int, b: Int } output { v: Int } }
workflow W { step a { worker "t" with { a: 1 +, b: nobody } retry { attempts: x, backoff: slow } } }`),
    ).toEqual([
      "1:15 U2001 expected a type, found '5'",
      "1:29 U2013 there is no type 'Nit'",
      "2:19 U2001 the keys of a map are String, not 'Int'",
      "2:33 U2013 there is no type 'Nit'",
      "4:47 U2001 expected an expression, found ','",
      "4:52 U2010 there is no step, loop variable or other value 'nobody'",
      "4:79 U2001 expected a number of attempts, found 'x'",
      "4:91 U2042 backoff is one of none, fixed, linear, exponential, not 'slow'",
    ]);
  });
});
