/** The report of an exploration of one document. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Broken, Exploration, WorstCase } from '../../simulator/explore/types.ts';
import { countOf } from '../../simulator/trace/explain/words.ts';
import { writeExpectation } from '../fuzz/expectations/write.ts';
import { factsOf, shapeOf } from '../fuzz/facts.ts';
import { describeFinding } from '../fuzz/search/finding.ts';
import { readKey } from '../fuzz/search/keys.ts';
import type { Prepared } from '../fuzz/search/prepare.ts';
import { writeAlone } from '../fuzz/search/write-alone.ts';
import { type LeftOut, leftOutOf } from './menu.ts';
import type {
  Certificate,
  CertifiedProperty,
  ExploreFailure,
  ExploreReport,
  Worst,
} from './report.ts';
import { sayings } from './says.ts';
import type { Bounds } from './target.ts';

export const exploreReportOf = (
  prepared: Prepared,
  bounds: Bounds,
  exploration: Exploration,
  version: string,
): ExploreReport => {
  const { target, space } = prepared;
  const leftOut = leftOutOf(space, new Set(bounds.kinds));
  const failures = exploration.broken
    .map((broken) => failureOf(prepared, broken))
    .sort((one, other) => rankOf(one) - rankOf(other) || one.faults - other.faults);
  return {
    explore: 1,
    path: target.path,
    certificate: certificateOf(prepared, bounds, exploration, leftOut.length === 0, version),
    failures,
    worst: (['time', 'calls', 'left'] as const).flatMap((kind) =>
      worstOf(kind, exploration.worst[kind]),
    ),
    notes: [...notesOf(exploration), ...leftOut.map(noteOfLeftOut)],
  };
};

const rankOf = ({ severity }: ExploreFailure): number => (severity === 'error' ? 0 : 1);

const failureOf = (prepared: Prepared, { what, runs, witness }: Broken): ExploreFailure => {
  const { scenario, choices, faults } = witness;
  const shape = shapeOf(
    factsOf(prepared.space, scenario, prepared.simulate(scenario)),
    prepared.space,
  );
  const smallest = { scenario, tries: 0, isMinimal: true };
  const { failure } = describeFinding(prepared, what, 0, smallest, shape);
  return { ...failure, faults, times: runs, choices };
};

const worstOf = (kind: Worst['kind'], worst: WorstCase | null): readonly Worst[] => {
  if (worst === null) return [];
  const { amount, witness } = worst;
  const { faults, choices, outcome, scenario } = witness;
  return [{ kind, amount, faults, choices, outcome, scenario: writeAlone(scenario) }];
};

const notesOf = ({ isComplete, stoppedBy, levels }: Exploration): readonly string[] => {
  if (isComplete) return [];
  const cut = levels.filter((level) => !level.isComplete).map(({ faults }) => faults);
  const last = countOf(cut.at(-1) ?? 0, 'fault');
  const bound =
    stoppedBy === 'states'
      ? 'its bound on states was reached (--max-states)'
      : 'its bound on work was reached (--max-events)';
  return [
    `Bounded, not complete: ${bound}. Of runs with ${[...cut.slice(0, -1), last].join(' and ')} only a part was looked at.`,
  ];
};

const noteOfLeftOut = ({ step, values }: LeftOut): string =>
  `Not complete: the document compares outputs of '${step}' with so many values that ${values} of them were not tried; what only they lead to was not looked at.`;

const certificateOf = (
  { target, space }: Prepared,
  bounds: Bounds,
  exploration: Exploration,
  hasAllValues: boolean,
  version: string,
): Certificate => {
  const { stoppedBy, levels, depth, outcomes, ends, endsDigest, worst } = exploration;
  const isComplete = exploration.isComplete && hasAllValues;
  const properties = target.expected.map(
    ({ expectation, severity, source }, index): CertifiedProperty => {
      const text = writeExpectation(expectation);
      const broken = exploration.broken.filter(({ what }) => {
        const key = readKey(what);
        return key.kind === 'expectation' && key.index === index;
      });
      return {
        ...{ property: expectation.property, text, digest: digest(text), severity },
        source: source.kind,
        held: broken.length === 0,
        breaksWith:
          broken.length === 0 ? null : Math.min(...broken.map(({ witness }) => witness.faults)),
      };
    },
  );
  const isBroken = properties.some(({ held, severity }) => !held && severity === 'error');
  return {
    certificate: 1,
    version,
    document: { digest: target.digest, dialect: target.dialect, workflow: target.workflow.id },
    documents: Object.fromEntries(
      Object.entries(target.documents).map(([name, text]) => [name, digest(text)]),
    ),
    profile: space.profile,
    inputs: space.bases.map(({ input }) => input),
    bounds: { ...bounds },
    properties,
    result: {
      verdict: isBroken ? 'broken' : isComplete ? 'held' : 'bounded',
      isComplete,
      stoppedBy,
      levels,
      depth,
      outcomes,
      ends,
      endsDigest,
      worst: {
        time: worst.time?.amount ?? 0,
        calls: worst.calls?.amount ?? 0,
        left: worst.left?.amount ?? 0,
      },
    },
    says: sayings(bounds, isComplete, space.usual),
  };
};

const digest = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));
