/** Everything within the bounds is looked at, once, and can be repeated. */

import { describe, expect, it } from 'vitest';
import { workflowOf } from '../../testing/workflow.ts';
import { simulate } from '../simulate.ts';
import { digestTrace } from '../trace/digest.ts';
import { exploreAll } from './testing.ts';

const uniqueOf = ({ levels }: { readonly levels: readonly { readonly unique: number }[] }) =>
  levels.map(({ unique }) => unique);

describe('what is tried', () => {
  it('is one run where nothing may go wrong and nothing is concurrent', () => {
    const found = exploreAll(workflowOf('A > B; B > C'), { faults: 0 });
    expect(found.reached).toHaveLength(1);
    expect(uniqueOf(found)).toEqual([3]);
    expect(found).toMatchObject({ isComplete: true, depth: 3, ends: 1 });
  });

  it('is each fault of each call, once', () => {
    const found = exploreAll(workflowOf('A > B'));
    expect(found.reached).toHaveLength(1 + 2 * 4);
    const told = found.reached.map(({ run }) => `${run.outcome} ${run.effects.length}`);
    expect(told.toSorted()).toEqual([
      'failed 0',
      'failed 1',
      'failed 1',
      'failed 2',
      'stalled 0',
      'stalled 1',
      'succeeded 2',
      'succeeded 2',
      'succeeded 2',
    ]);
  });

  it('is each pair of faults where two are allowed', () => {
    const links = 'A > B; A =comp=> uA';
    const outcomes = (faults: number) =>
      exploreAll(workflowOf(links), { faults }).reached.filter(
        ({ run }) => run.compensation === 'failed',
      ).length;
    expect([outcomes(0), outcomes(1), outcomes(2) > 0]).toEqual([0, 0, true]);
  });

  it('is each order of returns in a race, and one where order changes nothing', () => {
    const race = workflowOf('A > J; B > J; C > J', { J: { join: 'any' } });
    const all = workflowOf('A > J; B > J; C > J');
    const runsOf = (workflow: typeof race) => exploreAll(workflow, { faults: 0 }).reached.length;
    expect(runsOf(race)).toBe(3);
    expect(runsOf(all)).toBe(1);
    const brute = exploreAll(all, { faults: 0, reduction: 'none' });
    expect(brute.reached).toHaveLength(6);
    // The subsets of three calls, of which the last one leaves the join.
    expect(uniqueOf(exploreAll(all, { faults: 0, reduction: 'merged' }))).toEqual([8]);
  });

  it('is each order where a condition looks at what it does not wait for', () => {
    const aside = workflowOf('A > G', { B: { outputs: ['out'] }, G: { guard: '${B.out == 7}' } });
    const answer = { ...WELL, then: { kind: 'ok', output: { out: 7 } } } as const;
    const menu = () => [{ name: 'ok', isTimed: false, answer }];
    const { reached } = exploreAll(aside, { faults: 0 }, { menu });
    expect(reached.map(({ run }) => run.states['G']).toSorted()).toEqual(['SKIPPED', 'SUCCEEDED']);
  });

  it('is each order in which steps may be undone', () => {
    const { reached } = exploreAll(
      workflowOf('A > J; B > J; J > F; A =comp=> uA; B =comp=> uB', { J: { kind: 'barrier' } }),
    );
    const undone = reached
      .filter(({ run }) => run.outcome === 'compensated')
      .map(({ run }) => run.effects.map(({ unit }) => unit).join(' '));
    for (const order of ['compensate:A compensate:B', 'compensate:B compensate:A']) {
      expect(undone.filter((effects) => effects.endsWith(order)).length, order).toBeGreaterThan(0);
    }
  });

  it('is a cancel and a crash at each moment between two answers', () => {
    const found = exploreAll(
      workflowOf('A > B'),
      { controls: ['cancel', 'crash'] },
      { menu: () => [{ name: 'ok', isTimed: false, answer: WELL }] },
    );
    const controls = found.reached.map(({ scenario }) =>
      scenario.controls.map(({ action }) => action).join(' '),
    );
    expect(controls.toSorted()).toEqual(['', 'cancel', 'cancel', 'crash resume', 'crash resume']);
    expect(found.reached.map(({ run }) => run.outcome).toSorted()).toEqual([
      'cancelled',
      'cancelled',
      'succeeded',
      'succeeded',
      'succeeded',
    ]);
  });
});

const WELL = { after: 0, then: { kind: 'default' }, applied: true, duplicate: false } as const;

describe('what is found', () => {
  const workflow = workflowOf('A > B; A =comp=> uA', {
    A: { timeout: { duration: 5000, onTimeout: 'fail' } },
  });

  it('is repeated by the plain simulator, event by event', () => {
    // Of two calls that are slow, both return at one instant.
    const race = workflowOf('A > J; B > J; J > F; A =comp=> uA', { J: { join: 'any' } });
    for (const each of [workflow, race]) {
      const found = exploreAll(each, { faults: 2, controls: ['cancel', 'crash'] });
      expect(found.reached.length).toBeGreaterThan(40);
      for (const { scenario, run } of found.reached) {
        expect(digestTrace(simulate(each, scenario).trace)).toBe(digestTrace(run.trace));
      }
    }
  });

  it('is shown with as few faults as it takes', () => {
    const { broken } = exploreAll(
      workflow,
      { faults: 2 },
      {
        judge: (_, { outcome, compensation }) => ({
          breaks: [outcome, `undo ${compensation}`],
          left: 0,
        }),
      },
    );
    const faults = broken.map(({ what, witness }) => [what, witness.faults]);
    expect(Object.fromEntries(faults)).toEqual({
      succeeded: 0,
      'undo none': 0,
      compensated: 1,
      'undo completed': 1,
      failed: 1,
      stalled: 1,
      'undo failed': 2,
    });
    const undo = broken.find(({ what }) => what === 'undo failed');
    expect(undo?.witness.choices).toEqual(['B: refused', 'compensate:A: refused']);
  });

  it('are the worst cases', () => {
    const { worst } = exploreAll(workflow);
    expect(worst.time).toMatchObject({ amount: 7778, witness: { choices: ['B: slow'] } });
    expect(worst.calls?.amount).toBe(3);
  });

  it('is the same, to the byte, whenever it is done again', () => {
    const { reached: _, ...one } = exploreAll(workflow, { faults: 2 });
    const { reached: __, ...other } = exploreAll(workflow, { faults: 2 });
    expect(JSON.stringify(one)).toBe(JSON.stringify(other));
  });
});

describe('bounds', () => {
  const wide = workflowOf('A > J; B > J; C > J; D > J; E > J; F > J');

  it('end the search, which says so', () => {
    expect(exploreAll(wide, { states: 100 })).toMatchObject({
      isComplete: false,
      stoppedBy: 'states',
    });
    expect(exploreAll(wide, { work: 500 })).toMatchObject({ isComplete: false, stoppedBy: 'work' });
    expect(exploreAll(wide)).toMatchObject({ isComplete: true, stoppedBy: null });
  });

  it('that cut one level short leave none behind it whole', () => {
    const { levels } = exploreAll(wide, { work: 1 });
    expect(levels.map(({ isComplete }) => isComplete)).toEqual([false, false]);
  });

  it('leave something for runs with faults, however many orders there are', () => {
    const { levels } = exploreAll(wide, { states: 60 });
    expect(levels.map(({ isComplete }) => isComplete)).toEqual([false, false]);
    expect(levels[1]?.runs).toBeGreaterThan(0);
  });
});
