/** Something that is broken, with all that is told of it. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Json } from '../../../core/model/json.ts';
import type { Scenario } from '../../../core/model/scenario.ts';
import { writeScenario } from '../../../core/scenario/write.ts';
import { digestTrace, timelineOf } from '../../../simulator/index.ts';
import { tellRun } from '../../report/story/sentence.ts';
import { writeToken } from '../../token/token.ts';
import { writeExpectation } from '../expectations/write.ts';
import { placeOfStep } from '../place.ts';
import type { Failure, FailureIdentity } from '../report.ts';
import type { Shrunk } from '../shrink.ts';
import { tellCauses } from '../story/causes.ts';
import { storyOf } from '../story/story.ts';
import { identityOf } from './identity.ts';
import { judgeRun } from './judge.ts';
import { readKey } from './keys.ts';
import type { FuzzTarget, Prepared } from './prepare.ts';
import { breakIn } from './shrink-break.ts';
import { writeAlone } from './write-alone.ts';

export interface Finding {
  readonly key: string;
  /** Causes by which other breaks of the same are known again. */
  readonly shapes: (readonly string[])[];
  /** The cause by which it was found, in all of its parts. */
  readonly shape: readonly string[];
  readonly failure: Failure;
  times: number;
}

/** Characters of a document that still fit into a link with its scenario. */
const LARGEST_IN_TOKEN = 1 << 20;

export const describeFinding = (
  prepared: Prepared,
  key: string,
  firstRun: number,
  { scenario, tries, isMinimal }: Shrunk,
  shape: readonly string[],
): Finding => {
  const { target } = prepared;
  const judged = judgeRun(prepared, scenario);
  const { run, faults } = judged.facts;
  const found = breakIn(prepared, judged, key);
  const broken = readKey(key);
  const expected = broken.kind === 'expectation' ? target.expected[broken.index] : undefined;
  const property =
    broken.kind === 'rule' ? broken.rule : (expected?.expectation.property ?? 'ends');
  const node = found?.node ?? null;
  const text = expected === undefined ? null : writeExpectation(expected.expectation);
  const identity = identityOf(property, node, shape, run.outcome === 'stalled');
  const digest = digestTrace(run.trace);
  const failure: Failure = {
    fingerprint: fingerprintOf(target, identity, text),
    identity,
    kind: broken.kind,
    severity: expected?.severity ?? 'error',
    property,
    expectation: text,
    source: expected?.source ?? null,
    message: found?.message ?? '',
    expected: found?.expected ?? '',
    observed: found?.observed ?? '',
    node,
    place: node === null ? null : placeOfStep(target.text, target.dialect, node),
    also: [],
    times: 0,
    firstRun,
    causes: tellCauses(prepared.space, judged.facts),
    faults,
    scenario: writeAlone(scenario),
    isMinimal,
    tries,
    outcome: run.outcome,
    compensation: run.compensation,
    endedAt: run.endedAt,
    summary: tellRun(run, target.workflow, timelineOf(run.trace)),
    story: storyOf(run.trace, judged.facts),
    step: found?.seq ?? null,
    digest,
    token: tokenOf(target, scenario, property, broken.kind, found?.seq ?? null, digest),
  };
  return { key, shapes: [shape], shape, failure, times: 0 };
};

/** Neither the path nor a line is a part of it: documents move. */
const fingerprintOf = (
  { workflow }: FuzzTarget,
  { property, node, shape }: FailureIdentity,
  text: string | null,
): string =>
  bytesToHex(sha256(utf8ToBytes(JSON.stringify([workflow.id, property, text, node, shape])))).slice(
    0,
    32,
  );

const tokenOf = (
  target: FuzzTarget,
  scenario: Scenario,
  property: string,
  kind: 'expectation' | 'rule',
  step: number | null,
  digest: string,
): string | null => {
  if (target.text.length > LARGEST_IN_TOKEN) return null;
  return writeToken({
    document: { format: target.dialect, text: target.text },
    scenario: writeScenario(scenario) as Json,
    seed: scenario.seed,
    schedule: [],
    rule: kind === 'rule' ? property : null,
    step,
    digest,
  });
};
