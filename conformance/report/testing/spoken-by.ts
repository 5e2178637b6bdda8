/** A certification in which everything that a driver can say is one text. */

import type { Certification } from '../../suite/certification.ts';
import { certificationOf, counterexampleOf, profileReport, ruleReport } from './certification.ts';

export const spokenBy = (text: string, rest: Partial<Certification> = {}): Certification => {
  const plain = counterexampleOf('retry/a');
  const breach = { ...plain.breach, message: text, expected: text, observed: text, unit: text };
  const counterexample = {
    ...{ ...plain, breach, calls: [text], difference: { expected: text, observed: text, at: 0 } },
    document: { format: 'harness' as const, text },
    scenario: { input: text },
  };
  return certificationOf(
    [
      profileReport(
        [
          ruleReport('retry/a', {
            verdict: 'fail',
            broken: 3,
            reason: text,
            breach,
            counterexample,
          }),
          ruleReport('retry/b', { verdict: 'degraded', broken: 1, reason: text, breach }),
          ruleReport('retry/c', { verdict: 'unsupported', reason: text }),
          ruleReport('retry/d', {
            ...{ verdict: 'fail', broken: 1, breach },
            expectedFailure: { reason: text, expires: '2027-01-31', ticket: text },
          }),
          ruleReport('document/a', { verdict: 'fail', document: { name: text, source: text } }),
        ],
        {
          notes: [text],
          questions: [{ question: 'Q1', declared: text, seen: text, verdict: 'fail' }],
        },
      ),
    ],
    {
      runtime: { name: text, version: text, language: text, homepage: text },
      command: text,
      incidents: [{ kind: 'died', message: text, hint: text }],
      stderr: text,
      ...rest,
    },
  );
};
