import { describe, expect, it } from 'vitest';
import { ok, workflowOf } from '../../testing/workflow.ts';
import { answerFor, saga } from '../testing/saga.ts';
import { eventAt, momentAt, momentsOf } from './moment.ts';

describe('a moment', () => {
  const { trace } = saga.run;

  it('is of one event alone, and leads back to it', () => {
    const moments = momentsOf(trace);
    expect(new Set(moments).size).toBe(trace.length);
    for (const [index, moment] of moments.entries()) {
      expect(eventAt(trace, moment)).toBe(trace[index]);
      expect(momentAt(trace, index + 1)).toBe(moment);
    }
  });

  it('says what happens, to what, and at which attempt', () => {
    expect(momentsOf(trace)).toContain('attempt.started charge 2');
    expect(momentsOf(trace)).toContain('attempt.ended compensate:charge 1');
  });

  it('counts what happens again: an attempt that was sent anew after a crash', () => {
    const { run } = answerFor(
      workflowOf('A'),
      { A: [ok(2)] },
      {
        controls: [
          { event: 3, action: 'crash' },
          { at: 3000, action: 'resume' },
        ],
      },
    );
    expect(momentsOf(run.trace)).toContain('attempt.started A 1 ~2');
  });

  it('is none before the first event and behind the last', () => {
    expect(momentAt(trace, 0)).toBeNull();
    expect(momentAt(trace, 9999)).toBeNull();
    expect(eventAt(trace, 'attempt.started nobody 1')).toBeNull();
  });
});
