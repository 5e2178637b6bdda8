/** A claim as a file: what somebody says of a runtime, and all that is needed to see it again. */

import { Type } from '@sinclair/typebox';
import {
  choice,
  count,
  nullable,
  type Of,
  object,
  openObject,
  text,
} from '../../protocol/schema/build.ts';
import { PROFILES } from '../../protocol/schema/names.ts';
import { LEVELS } from '../levels.ts';

/** Counts up when the file changes otherwise than by addition. */
export const CLAIM_VERSION = 1;

const digest = (description: string) =>
  Type.String({ pattern: '^sha256:[0-9a-f]{64}$', description });
const rules = (description: string) => Type.Array(text(), { description });

const gap = openObject({
  capability: nullable(text('Null where the driver refuses plans for want of something finer.')),
  reason: text(),
  rules: rules('Rules that were not assessed for it.'),
});

const one = openObject({
  profile: choice(PROFILES),
  level: nullable(
    choice(LEVELS as readonly ['core', 'executing', 'full'], 'Of HarnessXML; null elsewhere.'),
  ),
  addOns: Type.Array(choice(['resume', 'operators'])),
  gaps: Type.Array(gap, { description: 'What the runtime lacks and may lack.' }),
  verdicts: Type.Record(
    Type.String(),
    choice([
      'choice',
      'degraded',
      'unsupported',
      'vacuous',
      'inconclusive',
      'blocked',
      'skipped',
      'stale',
      'fail',
    ]),
    { description: 'Rule → verdict, of its rules that did not simply pass: all others did.' },
  ),
  fingerprint: text('Which way it takes where engines differ, as reports write it.'),
  notes: Type.Array(text(), {
    description: 'What a reader should know of how the runs came about.',
  }),
});

const driver = Type.Union(
  [
    object({ kind: Type.Literal('command'), command: text('As it is typed into a shell.') }),
    object({ kind: Type.Literal('module'), module: text('A path, from where unwind is run.') }),
    object({ kind: Type.Literal('url'), url: text('A WebSocket address.') }),
    object({ kind: Type.Literal('built-in') }),
  ],
  { description: 'How the driver is started. Verifying starts it only if it is trusted.' },
);

export const claimFile = openObject({
  claim: count(1, 'The version of this file: 1.'),
  runtime: openObject({ name: text(), version: text() }),
  claims: Type.Array(one, { minItems: 1, maxItems: PROFILES.length }),
  suite: openObject({ name: Type.Literal('unwind'), version: text() }),
  rules: digest('Of the rules that it was judged by.'),
  report: digest('Of the RFC 8785 form of what the claim rests on in its report.'),
  driver,
  seed: count(0, 'Of the generated runs.'),
  runs: Type.Integer({
    minimum: 0,
    maximum: 10_000_000,
    description: 'Generated runs for each profile.',
  }),
  asked: nullable(
    choice(
      LEVELS as readonly ['core', 'executing', 'full'],
      'What the certification was limited to; null for everything.',
    ),
  ),
});

export type Claim = Of<typeof claimFile>;
export type ProfileClaim = Claim['claims'][number];
export type ClaimedDriver = Claim['driver'];
