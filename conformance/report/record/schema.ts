/**
 * The lines of a report as NDJSON, each an object that says its kind first. What is told there
 * changes by addition only: members and kinds that a reader does not know are no fault.
 */

import { type TSchema, Type } from '@sinclair/typebox';
import {
  always,
  choice,
  count,
  flag,
  json,
  nullable,
  openObject,
  text,
  time,
} from '../../protocol/schema/build.ts';
import { OUTCOMES, PROFILES, PURPOSES } from '../../protocol/schema/names.ts';
import { MOST_EXPECTED } from '../../suite/expected/schema.ts';
import type { Verdict } from '../../suite/verdict.ts';

/** The version of the record that this writes, and the newest that it reads. */
export const RECORD_VERSION = 1;

const optional = Type.Optional;
const kind = <const Name extends string>(name: Name) => Type.Literal(name);
const texts = (description?: string) =>
  Type.Array(text(), description === undefined ? {} : { description });
const reasons = (description: string) => Type.Record(Type.String(), text(), { description });
const digest = (description: string) =>
  Type.String({ pattern: '^sha256:[0-9a-f]{64}$', description });

const day = (description: string) =>
  Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}$',
    description: `A day: 2027-01-31. ${description}`,
  });

const profile = choice(PROFILES);
const anyTime = Type.Number({ description: "Ms on the runtime's clock since the run began." });

const VERDICTS = [
  ...(['pass', 'fail', 'degraded', 'choice', 'unsupported', 'vacuous'] as const),
  ...(['inconclusive', 'blocked', 'skipped', 'stale'] as const),
] as const satisfies readonly Verdict[];

const driver = openObject({
  words: text('How the command named it, as typed; empty for the built-in runtime.'),
  profiles: texts(),
  dialects: texts(),
  clock: openObject({
    kind: choice(['virtual', 'real']),
    toleranceMs: Type.Number(),
    scale: Type.Number(),
  }),
  capabilities: texts(),
  unsupported: reasons('Capability → why it is not there.'),
  choices: reasons('Question → declared reading.'),
});

export const headerLine = openObject({
  kind: kind('header'),
  version: count(1, 'The version of the record: 1.'),
  of: choice(['runtime', 'traces'], 'What was judged.'),
  unwind: text("unwind's own version."),
  suite: openObject({
    name: Type.Literal('unwind'),
    version: text(),
    rules: digest('By which rules: of ids, strengths, profiles, levels, clauses and titles.'),
  }),
  runtime: openObject({
    name: text(),
    version: text(),
    language: optional(text()),
    homepage: optional(text()),
  }),
  driver: nullable(driver),
  command: nullable(text('What makes the report again.')),
  shard: nullable(openObject({ index: count(1, 'From 1.'), count: count(1) })),
  seed: count(0),
  runs: count(0, 'Generated runs for each profile.'),
  level: nullable(choice(['core', 'executing', 'full'])),
  expected: optional(
    openObject(
      {
        on: day('By which it was judged.'),
        failures: Type.Array(
          openObject({
            rule: text(),
            profile: optional(profile),
            reason: text(),
            expires: day('The last on which it excuses anything.'),
            ticket: optional(text()),
          }),
          { maxItems: MOST_EXPECTED },
        ),
      },
      'What was expected to be broken.',
    ),
  ),
});

export const profileLine = openObject({
  kind: kind('profile'),
  profile,
  planned: count(0, 'How many cases, runs and documents there are to be, over all shards.'),
});

export const caseLine = openObject({
  kind: kind('case'),
  profile,
  id: text('The same in every run of one suite with one seed.'),
  name: text(),
  outcome: nullable(choice(OUTCOMES)),
  calls: count(0),
  endedAt: nullable(anyTime),
  broken: texts('The rules that it breaks.'),
  blocked: optional(text('Why it could not be judged.')),
});

const incident = openObject({ kind: text(), message: text(), hint: nullable(text()) });

export const logLine = Type.Union([
  openObject({ kind: kind('log'), of: Type.Literal('incident'), incident }),
  openObject({
    kind: kind('log'),
    of: Type.Literal('stderr'),
    text: text('What the driver wrote to its stderr; of much the end.'),
  }),
]);

const reply = Type.Union([
  openObject({ kind: Type.Literal('ok'), output: optional(json()) }),
  openObject({
    kind: Type.Literal('error'),
    error: openObject({
      class: text(),
      retryable: nullable(flag()),
      message: optional(text()),
    }),
  }),
  openObject({ kind: Type.Literal('hang') }),
  openObject({ kind: Type.Literal('status'), applied: nullable(flag()) }),
]);

const call = openObject({
  index: count(0),
  step: text(),
  unit: text(),
  undoes: nullable(text()),
  purpose: choice(PURPOSES),
  attempt: Type.Integer(),
  redelivered: flag(),
  key: nullable(text()),
  input: optional(json()),
  at: anyTime,
  reply: openObject({ after: time(), then: reply }),
  settledAt: nullable(anyTime),
  abortedAt: nullable(anyTime),
});

const traceEvent = openObject({ seq: count(0), at: anyTime, type: text() });

const ofRule = { kind: kind('event'), profile, rule: text() };

/** They stand before the verdict that they belong to. */
export const eventLine = Type.Union([
  openObject({
    ...ofRule,
    of: choice(['observed', 'reference'], 'By the runtime, or by the built-in one.'),
    event: call,
  }),
  openObject({ ...ofRule, of: Type.Literal('trace'), event: traceEvent }),
]);

const breach = openObject({
  message: text(),
  expected: text(),
  observed: text(),
  unit: nullable(text()),
  at: nullable(anyTime),
  seq: nullable(Type.Integer()),
});

const counterexample = openObject({
  rule: text(),
  profile,
  from: text('The case that it was made from.'),
  breach,
  breaches: count(0),
  document: openObject({ format: choice(['harness', 'orbit', 'plan']), text: text() }),
  scenario: json(),
  nodes: count(0),
  faults: count(0),
  difference: nullable(openObject({ expected: text(), observed: text(), at: nullable(anyTime) })),
  calls: texts('What the runtime did, a line a call.'),
  token: text('For `unwind replay`.'),
  tries: count(0),
  events: openObject(
    { observed: count(0), reference: count(0), trace: optional(count(0)) },
    'How many events of each kind stand before this line.',
  ),
});

/** A case, a run or a document of the same profile. */
const from = text('The id of a case.');

/** They stand before the verdict that they belong to. */
export const sampleLine = openObject(
  {
    kind: kind('sample'),
    profile,
    rule: text(),
    from,
    samples: Type.Array(
      openObject({
        group: text('Only samples of one group are compared.'),
        value: Type.Union([Type.Number(), text()]),
        tolerance: Type.Number(),
        unit: text(),
        at: anyTime,
      }),
    ),
  },
  'In shards: what a run showed of a rule that many runs show together.',
);

const rulePart = openObject(
  {
    worst: nullable(openObject({ from, size: count(0) }, 'The smallest case that breaks it.')),
    document: nullable(openObject({ from }, 'The shortest document that breaks it.')),
    readings: nullable(
      Type.Array(openObject({ question: text(), reading: text() }), {
        description: 'Readings under which all that was broken holds.',
      }),
    ),
    unsteady: count(0, 'Breaches that another run of the same case did not show.'),
    outOfReach: nullable(openObject({ reason: text(), missing: optional(text()) })),
    refused: nullable(openObject({ from, reason: text() })),
    sampled: count(0, 'How many lines of samples stand before this one.'),
  },
  'In shards: what a merge concludes from.',
);

export const verdictLine = openObject({
  kind: kind('verdict'),
  profile,
  id: text(),
  title: text('Completes the sentence "A runtime …".'),
  clause: text('Where the rule comes from.'),
  strength: choice(['MUST', 'SHOULD']),
  level: nullable(choice(['core', 'executing', 'full'])),
  addOn: nullable(choice(['resume', 'operators'])),
  verdict: choice(VERDICTS),
  expectedFailure: nullable(
    openObject({ reason: text(), expires: text(), ticket: optional(text()) }),
  ),
  reason: nullable(text()),
  missing: optional(text('The capability for want of which it is unsupported.')),
  occurrences: count(0),
  runs: count(0),
  broken: count(0),
  breach: nullable(breach),
  counterexample: nullable(counterexample),
  document: nullable(openObject({ name: text(), source: text() })),
  part: optional(rulePart),
});

export const questionLine = openObject({
  kind: kind('question'),
  profile,
  question: text(),
  declared: nullable(text()),
  seen: nullable(text('Null where no run told the readings apart.')),
  verdict: choice(['choice', 'fail', 'vacuous']),
});

export const profileEndLine = openObject({
  kind: kind('profile-end'),
  profile,
  cases: count(0),
  generated: count(0),
  unsent: count(0),
  blocked: count(0),
  notes: texts(),
  part: optional(
    openObject(
      {
        refusals: Type.Array(openObject({ reason: text(), count: count(1), from })),
        selfReported: count(0),
      },
      'In shards: what a merge says the notes from.',
    ),
  ),
});

export const footerLine = openObject({
  kind: kind('footer'),
  lines: count(1, 'How many lines stand before this one.'),
  digest: digest('Of the bytes of all lines before this one, with their line ends.'),
  certified: Type.Record(Type.String(), flag(), { description: 'By profile.' }),
  interrupted: optional(always('Somebody stopped it.')),
  truncated: optional(always('It was made from a record that ended before its end.')),
  exitCode: count(0),
});

/** Kind → how its lines look, in the order in which they stand. */
export const LINES = {
  header: headerLine,
  profile: profileLine,
  case: caseLine,
  log: logLine,
  event: eventLine,
  sample: sampleLine,
  verdict: verdictLine,
  question: questionLine,
  'profile-end': profileEndLine,
  footer: footerLine,
} as const satisfies { readonly [kind: string]: TSchema };

export type LineKind = keyof typeof LINES;
