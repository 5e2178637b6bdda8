/** What becomes of a call in the picture. */

import { describe, expect, it } from 'vitest';
import type { ShownCall } from '../../../suite/certification.ts';
import { attemptsOf, onWholeTimes } from './attempts.ts';
import { layOut } from './layout.ts';

const call = (rest: Partial<ShownCall> = {}): ShownCall => ({
  ...{ index: 0, step: 'a', unit: 'a', undoes: null, purpose: 'forward', attempt: 1 },
  ...{ redelivered: false, key: null, at: 0, settledAt: 100, abortedAt: null },
  reply: { after: 100, then: { kind: 'ok' } },
  ...rest,
});

const only = (rest: Partial<ShownCall>) => attemptsOf([call(rest)], [])[0];

const error = {
  after: 100,
  then: { kind: 'error', error: { class: 'busy', retryable: null } },
} as const;

describe('an attempt', () => {
  it.each([
    ['succeeds', {}, 'succeeded', 'forward'],
    ['fails with busy', { reply: error }, 'failed', 'forward'],
    ['given up on', { abortedAt: 50, settledAt: null }, 'unknown', 'forward'],
    [
      'never returns',
      { reply: { after: 0, then: { kind: 'hang' } }, settledAt: null },
      'unknown',
      'forward',
    ],
    ['result not seen', { settledAt: null }, 'unknown', 'forward'],
    ['undone', { purpose: 'compensation', undoes: 'a', unit: 'undo' }, 'undone', 'undo'],
    ['fails with busy', { purpose: 'compensation', reply: error }, 'failed', 'undo'],
    [
      'nobody knows',
      { purpose: 'reconcile', reply: { after: 0, then: { kind: 'status', applied: null } } },
      'asked',
      'ask',
    ],
  ] as const)('that %s has the look of it', (word, rest, look, kind) => {
    expect(only(rest as Partial<ShownCall>)).toMatchObject({ word, look, kind });
  });

  it('has a late result where one came after it was given up on', () => {
    expect(only({ abortedAt: 50, settledAt: null })?.late).toEqual({ at: 100, rank: 0 });
    expect(only({ abortedAt: 50, settledAt: 80 })?.late).toEqual({ at: 80, rank: 0 });
    expect(only({ abortedAt: 100, settledAt: null })?.late).toBeNull();
    const hangs = { after: 0, then: { kind: 'hang' } } as const;
    expect(only({ abortedAt: 50, settledAt: null, reply: hangs })?.late).toBeNull();
  });

  it('of a compensation is in the lane of what it undoes', () => {
    expect(only({ purpose: 'compensation', undoes: 'a', unit: 'refund' })?.lane).toBe('a');
  });

  it('comes behind what ended in the same instant', () => {
    const instant = { settledAt: 0, reply: { after: 0, then: { kind: 'ok' } } } as const;
    const made = attemptsOf([call(instant), call({ ...instant, unit: 'b' })], []);
    expect(made.map(({ from, to }) => [from.rank, to?.rank])).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });

  it('is only here as often as the other run does not make it', () => {
    const twice = attemptsOf([call(), call(), call({ attempt: 2 })], [call()]);
    expect(twice.map(({ isOnlyHere }) => isOnlyHere)).toEqual([false, true, true]);
  });
});

it('times of a real clock are told to the millisecond', () => {
  const [rounded] = onWholeTimes([
    call({ at: 0.246, settledAt: 61.4, reply: { ...error, after: 60.6 } }),
  ]);
  expect(rounded).toMatchObject({ at: 0, settledAt: 61, abortedAt: null, reply: { after: 61 } });
});

describe('the picture', () => {
  it('shows a wait between two attempts of a unit, with its length', () => {
    const retried = [call({ reply: error }), call({ attempt: 2, at: 800, settledAt: 900 })];
    const drawing = layOut({ reference: [], observed: retried, breachAt: null, controls: [] });
    expect(drawing?.panels[1]?.lanes[0]?.waits.map(({ text }) => text)).toEqual(['0.7 s']);
    expect(drawing?.panels[0]?.lanes[0]).toMatchObject({ name: 'a', bars: [] });
  });

  it('lets what never ends go on behind the last moment', () => {
    const hangs = call({ settledAt: null, reply: { after: 0, then: { kind: 'hang' } } });
    const drawing = layOut({
      reference: [],
      observed: [hangs, call({ unit: 'b', settledAt: 5000, at: 4000 })],
      ...{ breachAt: 2000, controls: [{ at: 1000, action: 'cancel' }] },
    });
    const bars = drawing?.panels[1]?.lanes.flatMap((lane) => lane.bars) ?? [];
    expect(bars.map(({ isOpen }) => isOpen)).toEqual([true, false]);
    expect((bars[0]?.x ?? 0) + (bars[0]?.width ?? 0)).toBe(drawing?.axis.width);
    expect(drawing?.turns.map(({ label }) => label.text)).toEqual(['breach 2 s', 'cancel 1 s']);
  });

  it('is none where nothing was called', () => {
    expect(layOut({ reference: [], observed: [], breachAt: 1, controls: [] })).toBeNull();
  });
});
