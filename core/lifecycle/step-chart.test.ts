import { describe, expect, it } from 'vitest';
import { choose } from './compile.ts';
import {
  baselineStepTable,
  harnessAttemptTable,
  harnessStepTable,
  instanceTable,
  orbitStepTable,
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

describe('the orbit chart of a step', () => {
  it('makes the same moves as that of harness: what differs is when', () => {
    expect(movesOf(orbitStepTable)).toEqual(movesOf(harnessStepTable));
  });

  it('cancels what runs only once it has stopped', () => {
    const { states, events, cells } = orbitStepTable;
    const running = states.indexOf('RUNNING');
    const context = {
      attempt: 1,
      spent: 0,
      idempotent: true,
      retry: null,
      onTimeout: null,
      discarded: false,
    };
    const taken = (type: 'cancelled' | 'stopped') =>
      choose(orbitStepTable, running, events.indexOf(type), context, { type })?.target ?? null;
    expect(taken('cancelled')).toBe(-1);
    expect(states[taken('stopped') ?? -1]).toBe('CANCELLED');
    const inHarness = running * harnessStepTable.events.length;
    expect(harnessStepTable.cells[inHarness + events.indexOf('stopped')]).toBeNull();
    expect(cells.length).toBe(harnessStepTable.cells.length);
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
      'compensating → timed_out',
      'failing → failed',
      'paused → cancelling',
      'paused → running',
      'quiescing → compensating',
      'running → cancelling',
      'running → failed',
      'running → failing',
      'running → paused',
      'running → quiescing',
      'running → succeeded',
    ]);
  });
});
