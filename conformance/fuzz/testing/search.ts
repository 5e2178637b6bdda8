/** Searches of documents that are written down as text, for tests. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Scenario } from '../../../core/model/scenario.ts';
import { readDocument } from '../../../core/read.ts';
import { readScenario } from '../../../core/scenario/read.ts';
import { gatherExpectations } from '../expectations/gather.ts';
import { type FuzzOptions, fuzzDocument } from '../fuzz.ts';
import type { DocumentReport, Failure } from '../report.ts';
import type { FuzzTarget } from '../search/prepare.ts';

export const NO_SHARD = { index: 0, count: 1 } as const;

export const harness = (nodes: string, edges = '', rest = ''): string =>
  `<harness xmlns="https://harnessxml.com/spec/1.0" id="h" specVersion="1.0">
  <nodes>${nodes}</nodes>
  ${edges === '' ? '' : `<edges>${edges}</edges>`}${rest}
</harness>`;

export const targetOf = (
  text: string,
  expect: readonly string[] = [],
  rest: Partial<FuzzTarget> = {},
): FuzzTarget => {
  const { workflow, dialect, findings } = readDocument(text);
  if (workflow === null || dialect === null) throw new Error(JSON.stringify(findings));
  const path = 'test.hxml';
  const gathered = gatherExpectations({ path, text, workflow, file: null, options: expect });
  if (gathered.problems.length > 0) throw new Error(JSON.stringify(gathered.problems));
  return {
    ...{ path, dialect, text, workflow },
    digest: bytesToHex(sha256(utf8ToBytes(text))),
    expected: gathered.expected,
    ...{ profile: null, inputs: [], documents: {} },
    ...rest,
  };
};

export const searchOf = (
  target: FuzzTarget,
  runs = 400,
  rest: Partial<FuzzOptions> = {},
): DocumentReport => {
  const turns = fuzzDocument(target, { seed: 1, shard: NO_SHARD, faults: null, runs, ...rest });
  for (let turn = turns.next(); ; turn = turns.next()) if (turn.done === true) return turn.value;
};

export const scenarioFor = (target: FuzzTarget, text: string): Scenario => {
  const { scenario, problems } = readScenario(text, target.workflow);
  if (scenario === null) throw new Error(JSON.stringify(problems));
  return scenario;
};

/** Failures of one kind of expectation, or rule. */
export const failuresOf = (report: DocumentReport, property: string): readonly Failure[] =>
  report.failures.filter((failure) => failure.property === property);
