/** Certifications for tests of reports: everything that a test does not speak of is plain. */

import type {
  Certification,
  Counterexample,
  ProfileReport,
  RuleReport,
} from '../../suite/certification.ts';

export const ruleReport = (id: string, rest: Partial<RuleReport> = {}): RuleReport => ({
  ...{ id, title: 'does so', clause: '§1', strength: 'MUST', level: 'core', addOn: null },
  ...{ verdict: 'pass', expectedFailure: null, reason: null },
  ...{ occurrences: 9, runs: 9, broken: 0, breach: null, counterexample: null, document: null },
  ...rest,
});

export const profileReport = (
  rules: readonly RuleReport[],
  rest: Partial<ProfileReport> = {},
): ProfileReport => ({
  ...{ profile: 'harness', ran: [], planned: 15, cases: 5, generated: 10, unsent: 0, blocked: 0 },
  ...{ notes: [], rules, questions: [] },
  ...rest,
});

/** @param profiles Reports, or the rules of one. */
export const certificationOf = (
  profiles: readonly ProfileReport[],
  rest: Partial<Certification> = {},
): Certification => ({
  ...{ kind: 'runtime', unwind: '1' },
  suite: { name: 'unwind', version: '1', rules: `sha256:${'0'.repeat(64)}` },
  runtime: { name: 'acme', version: '2' },
  driver: {
    ...{ words: '--driver "python3 driver.py"', profiles: ['harness'], dialects: ['plan'] },
    clock: { kind: 'virtual', toleranceMs: 0, scale: 1 },
    ...{ capabilities: ['retry'], unsupported: {}, choices: {} },
  },
  command: 'unwind certify --driver "python3 driver.py"',
  ...{ shard: null, seed: 1, runs: 10, level: null, profiles, incidents: [] },
  ...rest,
});

export const counterexampleOf = (
  rule: string,
  rest: Partial<Counterexample> = {},
): Counterexample => ({
  ...{ rule, profile: 'harness', from: 'generated #7', breaches: 1 },
  breach: {
    message: 'charge was called a fourth time',
    ...{ expected: '3 calls', observed: '4 calls', unit: 'charge', at: 700, seq: null },
  },
  document: { format: 'harness', text: '<harness/>' },
  ...{ scenario: { seed: 1 }, nodes: 1, faults: 1, difference: null },
  calls: ['0 ms: charge, attempt 1 → fails with timeout after 100 ms'],
  observed: [
    {
      ...{ index: 0, step: 'charge', unit: 'charge', undoes: null, purpose: 'forward' },
      ...{ attempt: 1, redelivered: false, key: 'k', at: 0, settledAt: 100, abortedAt: null },
      reply: { after: 100, then: { kind: 'error', error: { class: 'timeout', retryable: null } } },
    },
  ],
  ...{ reference: [], token: 'u1.abc', tries: 3 },
  ...rest,
});
