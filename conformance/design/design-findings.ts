/** Faults of design in a workflow, each with a run that shows it. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { designPages } from '../../core/harness/pages/design.ts';
import type { Json } from '../../core/model/json.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import { writeScenario } from '../../core/scenario/write.ts';
import { digestTrace } from '../../simulator/index.ts';
import { placeOfStep } from '../fuzz/place.ts';
import { writeAlone } from '../fuzz/search/write-alone.ts';
import { writeToken } from '../token/token.ts';
import { budget } from './analyses/budget.ts';
import { herd } from './analyses/herd.ts';
import { hiddenFailure } from './analyses/hidden-failure.ts';
import { losingEffect } from './analyses/losing-effect.ts';
import { noUndo } from './analyses/no-undo.ts';
import { unableUndo } from './analyses/unable-undo.ts';
import { unknownOutcome } from './analyses/unknown-outcome.ts';
import { unretriedTimeout } from './analyses/unretried-timeout.ts';
import { unretriedUndo } from './analyses/unretried-undo.ts';
import { contextOf, type DesignOptions } from './context.ts';
import type { Analysis, Draft } from './draft.ts';
import type { DesignFinding } from './finding.ts';

const analyses: readonly Analysis[] = [
  budget,
  unknownOutcome,
  unableUndo,
  noUndo,
  hiddenFailure,
  herd,
  unretriedUndo,
  unretriedTimeout,
  losingEffect,
];

/** Characters of a document that still fit into a link with its scenario. */
const LARGEST_IN_TOKEN = 1 << 20;
const MOST_FINDINGS = 200;
/** Beyond so many nodes nobody would wait for all the runs. */
const MOST_NODES = 2000;

/**
 * Looks for faults of design. What no simulated run shows is not told, so a finding is true of the
 * built-in runtime; whether it matters is for a reviewer to say.
 * @param workflow A valid one.
 * @returns By code, then in document order, 200 at most; none for a workflow of more than 2,000
 *   nodes. The same for the same arguments.
 */
export const designFindings = (
  workflow: Workflow,
  options: DesignOptions = {},
): readonly DesignFinding[] => {
  if (workflow.nodes.length > MOST_NODES) return [];
  const context = contextOf(workflow, options);
  return analyses
    .flatMap(({ code, find }) =>
      find(context).map((draft) => finished(workflow, options, code, draft)),
    )
    .slice(0, MOST_FINDINGS);
};

const finished = (
  workflow: Workflow,
  { source }: DesignOptions,
  code: string,
  { nodes, message, numbers, scenario, run, facts, step }: Draft,
): DesignFinding => {
  const page = designPages.find((each) => each.code === code);
  const digest = digestTrace(run.trace);
  const [first] = nodes;
  return {
    code,
    severity: page?.severity ?? 'warning',
    message,
    nodes,
    place:
      source == null || first === undefined
        ? null
        : placeOfStep(source.text, source.dialect, first),
    fingerprint: fingerprintOf(workflow, code, nodes),
    numbers,
    witness: {
      scenario: writeAlone(scenario),
      facts,
      outcome: run.outcome,
      compensation: run.compensation,
      endedAt: run.endedAt,
      step,
      digest,
      token:
        source == null || source.text.length > LARGEST_IN_TOKEN
          ? null
          : writeToken({
              document: { format: source.dialect, text: source.text },
              scenario: writeScenario(scenario) as Json,
              seed: scenario.seed,
              schedule: [],
              rule: null,
              step,
              digest,
            }),
    },
  };
};

const fingerprintOf = ({ id }: Workflow, code: string, nodes: readonly string[]): string =>
  bytesToHex(sha256(utf8ToBytes(JSON.stringify([id, code, nodes])))).slice(0, 32);
