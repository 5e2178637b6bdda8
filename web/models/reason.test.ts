import { describe, expect, it } from 'vitest';
import { ok, workflowOf } from '../../testing/workflow.ts';
import { answerFor, saga } from '../testing/saga.ts';
import type { RunAnswer } from '../worker/messages.ts';
import { reasonOf } from './reason.ts';
import { stepsOf } from './steps.ts';

const reasonFor = (answer: RunAnswer, title: string): string => {
  const { run, workflow } = answer;
  const reason = stepsOf(run.trace, 'steps')
    .map((step) => reasonOf(step, run.trace, workflow))
    .find((one) => one.title === title);
  return reason?.because.replaceAll('\u00a0', ' ') ?? 'no such step';
};

describe('the reason of a step', () => {
  it('has what made it possible before it', () => {
    expect(reasonFor(saga, 'Charge card: attempt 1 starts')).toMatch(
      /^Reserve stock succeeded at 1 s, which satisfies its only incoming edge\. Its inputs/,
    );
  });

  it('has what follows from it behind it', () => {
    expect(reasonFor(saga, 'Charge card: attempt 1 fails: unavailable')).toMatch(
      /The task answered after 0\.5 s .* Attempt 2 of at most 3 follows in 1 s\.$/,
    );
    expect(reasonFor(saga, 'Ship parcel: attempt 1 ends with its effect unknown')).toMatch(
      /^No answer came within 5 s\. .* the run unwinds\.$/,
    );
  });

  it('tells why an undo comes now', () => {
    expect(reasonFor(saga, 'Refund card: attempt 1 starts')).toMatch(
      /^Charge card succeeded and has a compensation\. It was completed at 3 s, later than/,
    );
  });

  it('does not tell again what made a second attempt ready', () => {
    expect(reasonFor(saga, 'Charge card: attempt 2 starts')).toMatch(/^The attempt before failed/);
  });

  it('is told for each branch that one step made ready', () => {
    const answer = answerFor(workflowOf('A > B; A > C'), { A: [ok(1)] });
    for (const name of ['B', 'C']) {
      expect(reasonFor(answer, `${name}: attempt 1 starts`)).toMatch(/^A succeeded at 1 s/);
    }
  });

  it('tells why an attempt was cancelled', () => {
    const answer = answerFor(workflowOf('A > J; B > J', { J: { join: 'any' } }), {
      A: [ok(1)],
      B: [ok(5)],
    });
    expect(reasonFor(answer, 'B: attempt 1 is cancelled')).toMatch(
      /^J has its first satisfied edge .* The engine gave up on the call/,
    );
  });
});
