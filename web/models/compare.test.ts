import { describe, expect, it } from 'vitest';
import { err, ok, workflowOf } from '../../testing/workflow.ts';
import { answerFor } from '../testing/saga.ts';
import { carryCursor, compareRuns, comparisonWords } from './compare.ts';
import { stepsOf } from './steps.ts';

const workflow = workflowOf('a > b; b > c', { b: { retry: {} } });
const good = answerFor(workflow, { a: [ok(1)], b: [ok(1)], c: [ok(1)] }).run.trace;
const retried = answerFor(workflow, { a: [ok(1)], b: [err(1), ok(1)], c: [ok(1)] }).run.trace;
const compare = (before: typeof good, after: typeof good) =>
  compareRuns(before, after, stepsOf(before, 'steps'), stepsOf(after, 'steps'));

describe('two runs', () => {
  it('that are alike have nothing changed', () => {
    const comparison = compare(good, good);
    expect(comparison).toMatchObject({ same: stepsOf(good, 'steps').length, gone: 0 });
    expect(comparisonWords(comparison)).toBe('Nothing changed: the run is the same');
  });

  it('are told apart from where they differ', () => {
    const comparison = compare(good, retried);
    const ended = retried.find((one) => one.type === 'attempt.ended' && one.unit === 'b');
    expect(comparison.changed.has(ended?.seq ?? 0)).toBe(true);
    expect(Math.min(...comparison.changed)).toBe(ended?.seq);
    expect(comparison.same).toBe(3);
    expect(comparisonWords(comparison)).toBe('3 events the same, 7 changed');
    expect(comparisonWords(compare(retried, good))).toBe('3 events the same, 4 changed, 3 gone');
  });
});

describe('an event', () => {
  it('is the same whatever its number', () => {
    const quick = workflowOf('a > b; b > c', { b: { retry: { backoff: 'none' } } });
    const once = answerFor(quick, { a: [ok(1)], b: [ok(1)], c: [ok(1)] }).run.trace;
    const twice = answerFor(quick, { a: [ok(1)], b: [err(0), ok(1)], c: [ok(1)] }).run.trace;
    const { changed } = compare(once, twice);
    const ends = twice.filter((one) => one.type === 'attempt.ended' && one.unit === 'c');
    expect(ends).toHaveLength(1);
    expect(once.some(({ seq, type }) => seq === ends[0]?.seq && type === 'attempt.ended')).toBe(
      false,
    );
    expect(changed.has(ends[0]?.seq ?? 0)).toBe(false);
  });
});

describe('the cursor', () => {
  const seqOf = (trace: typeof good, unit: string, attempt = 1) =>
    trace.find(
      (one) => one.type === 'attempt.ended' && one.unit === unit && one.attempt === attempt,
    )?.seq ?? 0;

  it('stays at the same event, whatever its number', () => {
    expect(carryCursor(good, retried, 0)).toBe(0);
    expect(carryCursor(good, retried, seqOf(good, 'a'))).toBe(seqOf(retried, 'a'));
    expect(carryCursor(good, retried, seqOf(good, 'c'))).toBe(seqOf(retried, 'c'));
    expect(seqOf(good, 'c')).not.toBe(seqOf(retried, 'c'));
  });

  it('falls back to the last event before which nothing differs', () => {
    const lost = carryCursor(retried, good, seqOf(retried, 'b', 2));
    const fork = seqOf(good, 'b');
    expect(lost).toBe(fork - 1);
  });
});
