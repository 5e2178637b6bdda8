import { describe, expect, it } from 'vitest';
import { err, workflowOf } from '../../testing/workflow.ts';
import { answerFor, saga } from '../testing/saga.ts';
import { logWindow, spokenStep, windowStart } from './log.ts';
import { stepsOf } from './steps.ts';
import { trackPath, tracksOf } from './track.ts';

const steps = stepsOf(saga.run.trace, 'steps');

describe('the event log', () => {
  const { lines } = logWindow(steps, 0, saga.workflow);

  it('has a line for each step, in order', () => {
    expect(lines.map((line) => line.index)).toEqual(steps.map((step) => step.index));
    expect(lines[3]).toMatchObject({
      subject: 'Charge card',
      what: 'attempt 1 fails: unavailable',
      look: 'failed',
      undo: false,
    });
    expect(lines[11]).toMatchObject({ look: 'failed', undo: true });
  });

  it('prints a time only where it changes, and keeps it with its unit', () => {
    expect(lines.slice(0, 5).map((line) => line.time)).toEqual([
      '0\u00a0s',
      '1\u00a0s',
      '',
      '1.5\u00a0s',
      '',
    ]);
    expect(lines[4]?.what).toBe('backs off for 1\u00a0s');
  });

  it('begins a line without a step with a capital letter', () => {
    expect(lines.find((line) => line.subject === null)?.what).toBe('Unwinding starts');
  });

  it('shows a long run in part, around the cursor', () => {
    const answer = answerFor(
      workflowOf('A', { A: { retry: { maxAttempts: 500, backoff: 'none' } } }),
      { A: [err(1)] },
    );
    const many = stepsOf(answer.run.trace, 'events');
    for (const current of [-1, 0, 399, 400, 1234, many.length - 1]) {
      const log = logWindow(many, windowStart(many.length, current), answer.workflow);
      const [first] = log.lines;
      expect(log.before + log.lines.length + log.after).toBe(many.length);
      expect(first?.index).toBe(log.before);
      expect(log.lines.some((line) => line.index === Math.max(0, current))).toBe(true);
      expect(log.lines.length).toBeLessThanOrEqual(600);
    }
  });
});

describe('a step in words', () => {
  it('is a whole sentence', () => {
    expect(spokenStep(steps, 3, saga.workflow)).toBe(
      'step 4 of 16: Charge card, attempt 1 fails: unavailable, 1.5 s',
    );
    expect(spokenStep(steps, -1, saga.workflow)).toBe('before the first of 16 steps');
  });
});

describe('the bars in the list', () => {
  const tracks = tracksOf(steps, saga.timeline);

  it('belong to the step that they stand beside', () => {
    expect(tracks.map((track) => track && `${track.line ? 'line' : 'bar'} ${track.look}`)).toEqual([
      'bar succeeded',
      'bar succeeded',
      'bar failed',
      'bar failed',
      'line waiting',
      'bar succeeded',
      'bar succeeded',
      'bar unknown',
      'bar unknown',
      null,
      'bar failed',
      'bar failed',
      'bar undone',
      'bar undone',
      null,
      null,
    ]);
  });

  it('lie between the beginning and the end', () => {
    for (const track of tracks) {
      if (track === null) continue;
      expect(track.from).toBeGreaterThanOrEqual(0);
      expect(track.to).toBeLessThanOrEqual(1);
      expect(track.from).toBeLessThan(track.to);
      expect(trackPath(track)).not.toContain('NaN');
    }
  });
});
