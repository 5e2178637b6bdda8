/** Documents with one known fault of design each: it is found, and told where it is. */

import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../core/model/scenario.ts';
import { judgeRun } from './search/judge.ts';
import { keyOfExpectation } from './search/keys.ts';
import { prepare } from './search/prepare.ts';
import { breakIn } from './search/shrink-break.ts';
import { withTask } from './space/answers.ts';
import { harness, NO_SHARD, scenarioFor, searchOf, targetOf } from './testing/search.ts';

const LIMIT = '<timeout duration="PT10S"/>';
const task = (id: string, inside = LIMIT, attributes = ''): string =>
  `<node id="${id}" type="task" ${attributes}>${inside}</node>`;
const edge = (from: string, to: string, type = 'control', rest = ''): string =>
  `<edge from="${from}" to="${to}" type="${type}" ${rest}/>`;
const undo = (id: string, of: string, inside = LIMIT) => task(id, inside, `compensates="${of}"`);
const retry = (attempts: number, rest = '') =>
  `<retry maxAttempts="${attempts}" jitter="false" ${rest}/>`;
const OUT = (name: string, type: string) =>
  `<outputs><output name="${name}" type="${type}"/></outputs>`;

interface Planted {
  readonly fault: string;
  readonly document: string;
  readonly expected: readonly string[];
  readonly property: string;
  readonly node: string | null;
}

const PLANTED: readonly Planted[] = [
  {
    fault: 'a step without a timeout',
    document: harness(task('a') + task('b', ''), edge('a', 'b')),
    ...{ expected: [], property: 'ends', node: 'b' },
  },
  {
    fault: 'a compensation without a timeout',
    document: harness(
      task('a') + task('b') + undo('u', 'a', ''),
      edge('a', 'b') + edge('a', 'u', 'compensation'),
    ),
    ...{ expected: [], property: 'ends', node: 'compensate:a' },
  },
  {
    fault: 'a signal that is waited for without an end',
    document: harness(`<node id="w" type="wait"><wait event="approved"/></node>`),
    ...{ expected: [], property: 'ends', node: 'w' },
  },
  {
    fault: 'a step whose lost reply nobody reconciles',
    document: harness(
      task('a') + task('b') + undo('u', 'a', LIMIT),
      edge('a', 'b') + edge('a', 'u', 'compensation'),
    ),
    ...{ expected: [], property: 'no-effect-left-behind', node: 'a' },
  },
  {
    fault: 'a compensation without a retry',
    document: harness(
      task('a', LIMIT, 'idempotent="false"') + task('b') + undo('u', 'a'),
      edge('a', 'b') + edge('a', 'u', 'compensation'),
    ),
    expected: ['if a and compensate:a then b', 'no effect left behind of a'],
    ...{ property: 'no-effect-left-behind', node: 'a' },
  },
  {
    fault: 'a step without a compensation before one that can fail',
    document: harness(task('a') + task('b'), edge('a', 'b')),
    ...{ expected: ['if a then b'], property: 'if-then', node: 'a' },
  },
  {
    fault: 'an error edge that hides a failure from the compensation',
    document: harness(
      task('a') + task('b') + task('note') + undo('u', 'a'),
      edge('a', 'b') + edge('b', 'note', 'error') + edge('a', 'u', 'compensation'),
    ),
    ...{ expected: ['if a then b or u'], property: 'if-then', node: 'a' },
  },
  {
    fault: 'a retry budget beyond the deadline',
    document: harness(task('a', retry(6, 'backoff="exponential" initialDelay="PT10S"') + LIMIT)),
    ...{ expected: ['ends within 1m'], property: 'ends-within', node: 'a' },
  },
  {
    fault: 'a retried step whose far side ignores keys',
    document: harness(task('a', retry(3) + LIMIT)),
    ...{ expected: ['no effect twice of a'], property: 'no-effect-twice', node: 'a' },
  },
  {
    fault: 'a decision without a case for a value',
    document: harness(
      task('a', OUT('n', 'integer') + LIMIT) +
        `<node id="d" type="decision"><cases><case when="\${a.n &lt; 10}" to="b"/></cases></node>` +
        task('b'),
      edge('a', 'd'),
    ),
    ...{ expected: [], property: 'outcomes', node: 'd' },
  },
  {
    fault: 'a guard that leaves a required input empty',
    document: harness(
      task('a', OUT('go', 'boolean') + LIMIT) +
        `<node id="b" type="task">${OUT('v', 'string')}<guard when="\${a.go}"/>${LIMIT}</node>` +
        `<node id="c" type="task"><inputs><input name="v" type="string"/></inputs>${LIMIT}</node>`,
      edge('a', 'b') + edge('b', 'c', 'data', 'fromPort="v" toPort="v"'),
    ),
    ...{ expected: [], property: 'outcomes', node: 'c' },
  },
  {
    fault: 'a gate that opens before what it reads is there',
    document: harness(
      task('slow', OUT('rate', 'number') + LIMIT) +
        task('quick') +
        `<node id="gate" type="decision" joinPolicy="any"><cases>
           <case when="\${slow.rate &lt; 0.5}" to="go"/><otherwise to="stop"/></cases></node>` +
        task('go') +
        task('stop'),
      edge('slow', 'gate') + edge('quick', 'gate'),
    ),
    ...{ expected: [], property: 'outcomes', node: 'gate' },
  },
  {
    fault: 'a handler that waits for more than the failure',
    document: harness(
      `${task('a') + task('b')}<node id="h" type="task" joinPolicy="quorum" quorum="2">${LIMIT}</node>`,
      edge('a', 'h', 'error') +
        edge('b', 'h', 'control', 'condition="${false}"') +
        edge('a', 'h', 'control', 'condition="${false}"'),
    ),
    ...{ expected: [], property: 'no-failure-swallowed', node: 'a' },
  },
  {
    fault: 'two ways that both take effect',
    document: harness(
      task('ship') + task('after') + task('refund'),
      edge('ship', 'after') + edge('after', 'refund', 'error'),
    ),
    ...{ expected: ['not both ship and refund'], property: 'not-both', node: 'refund' },
  },
  {
    fault: 'a step that does not wait for the one that it needs',
    document: harness(task('pay') + task('ship')),
    ...{ expected: ['ship only after pay'], property: 'only-after', node: 'ship' },
  },
  {
    fault: 'a loop that is longer than its bound',
    document: harness(
      `${task('a', OUT('list', 'array') + LIMIT)}<node id="l" type="loop"><loop kind="forEach" over="\${a.list}" maxIterations="2"><body ref="b"/></loop></node>${task('b')}`,
      edge('a', 'l'),
    ),
    ...{ expected: [], property: 'outcomes', node: 'l' },
  },
  {
    fault: 'an ORBIT step whose deadline cuts a run that only waits',
    document: `task "t.a" { input { } output { } }
      workflow W { timeout: 20s step a { worker "t.a" timeout: 15s retry { attempts: 3, backoff: fixed, initial_delay: 1s } } }`,
    ...{ expected: ['never timed_out'], property: 'never', node: null },
  },
];

const keyFor = ({ property, node }: Planted, documentExpected: readonly { property: string }[]) =>
  keyOfExpectation(
    documentExpected.findIndex((each) => each.property === property),
    { node },
  );

describe.each(PLANTED)('$fault', (planted) => {
  const target = targetOf(planted.document, planted.expected);
  const report = searchOf(target, 600);
  const found = report.failures.find(
    ({ property, node, also }) =>
      property === planted.property &&
      (planted.node === null ||
        node === planted.node ||
        also.some((one) => one.node === planted.node)),
  );

  test('is found, and no rule of the suite is broken meanwhile', () => {
    const told = report.failures.map(({ property, node }) => `${property} ${node}`);
    expect(found, told.join(', ')).toBeDefined();
    expect(report.failures.filter(({ kind }) => kind === 'rule')).toEqual([]);
  });

  test('takes every part of its scenario', () => {
    if (found === undefined) return;
    const prepared = prepare(target, { seed: 1, shard: NO_SHARD, faults: null });
    const key = keyFor(
      { ...planted, property: found.property, node: found.node },
      target.expected.map(({ expectation }) => expectation),
    );
    const breaks = (scenario: Scenario): boolean =>
      breakIn(prepared, judgeRun(prepared, scenario), key) !== null;
    const scenario = scenarioFor(target, JSON.stringify(found.scenario));
    expect(found.isMinimal).toBe(true);
    expect(breaks(scenario)).toBe(true);
    for (const unit of Object.keys(scenario.tasks)) {
      const usual = prepared.space.bases[0]?.tasks[unit] ?? [];
      if (JSON.stringify(usual) === JSON.stringify(scenario.tasks[unit])) continue;
      expect(breaks(withTask(scenario, unit, usual)), `without ${unit}`).toBe(false);
    }
    for (const [index, { action }] of scenario.controls.entries()) {
      if (action !== 'cancel') continue;
      const controls = scenario.controls.filter((_, place) => place !== index);
      expect(breaks({ ...scenario, controls }), 'without the cancel').toBe(false);
    }
  });
});
