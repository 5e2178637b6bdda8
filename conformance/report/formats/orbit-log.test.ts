import { describe, expect, test } from 'vitest';
import { readDocument } from '../../../core/read.ts';
import { readScenario } from '../../../core/scenario/read.ts';
import { simulate } from '../../../simulator/simulate.ts';
import { toOrbitHistory } from '../../../simulator/trace/orbit-history.ts';
import { renderOrbitLog } from './orbit-log.ts';

const DOCUMENT = `
task "a.run" { input { n: Int } output { v: Int } }
task "a.undo" { input { v: Int } }
workflow W {
    version "1.0.0"
    step first { worker "a.run" with { n: 1 } compensate { worker "a.undo" with { v: first.v } } }
    step broken {
        worker "a.run" after first with { n: 2 }
        retry { attempts: 2, backoff: fixed, initial_delay: 50ms }
    }
}`;

function logOf(scenario: object): readonly string[] {
  const { workflow } = readDocument(DOCUMENT);
  if (workflow === null) throw new Error('the document is not valid');
  const read = readScenario(JSON.stringify(scenario), workflow);
  if (read.scenario === null) throw new Error(JSON.stringify(read.problems));
  const { trace } = simulate(workflow, read.scenario);
  return [...renderOrbitLog(toOrbitHistory(trace, workflow))].map((line) => line.trimEnd());
}

describe('the log of ORBIT', () => {
  test('has a line for each event but dispatches, with offsets, numbers and padded names', () => {
    const error = { class: 'HTTP_ERROR', message: 'a\nb' };
    const log = logOf({ tasks: { first: [{ after: 12 }], broken: [{ after: 3, error }] } });
    expect(log).toEqual([
      '+     0ms  #1  WorkflowCreated           workflow=W',
      '+     0ms  #2  WorkflowStarted',
      '+     0ms  #3  StepScheduled             step=first attempt=1',
      '+    12ms  #5  StepSucceeded             step=first attempt=1',
      '+    12ms  #6  StepScheduled             step=broken attempt=1',
      '+    15ms  #8  StepAttemptFailed         step=broken attempt=1 error=HTTP_ERROR a b',
      '+    15ms  #9  RetryScheduled            step=broken next_attempt=2 delay_ms=50 fire_at_ms=65',
      '+    65ms  #10  StepScheduled             step=broken attempt=2',
      '+    68ms  #12  StepAttemptFailed         step=broken attempt=2 error=HTTP_ERROR a b',
      '+    68ms  #13  StepFailed                step=broken error=HTTP_ERROR a b',
      '+    68ms  #14  CompensationStarted       reason=step `broken` failed: a b steps=compensate:first',
      '+    68ms  #15  StepScheduled             step=compensate:first attempt=1',
      '+    68ms  #17  StepSucceeded             step=compensate:first attempt=1',
      '+    68ms  #18  CompensationCompleted',
      '+    68ms  #19  WorkflowFailed            error=HTTP_ERROR step `broken` failed: a b compensation=completed',
    ]);
  });

  test('widens where a time has more than six digits', () => {
    const log = logOf({ tasks: { first: [{ after: 12_345_678 }] } });
    expect(log[3]).toBe('+12345678ms  #5  StepSucceeded             step=first attempt=1');
  });
});
