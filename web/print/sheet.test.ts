import { expect, test } from 'vitest';
import { answerOf } from '../worker/answer.ts';
import { MOST_STEPS, sheetOf } from './sheet.ts';

const document = (attempts: number) =>
  `<harness xmlns="https://harnessxml.com/spec/1.0" id="x" specVersion="1.0"><nodes><node id="a" type="task"><retry maxAttempts="${attempts}" initialDelay="PT1S" backoff="fixed" jitter="false"/></node></nodes></harness>`;

function runOf(attempts: number) {
  const failing = Array.from({ length: attempts }, () => ({
    after: 500,
    error: { class: 'transient' },
  }));
  const scenario = JSON.stringify({ tasks: { a: failing } });
  const answer = answerOf({ document: document(attempts), scenario, seed: null });
  if (answer.kind !== 'run') throw new Error(answer.kind);
  return answer;
}

test('a sheet has each step with its reason, and how it came out', () => {
  const sheet = sheetOf(runOf(2));
  expect(sheet.outcome).toMatch(/^The run ends as failed after 2\ss of its own time, in \d+ steps/);
  expect(sheet.steps[0]).toMatchObject({ title: 'a: attempt 1 starts', look: 'running' });
  expect(sheet.steps.every(({ title }) => title !== '')).toBe(true);
  expect(sheet.steps.some(({ because }) => because.includes('backoff') || because !== '')).toBe(
    true,
  );
  expect(sheet.stepsLeft).toBe(0);
});

test('a long timeline is cut into strips that hold all of it, and a very long run says what is left', () => {
  const sheet = sheetOf(runOf(60));
  const { strips, drawing } = sheet;
  expect(strips.length).toBeGreaterThan(2);
  const last = strips.at(-1);
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo(drawing.axis.width);
  const long = sheetOf(runOf(400));
  expect(long.steps).toHaveLength(MOST_STEPS);
  expect(long.stepsLeft).toBeGreaterThan(0);
  expect(long.stripsLeft).toBeGreaterThan(0);
});
