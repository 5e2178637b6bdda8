/** Certifications of all kinds, with texts that nobody would write and a driver may send. */

import fc from 'fast-check';
import type {
  Certification,
  Counterexample,
  Expectations,
  ProfilePart,
  ProfileReport,
  RanCase,
  RulePart,
  RuleReport,
  ShownCall,
} from '../../suite/certification.ts';

/** What a terminal, Markdown, XML, a line of NDJSON or a shell would take for its own. */
export const HOSTILE_TEXTS = [
  '\u001b[31mred\u001b[0m \u0007 \u0000',
  '<script>alert(1)</script>',
  ']]><x/> &amp; &#x0; "quoted" \'so\'',
  '| `a` | **b** | [c](javascript:alert(1)) |\n# title\n- [ ] x',
  '::error::gotcha\r\n::set-output name=x::y %0A',
  '\u202egnp.exe \ud800 \udfff \ufffe \ufeff \u2028',
  '@everyone #1 https://example.org <!-- -->',
  '$(rm -rf /) ; `id` && echo "x"',
] as const;

const text = fc.oneof(
  { weight: 3, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
);
const count = fc.nat({ max: 1000 });
const time = fc.nat({ max: 100_000 }).map((value) => value / 8);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const few = <T>(arbitrary: fc.Arbitrary<T>) => fc.array(arbitrary, { maxLength: 3 });
const name = fc.constantFrom('retry/a', 'retry/b', 'timeout/a', 'order/c', ...HOSTILE_TEXTS);
const profileName = fc.constantFrom('baseline' as const, 'harness' as const, 'orbit' as const);

const breach = fc.record({
  ...{ message: text, expected: text, observed: text, unit: maybe(text), at: maybe(time) },
  seq: maybe(count),
});

const reply: fc.Arbitrary<ShownCall['reply']['then']> = fc.oneof(
  fc.record({ kind: fc.constant('ok' as const), output: fc.constant({ a: [1, null] }) }),
  fc.record({
    kind: fc.constant('error' as const),
    error: fc.record({ class: text, retryable: maybe(fc.boolean()) }),
  }),
  fc.record({ kind: fc.constant('hang' as const) }),
  fc.record({ kind: fc.constant('status' as const), applied: maybe(fc.boolean()) }),
);

const call: fc.Arbitrary<ShownCall> = fc.record({
  ...{ index: count, step: text, unit: text, undoes: maybe(text) },
  purpose: fc.constantFrom('forward', 'compensation', 'reconcile'),
  ...{ attempt: count, redelivered: fc.boolean(), key: maybe(text), at: time },
  reply: fc.record({ after: time, then: reply }),
  ...{ settledAt: maybe(time), abortedAt: maybe(time) },
});

const event = fc.record({ seq: count, at: time, type: text });

const counterexample: fc.Arbitrary<Counterexample> = fc
  .record(
    {
      ...{ rule: name, profile: profileName, from: text, breach, breaches: count },
      document: fc.record({
        format: fc.constantFrom('harness' as const, 'orbit' as const),
        text,
      }),
      scenario: fc.constantFrom({ seed: 1 }, { tasks: { a: [{ hang: true }] } }),
      ...{ nodes: count, faults: count },
      difference: maybe(fc.record({ expected: text, observed: text, at: maybe(time) })),
      ...{ calls: few(text), observed: few(call), reference: few(call), trace: few(event) },
      ...{ token: fc.constant('u1.abc'), tries: count },
    },
    { noNullPrototype: true },
  )
  .chain((found) => fc.constantFrom(found, withoutTrace(found)))
  .map((found) => found as unknown as Counterexample);

const withoutTrace = <T extends { readonly trace: unknown }>({ trace, ...rest }: T) => rest;

const VERDICTS = [
  ...(['pass', 'fail', 'degraded', 'choice', 'unsupported', 'vacuous'] as const),
  ...(['inconclusive', 'blocked', 'skipped', 'stale'] as const),
] as const;

const from = fc.record({ from: text });

const part: fc.Arbitrary<RulePart> = fc.record({
  worst: maybe(fc.record({ from: text, size: count })),
  document: maybe(from),
  readings: maybe(few(fc.record({ question: text, reading: text }))),
  unsteady: count,
  outOfReach: maybe(fc.record({ reason: text })),
  refused: maybe(fc.record({ from: text, reason: text })),
  sampled: few(
    fc.record({
      from: text,
      samples: few(
        fc.record({
          ...{ group: text, value: fc.oneof(time, text), tolerance: time, unit: text, at: time },
        }),
      ),
    }),
  ),
});

const rule: fc.Arbitrary<RuleReport> = fc
  .record({
    ...{ id: name, title: text, clause: text, strength: fc.constantFrom('MUST', 'SHOULD') },
    level: maybe(fc.constantFrom('core' as const, 'full' as const)),
    addOn: maybe(fc.constantFrom('resume' as const, 'operators' as const)),
    verdict: fc.constantFrom(...VERDICTS),
    expectedFailure: maybe(fc.record({ reason: text, expires: fc.constant('2027-01-31') })),
    ...{ reason: maybe(text), occurrences: count, runs: count, broken: count },
    ...{ breach: maybe(breach), counterexample: maybe(counterexample) },
    document: maybe(fc.record({ name: text, source: text })),
    part: maybe(part),
  })
  .map(({ part: told, ...rest }) => (told === null ? rest : { ...rest, part: told }));

const ran: fc.Arbitrary<RanCase> = fc.record({
  ...{ id: text, name: text, outcome: maybe(fc.constantFrom('failed', 'compensated')) },
  ...{ calls: count, endedAt: maybe(time), broken: few(name) },
});

const profilePart: fc.Arbitrary<ProfilePart> = fc.record({
  refusals: few(fc.record({ reason: text, count: fc.integer({ min: 1, max: 9 }), from: text })),
  selfReported: count,
});

const expectations: fc.Arbitrary<Expectations> = fc.record({
  on: fc.constant('2026-12-01'),
  failures: few(
    fc.record({
      rule: name,
      profile: profileName,
      reason: text,
      expires: fc.constant('2027-01-31'),
    }),
  ),
});

const profileReport: fc.Arbitrary<ProfileReport> = fc
  .record({
    ...{ profile: profileName, ran: few(ran), planned: count, cases: count, generated: count },
    ...{ unsent: count, blocked: fc.constantFrom(0, 0, 2), notes: few(text) },
    rules: fc.uniqueArray(rule, { selector: ({ id }) => id, maxLength: 5 }),
    questions: few(
      fc.record({
        ...{ question: fc.constantFrom('Q1', 'Q2'), declared: maybe(text), seen: maybe(text) },
        verdict: fc.constantFrom('choice', 'fail', 'vacuous'),
      }),
    ),
    part: maybe(profilePart),
  })
  .map(({ part: told, ...rest }) => (told === null ? rest : { ...rest, part: told }));

export const arbitraryCertification: fc.Arbitrary<Certification> = fc
  .record({
    ...{ kind: fc.constantFrom('runtime' as const, 'traces' as const), unwind: text },
    suite: fc.record({
      ...{ name: fc.constant('unwind' as const), version: text },
      rules: fc.constant(`sha256:${'0f'.repeat(32)}`),
    }),
    runtime: fc.record({ name: text, version: text }),
    driver: maybe(
      fc.record({
        ...{ words: text, profiles: few(text), dialects: few(text), capabilities: few(text) },
        clock: fc.constant({ kind: 'real' as const, toleranceMs: 25, scale: 0.001 }),
        ...{ unsupported: fc.dictionary(text, text, { maxKeys: 2 }), choices: fc.constant({}) },
      }),
    ),
    command: maybe(text),
    shard: maybe(fc.constant({ index: 2, count: 3 })),
    ...{ seed: count, runs: count, level: maybe(fc.constant('core' as const)) },
    profiles: fc.uniqueArray(profileReport, { selector: ({ profile }) => profile }),
    incidents: few(fc.record({ kind: text, message: text, hint: maybe(text) })),
    isInterrupted: fc.boolean(),
    stderr: maybe(text),
    expected: maybe(expectations),
  })
  .map(({ isInterrupted, stderr, expected, ...rest }) => ({
    ...rest,
    ...(expected === null ? {} : { expected }),
    ...(isInterrupted ? { interrupted: true } : {}),
    ...(stderr === null ? {} : { stderr }),
  }));
