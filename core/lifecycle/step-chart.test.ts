import { describe, expect, it } from 'vitest';
import {
  baselineStepTable,
  harnessAttemptTable,
  harnessStepTable,
  instanceTable,
} from './tables.ts';

interface AnyTable {
  readonly states: readonly string[];
  readonly events: readonly string[];
  readonly cells: readonly (readonly { readonly target: number }[] | null)[];
}

/** Every `from → to` that a table can make. */
const movesOf = (table: AnyTable): string[] => {
  const moves = new Set<string>();
  table.cells.forEach((candidates, cell) => {
    const from = table.states[Math.floor(cell / table.events.length)];
    for (const { target } of candidates ?? []) {
      if (target >= 0) moves.add(`${from} → ${table.states[target]}`);
    }
  });
  return [...moves].sort();
};

describe('the harness chart of a step', () => {
  it('makes the transitions of HarnessXML §6.2 and no others', () => {
    const published: { readonly [from: string]: readonly string[] } = {
      PENDING: ['READY', 'CANCELLED'],
      READY: ['RUNNING', 'SKIPPED', 'CANCELLED'],
      RUNNING: ['SUCCEEDED', 'FAILED', 'RETRYING', 'CANCELLED', 'SKIPPED'],
      RETRYING: ['READY', 'FAILED', 'CANCELLED'],
      SUCCEEDED: ['COMPENSATED'],
    };
    const legal = Object.entries(published).flatMap(([from, targets]) =>
      targets.map((to) => `${from} → ${to}`),
    );
    expect(movesOf(harnessStepTable)).toEqual(legal.sort());
  });

  it('goes from RUNNING to SKIPPED only when its timeout passes (Q2)', () => {
    const { states, events, cells } = harnessStepTable;
    const running = states.indexOf('RUNNING');
    const skipping = events.filter((_, event) =>
      cells[running * events.length + event]?.some(({ target }) => states[target] === 'SKIPPED'),
    );
    expect(skipping).toEqual(['timed_out']);
  });
});

describe('the baseline chart of a step', () => {
  it('lets an operator bring a step back from FAILED, and adds nothing else', () => {
    const added = movesOf(baselineStepTable).filter(
      (move) => !movesOf(harnessStepTable).includes(move),
    );
    expect(added).toEqual(['FAILED → READY', 'FAILED → SUCCEEDED']);
  });
});

describe('the chart of an attempt', () => {
  it('ends once, and only from being open', () => {
    expect(movesOf(harnessAttemptTable)).toEqual(
      ['cancelled', 'failed', 'succeeded', 'timed_out', 'uncertain_side_effect'].map(
        (end) => `open → ${end}`,
      ),
    );
  });
});

describe('the chart of an instance', () => {
  it('compensates only after a failure has propagated and what ran has finished', () => {
    expect(movesOf(instanceTable)).toEqual([
      'cancelling → cancelled',
      'compensating → cancelled',
      'compensating → compensated',
      'compensating → failed',
      'failing → failed',
      'paused → cancelling',
      'paused → running',
      'quiescing → compensating',
      'running → cancelling',
      'running → failing',
      'running → paused',
      'running → quiescing',
      'running → succeeded',
    ]);
  });
});
