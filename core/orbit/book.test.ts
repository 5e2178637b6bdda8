/** The language part of ORBIT's page on compensation, sentence by sentence (see README.md). */

import { describe, expect, test } from 'vitest';
import { readOrbitText } from './read.ts';
import { renderOrbitFindings } from './render.ts';
import { codesIn, edgesOf, findingsIn, nodeOf, TASKS, workflowOf } from './testing/brief.ts';
import { UNDO } from './testing/documents.ts';

const CONTRACTS = `record LineItem { sku: String, quantity: Int }
task "inventory.reserve" {
  input { order_id: String, items: List<LineItem> }
  output { reservation_id: String }
  compensated_by "inventory.release"
}
task "inventory.release" { input { reservation_id: String } }
task "payments.charge" {
  input { order_id: String, amount: Float, currency: String }
  output { transaction_id: String }
  compensated_by "payments.refund"
}
task "payments.refund" { input { transaction_id: String, amount: Float } }
task "notifications.send" { input { customer_id: String, message: String } }
`;

const ORDER = `workflow Order {
    version "1.0.0"
    input { order_id: String, amount: Float, items: List<LineItem> }

    step reserve {
        worker "inventory.reserve"
        with { order_id: input.order_id, items: input.items }
        compensate {
            worker "inventory.release"
            with { reservation_id: reserve.reservation_id }
        }
    }

    step charge {
        worker "payments.charge"
        after reserve
        with { order_id: input.order_id, amount: input.amount, currency: "USD" }
        compensate {
            worker "payments.refund"
            with { transaction_id: charge.transaction_id, amount: input.amount }
            idempotency_key: "refund-" + charge.transaction_id
            retry { attempts: 10, backoff: exponential, initial_delay: 1s, max_delay: 1m }
        }
    }

    step confirm {
        worker "notifications.send"
        after charge
        with { customer_id: input.order_id, message: "Order confirmed" }
    }
}
`;

/** A step with a compensation of these members, among other steps. */
const undo = (members: string, { step = 'with { n: 1 }', others = '' } = {}): string =>
  `${TASKS}workflow W { input { items: List<Int>, on: Bool } ${others} step s { worker "a.run" ${step} compensate { ${members} } } }`;

const SOUND = 'worker "a.undo" with { v: s.v }';

describe('declaring a compensation', () => {
  test('the first document compiles, with contracts and a record', () => {
    expect(findingsIn(CONTRACTS + ORDER)).toEqual([]);
    const workflow = workflowOf(CONTRACTS + ORDER);
    expect(workflow).toMatchObject({ id: 'Order', profile: 'orbit', timeout: null });
    expect(workflow.orbit).toEqual({
      version: '1.0.0',
      returns: null,
      inputs: [
        { name: 'order_id', type: 'String' },
        { name: 'amount', type: 'Float' },
        { name: 'items', type: 'List<LineItem>' },
      ],
      children: [],
    });
    expect(
      workflow.nodes.map(({ id, kind, implementation }) => [id, kind, implementation]),
    ).toEqual([
      ['reserve', 'task', 'inventory.reserve'],
      ['charge', 'task', 'payments.charge'],
      ['confirm', 'task', 'notifications.send'],
      ['compensate:reserve', 'task', 'inventory.release'],
      ['compensate:charge', 'task', 'payments.refund'],
    ]);
    expect(edgesOf(workflow, 'control')).toEqual(['reserve>charge', 'charge>confirm']);
    expect(edgesOf(workflow, 'compensation')).toEqual([
      'reserve>compensate:reserve',
      'charge>compensate:charge',
    ]);
    expect(nodeOf(workflow, 'compensate:charge')).toMatchObject({
      inputs: [
        { name: 'transaction_id', type: 'String', value: 'charge.transaction_id' },
        { name: 'amount', type: 'Float', value: 'input.amount' },
      ],
      idempotencyKey: '"refund-" + charge.transaction_id',
      retry: {
        maxAttempts: 10,
        backoff: 'exponential',
        initialDelay: 1000,
        maxDelay: 60_000,
        multiplier: 2,
        jitter: 'none',
        retryOn: null,
      },
    });
  });
});

describe('members of a compensate block', () => {
  test('worker is required: E0308', () => {
    expect(findingsIn(undo('timeout: 5s'))).toEqual([
      expect.stringMatching(/E0308 this compensation has no worker$/),
    ]);
  });

  test("with is checked against the compensation task's input", () => {
    expect(codesIn(undo('worker "a.undo" with { v: "text" }'))).toEqual(['U2020']);
    expect(codesIn(undo('worker "a.undo"'))).toEqual(['U2022']);
    expect(codesIn(undo('worker "a.undo" with { v: s.v, w: 1 }'))).toEqual(['U2023']);
  });

  test('using, timeout and queue_timeout are allowed', () => {
    const source = undo(`${SOUND} using "slow" timeout: 5s queue_timeout: 10s`);
    expect(nodeOf(workflowOf(source), 'compensate:s')).toMatchObject({
      pool: 'slow',
      timeout: { duration: 5000, onTimeout: 'fail' },
      queueTimeout: 10_000,
    });
  });

  test('retry is allowed, and without it there is one attempt as for any step', () => {
    const policy = nodeOf(workflowOf(undo(`${SOUND} retry { attempts: 3 }`)), 'compensate:s').retry;
    expect(policy).toMatchObject({ maxAttempts: 3, jitter: 'none' });
    const workflow = workflowOf(undo(SOUND));
    expect([nodeOf(workflow, 'compensate:s').retry, nodeOf(workflow, 's').retry]).toEqual([
      null,
      null,
    ]);
  });

  test('idempotency_key is allowed, and without it the runtime has its own', () => {
    const given = workflowOf(undo(`${SOUND} idempotency_key: "undo-" + string(s.v)`));
    expect(nodeOf(given, 'compensate:s').idempotencyKey).toBe('"undo-" + string(s.v)');
    expect('idempotencyKey' in nodeOf(workflowOf(undo(SOUND)), 'compensate:s')).toBe(false);
  });

  test('sleep and workflow are not: E0308, a compensation must call a worker task', () => {
    const child = 'workflow C { step c { sleep 1s } }\n';
    for (const member of ['sleep 5m', 'workflow C', 'await signal']) {
      expect(codesIn(child + undo(member))).toEqual(['E0308']);
      expect(codesIn(child + undo(`${SOUND} ${member}`))).toEqual(['E0308']);
    }
    expect(readOrbitText(undo('sleep 5m')).findings[0]?.note).toBe(
      'a compensation must call a worker task',
    );
  });

  test('when, after, for and max_parallel are not: E0307', () => {
    const source = undo(`${SOUND} when true after s for x in [1] max_parallel: 2`);
    expect(codesIn(source)).toEqual(['E0307', 'E0307', 'E0307', 'E0307']);
  });

  test('compensations cannot be nested: E0102', () => {
    expect(codesIn(undo(`${SOUND} compensate { worker "a.undo" with { v: 1 } }`))).toEqual([
      'E0102',
    ]);
  });

  test('stand on task steps and workflow steps', () => {
    const source = `${TASKS}workflow C { return { v: 1 } }
      workflow W { step s { workflow C compensate { worker "a.undo" with { v: s.v } } } }`;
    expect(edgesOf(workflowOf(source), 'compensation')).toEqual(['s>compensate:s']);
  });

  test('a sleep step has nothing to compensate: E0308', () => {
    for (const action of ['sleep 5m', 'await signal']) {
      const source = `${TASKS}workflow W { step s { ${action} compensate { worker "a.undo" with { v: 1 } } } }`;
      expect(codesIn(source)).toEqual(['E0308']);
    }
  });

  test('at most one stands on a step', () => {
    expect(
      codesIn(undo(SOUND).replace('compensate', `compensate { ${SOUND} } compensate`)),
    ).toEqual(['U2004']);
  });
});

describe('what a compensation can read', () => {
  test('input and execution', () => {
    const source = undo('worker "a.undo" with { v: len(input.items) + len(execution.id) }');
    expect(findingsIn(source)).toEqual([]);
  });

  test("the step's own output, not optional even where the step has a when", () => {
    expect(findingsIn(undo(SOUND, { step: 'with { n: 1 } when input.on' }))).toEqual([]);
    const others = 'step t { worker "a.run" with { n: s.v } }';
    expect(codesIn(undo(SOUND, { step: 'with { n: 1 } when input.on', others }))).toEqual([
      'U2021',
    ]);
  });

  test('the outputs of steps that it depends on, directly or transitively', () => {
    const others = `step a { worker "a.run" with { n: 1 } }
      step b { worker "a.run" with { n: a.v } }
      step c { sleep 1s after b }`;
    const reading = (name: string): string => `worker "a.undo" with { v: ${name}.v }`;
    for (const name of ['a', 'b']) {
      const step = 'with { n: 1 } after c';
      expect(findingsIn(undo(reading(name), { step, others }))).toEqual([]);
    }
    expect(codesIn(undo(reading('a'), { step: 'with { n: b.v }', others }))).toEqual([]);
    expect(codesIn(undo(reading('b'), { step: 'with { n: a.v }', others }))).toEqual(['E0308']);
  });

  test('those with their usual, possibly optional, types', () => {
    const others = 'step a { worker "a.run" with { n: 1 } when input.on }';
    const step = 'with { n: 1 } after a';
    expect(codesIn(undo('worker "a.undo" with { v: a.v }', { step, others }))).toEqual(['U2021']);
    const mended = 'worker "a.undo" with { v: coalesce(a.v, 0) }';
    expect(codesIn(undo(mended, { step, others }))).toEqual([]);
  });

  test('in a for step the loop variable, bound to the element', () => {
    const step = 'for item in input.items with { n: item }';
    expect(findingsIn(undo('worker "a.undo" with { v: item }', { step }))).toEqual([]);
    expect(codesIn(undo('worker "a.undo" with { v: item }'))).toEqual(['U2010']);
  });

  test("in a for step its own name is the element's output, not the list", () => {
    const step = 'for item in input.items with { n: item }';
    expect(findingsIn(undo(SOUND, { step }))).toEqual([]);
    expect(codesIn(undo('worker "a.undo" with { v: s[0].v }', { step }))).toEqual(['U2020']);
    const others = 'step t { worker "a.run" with { n: s[0].v } }';
    expect(findingsIn(undo(SOUND, { step, others }))).toEqual([]);
    const outside = 'step t { worker "a.run" with { n: s.v } }';
    expect(codesIn(undo(SOUND, { step, others: outside }))).toEqual(['U2011']);
  });

  test('any other step is E0308, exactly as the book shows it', () => {
    const { findings } = readOrbitText(UNDO);
    expect(renderOrbitFindings('undo.orbit', UNDO.split('\n'), findings)).toBe(
      `error[E0308]: step \`first\` cannot be referenced here
  --> undo.orbit:17:48
   |
17 |         compensate { worker "a.undo" with { v: first.v } }
   |                                                ^^^^^
   = note: a compensation for \`second\` can only read \`second\` and the steps it depends on

error: compilation failed: 1 error(s), 0 warning(s)
`,
    );
  });

  test('after first makes the reference valid', () => {
    const mended = UNDO.replace('with { n: 2 }', 'with { n: 2 }\n        after first');
    expect(findingsIn(mended)).toEqual([]);
    expect(edgesOf(workflowOf(mended), 'control')).toEqual(['first>second']);
  });

  test('references of a compensation add no dependencies', () => {
    const others = 'step a { worker "a.run" with { n: 1 } } step b { sleep 1s after a }';
    const source = undo('worker "a.undo" with { v: a.v }', {
      step: 'with { n: 1 } after b',
      others,
    });
    expect(edgesOf(workflowOf(source), 'control')).toEqual(['a>b', 'b>s']);
  });
});

describe('contracts whose effect must be undone', () => {
  const contracts = `task "a.run" { output { v: Int } compensated_by "a.undo" }
    task "a.undo" { input { v: Int } } task "a.other" { input { v: Int } }`;
  const calling = (more: string): string =>
    `${contracts}\nworkflow W { step s { worker "a.run" ${more} } }`;

  test('every step that calls the task without a compensation is warned about: W0601', () => {
    const { findings, workflow } = readOrbitText(calling(''));
    expect(findings).toMatchObject([{ code: 'W0601', severity: 'warning', line: 3, column: 30 }]);
    expect(workflow).not.toBeNull();
  });

  test('and every one with another than the matching compensation: W0602', () => {
    const source = calling('compensate { worker "a.other" with { v: s.v } }');
    expect(codesIn(source)).toEqual(['W0602']);
    expect(codesIn(calling('compensate { worker "a.undo" with { v: s.v } }'))).toEqual([]);
  });
});
