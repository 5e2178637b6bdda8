/** A small report for tests, with a rule that is broken and a run that shows it. */

import type { Certification, ShownCall } from '../../conformance/suite/certification.ts';
import { writeToken } from '../../conformance/token/token.ts';

export const DOCUMENT =
  '<harness xmlns="https://harnessxml.com/spec/1.0" id="pay" specVersion="1.0"><nodes><node id="charge" type="task"><retry maxAttempts="2" backoff="none" jitter="false"/></node></nodes></harness>';

const SCENARIO = {
  tasks: { charge: [{ after: 1000, error: { class: 'transient' } }, { after: 500 }] },
};

const TOKEN = writeToken({
  document: { format: 'harness', text: DOCUMENT },
  scenario: SCENARIO,
  seed: 7,
  schedule: [],
  rule: 'retry/max-attempts',
  step: 5,
  digest: null,
});

const call = (attempt: number, at: number): ShownCall => ({
  index: attempt - 1,
  step: 'charge',
  unit: 'charge',
  undoes: null,
  purpose: 'forward',
  attempt,
  redelivered: false,
  key: 'k',
  at,
  reply: { after: 1000, then: { kind: 'error', error: { class: 'transient', retryable: true } } },
  settledAt: at + 1000,
  abortedAt: null,
});

/** @param told What the runtime says of itself, wherever it can. */
export function smallReport(told = 'acme'): Certification {
  const breach = {
    message: `charge was attempted 3 times (${told})`,
    expected: 'at most 2 attempts',
    observed: `3 attempts ${told}`,
    unit: 'charge',
    at: 2000,
    seq: null,
  };
  const judged = {
    clause: 'HarnessXML §8.1',
    strength: 'MUST',
    level: null,
    addOn: null,
    expectedFailure: null,
    reason: null,
    occurrences: 4,
    runs: 4,
    broken: 0,
    breach: null,
    counterexample: null,
    document: null,
  } as const;
  return {
    kind: 'runtime',
    unwind: '0.1.0',
    suite: { name: 'unwind', version: '0.1.0', rules: `sha256:${'0'.repeat(64)}` },
    runtime: { name: told, version: '2' },
    driver: null,
    command: `unwind certify --driver ${told}`,
    shard: null,
    seed: 1,
    runs: 10,
    level: null,
    profiles: [
      {
        profile: 'baseline',
        ran: [],
        planned: 4,
        cases: 4,
        generated: 0,
        unsent: 0,
        blocked: 0,
        notes: [],
        questions: [],
        rules: [
          { ...judged, id: 'retry/delay-fixed', title: 'waits as long as told', verdict: 'pass' },
          {
            ...judged,
            id: 'retry/max-attempts',
            title: 'makes at most maxAttempts attempts',
            verdict: 'fail',
            broken: 2,
            breach,
            counterexample: {
              rule: 'retry/max-attempts',
              profile: 'baseline',
              from: 'retry/max-attempts #1',
              breach,
              breaches: 1,
              document: { format: 'harness', text: DOCUMENT },
              scenario: SCENARIO,
              nodes: 1,
              faults: 1,
              difference: { expected: 'the end', observed: `attempt 3 ${told}`, at: 2000 },
              calls: [],
              observed: [call(1, 0), call(2, 1000), call(3, 2000)],
              reference: [call(1, 0), call(2, 1000)],
              token: TOKEN,
              tries: 3,
            },
          },
        ],
      },
    ],
    incidents: [],
  };
}
