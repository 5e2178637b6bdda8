/** A certificate: the one source of its check and of `docs/explore/certificate.schema.json`. */

import { Type } from '@sinclair/typebox';
import { choice, count, json, nullable, object, text } from '../protocol/schema/build.ts';
import { renderSchema } from '../protocol/schema/publish.ts';
import { FAULT_KINDS } from './menu.ts';
import { MOST_BOUNDS, OUTSIDE } from './target.ts';

const digest = (of: string) =>
  Type.String({ pattern: '^[0-9a-f]{64}$', description: `Hex sha256 of ${of}.` });

const bound = (minimum: number, maximum: number, description: string) =>
  Type.Integer({ minimum, maximum, description });

const level = object({
  faults: count(0, 'Runs with exactly so many faults.'),
  states: count(0, 'Arrivals at a state.'),
  unique: count(0, 'Different states.'),
  transitions: count(0, 'Decisions that were taken.'),
  runs: count(0, 'Runs to their end.'),
  isComplete: Type.Boolean(),
});

export const certificate = object({
  certificate: Type.Literal(1, { description: 'The version of this format.' }),
  version: text('The version of Unwind that made it.'),
  document: object({
    digest: digest('its bytes'),
    dialect: choice(['harness', 'orbit', 'plan']),
    workflow: text("The workflow's id."),
  }),
  documents: Type.Record(Type.String(), digest('a document of a subworkflow')),
  profile: choice(['harness', 'baseline', 'orbit']),
  inputs: Type.Array(Type.Record(Type.String(), json()), { description: 'Inputs of the runs.' }),
  bounds: object({
    faults: bound(0, MOST_BOUNDS.faults, 'At most so many faults in a run.'),
    states: bound(1, MOST_BOUNDS.states, 'At most so many different states.'),
    work: bound(1, MOST_BOUNDS.work, 'At most so much work.'),
    kinds: Type.Array(choice(FAULT_KINDS), { description: 'Ways in which calls go wrong.' }),
    outside: Type.Array(choice(OUTSIDE), { description: 'What comes from outside.' }),
  }),
  properties: Type.Array(
    object({
      property: text('The kind of expectation.'),
      text: text('As its author could have written it.'),
      digest: digest('the text'),
      severity: choice(['error', 'warning']),
      source: choice(['default', 'extension', 'comment', 'file', 'option']),
      held: Type.Boolean(),
      breaksWith: nullable(count(0, 'With so many faults it breaks, with fewer it does not.')),
    }),
  ),
  result: object({
    verdict: choice(['held', 'broken', 'bounded']),
    isComplete: Type.Boolean({ description: 'All within the bounds was looked at.' }),
    stoppedBy: nullable(choice(['states', 'work'])),
    levels: Type.Array(level),
    depth: count(0, 'Decisions in the longest run.'),
    outcomes: Type.Array(object({ outcome: text(), runs: count(0, 'Runs that ended so.') })),
    ends: count(0, 'Different ends.'),
    endsDigest: digest('all ends, sorted'),
    worst: object({
      time: Type.Number({ minimum: 0, description: 'The longest run in virtual ms.' }),
      calls: count(0, 'The most calls of a run.'),
      left: count(0, 'The most effects that a run leaves behind.'),
    }),
  }),
  says: Type.Array(text(), { description: 'What it says, and what it does not.' }),
});

/** File name → content; `npm run schemas` writes it. */
export const renderExploreSchemaFiles = (): ReadonlyMap<string, string> =>
  new Map([
    [
      'certificate.schema.json',
      renderSchema('What an exploration of a workflow found', certificate),
    ],
  ]);
