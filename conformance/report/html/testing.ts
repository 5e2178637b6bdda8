/** Reports for tests of the page: one with every verdict, and one whose every text is hostile. */

import type { Json } from '../../../core/model/json.ts';
import type { Certification, Counterexample, ShownCall } from '../../suite/certification.ts';
import type { Verdict } from '../../suite/verdict.ts';
import {
  certificationOf,
  counterexampleOf,
  profileReport,
  ruleReport,
} from '../testing/certification.ts';
import { VERDICT_ORDER } from './looks.ts';

const call = (rest: Partial<ShownCall>): ShownCall => ({
  ...{ index: 0, step: 'charge', unit: 'charge', undoes: null, purpose: 'forward', attempt: 1 },
  ...{ redelivered: false, key: 'k', at: 0, settledAt: 100, abortedAt: null },
  reply: { after: 100, then: { kind: 'ok' } },
  ...rest,
});

const busy = {
  after: 100,
  then: { kind: 'error', error: { class: 'busy', retryable: null } },
} as const;
const hang = { after: 0, then: { kind: 'hang' } } as const;

/** An attempt of every look, waits, a late result, and a call that the other run does not make. */
export const calls: Pick<Counterexample, 'observed' | 'reference'> = {
  reference: [
    call({ unit: 'stock', key: 'of the stock' }),
    call({ at: 100, settledAt: 300, reply: { ...busy, after: 200 } }),
    call({
      at: 1300,
      attempt: 2,
      settledAt: null,
      abortedAt: 6300,
      reply: { ...busy, after: 9000 },
    }),
    call({
      at: 6300,
      purpose: 'reconcile',
      settledAt: null,
      reply: { after: 0, then: { kind: 'status', applied: null } },
    }),
    call({ at: 6300, unit: 'restock', undoes: 'stock', purpose: 'compensation', settledAt: 6500 }),
  ],
  observed: [
    call({ unit: 'stock', key: 'of the stock' }),
    call({ at: 100, settledAt: 300, reply: { ...busy, after: 200 } }),
    call({ at: 1300, attempt: 2, settledAt: null, abortedAt: 6300, reply: hang }),
    call({ at: 6300, attempt: 3, settledAt: null, redelivered: true, reply: hang }),
    call({
      at: 6300,
      unit: 'restock',
      undoes: 'stock',
      purpose: 'compensation',
      settledAt: 6500,
      reply: busy,
    }),
  ],
};

const trace: NonNullable<Counterexample['trace']> = [
  { seq: 1, at: 0, cause: null, type: 'crashed' },
  { seq: 2, at: 200, cause: 1, type: 'run.paused' },
];

const RULES = [
  ...['retry/max-attempts', 'retry/jitter-full', 'timeout/skip', 'idempotence/key-stable'],
  ...['compensation/once', 'failure/propagates', 'lifecycle/terminal-final'],
  ...['schedule/join-all', 'durability/backoff-kept', 'operator/pauses', 'document/right-code'],
];

const BROKEN: readonly Verdict[] = ['fail', 'degraded', 'choice', 'stale'];

/** Each verdict in the profile `harness`; `orbit` is certified. */
export const everyVerdict = (rest: Partial<Certification> = {}): Certification => {
  const reports = VERDICT_ORDER.map((verdict, index) => {
    const id = RULES[index] ?? `other/${verdict}`;
    return ruleReport(id, {
      verdict,
      title: `does what ${id} says`,
      reason: ['pass', 'fail', 'degraded'].includes(verdict) ? null : `a reason to be ${verdict}`,
      ...(BROKEN.includes(verdict)
        ? {
            broken: 3,
            breach: counterexampleOf(id).breach,
            counterexample: counterexampleOf(id, {
              ...calls,
              ...(verdict === 'fail' ? { trace } : {}),
              difference: { expected: 'no further call', observed: 'charge', at: 6300 },
              scenario: { seed: 1, controls: [{ at: 2000, action: 'cancel' }] },
            }),
          }
        : {}),
      ...(verdict === 'stale'
        ? { expectedFailure: { reason: 'no clock', expires: '2026-01-31', ticket: 'T-7' } }
        : {}),
    });
  });
  const refused = ruleReport('document/accepts-valid', {
    ...{ verdict: 'fail', broken: 1, document: { name: 'plain', source: '<harness/>\n' } },
    breach: counterexampleOf('document/accepts-valid').breach,
  });
  return certificationOf(
    [
      profileReport([...reports, refused], {
        ...{ notes: ['its compensations are adapter-supplied'], blocked: 2, unsent: 1 },
        questions: [
          { question: 'Q1', declared: 'failed', seen: 'compensated', verdict: 'fail' },
          { question: 'Q4', declared: null, seen: 'left', verdict: 'choice' },
          { question: 'Q12', declared: null, seen: null, verdict: 'vacuous' },
        ],
      }),
      profileReport([ruleReport('retry/max-attempts')], { profile: 'orbit' }),
    ],
    {
      incidents: [{ kind: 'died', message: 'the driver ended', hint: 'look at its stderr' }],
      stderr: 'Traceback:\n  line 7\n',
      ...rest,
    },
  );
};

/** Every text of a report replaced, but for what names its kind. */
export const withTexts = <Value>(value: Value, text: string): Value =>
  replaced(value as unknown as Json, text, '') as unknown as Value;

const KINDS = ['kind', 'verdict', 'strength', 'profile', 'level', 'purpose', 'format', 'addOn'];

const replaced = (value: Json, text: string, name: string): Json => {
  if (typeof value === 'string') return KINDS.includes(name) ? value : text;
  if (Array.isArray(value)) return value.map((each: Json) => replaced(each, text, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, replaced(each as Json, text, key)]),
  );
};
