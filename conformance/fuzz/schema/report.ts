/**
 * `unwind fuzz --format json` as a schema: what `unwind merge` reads by, and
 * `docs/fuzz/report.schema.json`. Members that are not known pass: later versions add some.
 */

import { Type } from '@sinclair/typebox';
import {
  choice,
  count,
  flag,
  json,
  nullable,
  openObject,
  text,
} from '../../protocol/schema/build.ts';
import {
  COMPENSATION_OUTCOMES,
  DIALECTS,
  OUTCOMES,
  PROFILES,
} from '../../protocol/schema/names.ts';

const place = openObject({ line: count(1), column: count(1) });
const severity = choice(['error', 'warning']);
const outcome = choice(OUTCOMES);
const texts = () => Type.Array(text());
const time = () => Type.Number({ minimum: 0 });

const source = openObject({
  kind: choice(['default', 'extension', 'comment', 'file', 'option']),
  path: nullable(text()),
  line: nullable(count(1)),
});

const expectation = openObject({
  property: text(),
  text: text(),
  source,
  severity,
  tried: count(0, 'Runs in which what it speaks of happened.'),
  broken: count(0),
});

const coverageGroup = openObject({
  id: text(),
  title: text(),
  reached: count(0),
  reachable: nullable(count(0)),
  missing: texts(),
  names: Type.Optional(texts()),
  unreached: count(0),
});

const known = openObject({ reason: text(), expires: text(), ticket: Type.Optional(text()) });

const failure = openObject({
  fingerprint: text('The same for the same fault of the same document, whatever the seed.'),
  identity: openObject({ property: text(), node: nullable(text()), shape: texts() }),
  kind: choice(['expectation', 'rule']),
  severity,
  property: text(),
  expectation: nullable(text()),
  source: nullable(source),
  ...{ message: text(), expected: text(), observed: text() },
  node: nullable(text()),
  place: nullable(place),
  also: Type.Array(
    openObject({ node: nullable(text()), fingerprint: text(), message: text(), scenario: json() }),
  ),
  times: count(0),
  firstRun: Type.Integer({ minimum: -1 }),
  causes: texts(),
  faults: count(0),
  scenario: json('The smallest scenario that was found.'),
  isMinimal: flag(),
  tries: count(0),
  outcome,
  compensation: choice(COMPENSATION_OUTCOMES),
  endedAt: time(),
  summary: text(),
  story: Type.Array(
    openObject({
      at: time(),
      seq: count(0),
      node: nullable(text()),
      text: text(),
      tone: choice(['good', 'bad', 'plain']),
    }),
  ),
  step: nullable(count(0)),
  digest: text(),
  token: nullable(text()),
  known: Type.Optional(known),
});

const design = openObject({
  code: text(),
  severity: choice(['warning', 'note']),
  message: text(),
  nodes: texts(),
  place: nullable(place),
  fingerprint: text(),
  numbers: Type.Record(Type.String(), Type.Number()),
  witness: openObject({
    scenario: json('A run that shows it.'),
    facts: texts(),
    outcome,
    compensation: choice(COMPENSATION_OUTCOMES),
    endedAt: time(),
    step: nullable(count(0)),
    digest: text(),
    token: nullable(text()),
  }),
  known: Type.Optional(known),
});

const document = openObject({
  path: text(),
  dialect: choice(DIALECTS),
  digest: text(),
  workflow: text(),
  profile: choice(PROFILES),
  runs: count(0),
  judged: count(0),
  faults: nullable(count(0)),
  expectations: Type.Array(expectation),
  outcomes: Type.Array(openObject({ outcome, runs: count(0) })),
  coverage: openObject({ groups: Type.Array(coverageGroup) }),
  failures: Type.Array(failure),
  design: Type.Optional(Type.Array(design, { description: 'Faults of design.' })),
  notes: texts(),
  places: Type.Optional(Type.Record(Type.String(), place)),
});

const entries = () =>
  Type.Array(
    openObject({
      ...{ fingerprint: text(), property: text(), document: text(), reason: text() },
      ...{ expires: text(), ticket: Type.Optional(text()) },
    }),
  );

export const fuzzReport = openObject({
  fuzz: Type.Literal(1, { description: 'The version of this format.' }),
  version: text(),
  seed: count(0),
  runs: nullable(count(1)),
  shard: nullable(openObject({ index: count(1), count: count(1) })),
  documents: Type.Array(document),
  baseline: Type.Optional(
    openObject({
      ...{ path: text(), on: text(), entries: count(0) },
      ...{ expired: entries(), stale: entries(), unseen: entries() },
    }),
  ),
  timing: openObject({
    seconds: time(),
    runsPerSecond: time(),
    stoppedBy: choice(['runs', 'time', 'interrupt']),
  }),
});
