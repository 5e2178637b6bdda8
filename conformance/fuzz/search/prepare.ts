/** A document made ready to be searched. Made once in each process that does runs. */

import type { JsonObject } from '../../../core/model/json.ts';
import type { Run } from '../../../core/model/run.ts';
import type { Scenario } from '../../../core/model/scenario.ts';
import type { Profile, Workflow } from '../../../core/model/workflow.ts';
import type { Dialect } from '../../../core/reading.ts';
import { compileProgram, type Program, simulateProgram } from '../../../simulator/index.ts';
import type { Expected } from '../expectation.ts';
import { judgeFor } from '../properties/index.ts';
import type { JudgeProperty } from '../properties/property.ts';
import { type CoverageSpace, coverageSpaceOf } from '../reach/points.ts';
import { type Seen, seenIn } from '../space/seen.ts';
import { singlesOf } from '../space/singles.ts';
import { type Space, spaceOf } from '../space/space.ts';
import type { SearchOptions } from './types.ts';

/** A document, and what is expected of it. */
export interface FuzzTarget {
  /** As it was named to the command. */
  readonly path: string;
  readonly dialect: Dialect;
  readonly text: string;
  /** Hex sha256 of its bytes. */
  readonly digest: string;
  readonly workflow: Workflow;
  readonly expected: readonly Expected[];
  /** Null: the document's own. */
  readonly profile: Profile | null;
  /** Inputs of runs; the first is the usual one. None: by the types that the document states. */
  readonly inputs: readonly JsonObject[];
  /** Subworkflows by the reference that names them. */
  readonly documents: Scenario['documents'];
}

export interface Prepared {
  readonly target: FuzzTarget;
  readonly options: SearchOptions;
  readonly space: Space;
  readonly coverage: CoverageSpace;
  readonly judges: readonly JudgeProperty[];
  readonly bases: readonly Seen[];
  readonly singles: ReturnType<typeof singlesOf>;
  readonly simulate: (scenario: Scenario) => Run;
  /** What runs of the corpus did, by their number. */
  readonly seen: Map<number, Seen>;
}

export const prepare = (target: FuzzTarget, options: SearchOptions): Prepared => {
  const { workflow, profile, inputs, documents, expected } = target;
  const mayIgnoreKeys = expected.some(
    ({ expectation }) => expectation.property === 'no-effect-twice',
  );
  const space = spaceOf(workflow, { profile, inputs, documents, mayIgnoreKeys });
  const program: Program = compileProgram(workflow);
  const simulate = (scenario: Scenario): Run => simulateProgram(program, scenario, space.limits);
  const bases = space.bases.map((base) => seenIn(space, base, simulate(base)));
  return {
    target,
    options,
    space,
    coverage: coverageSpaceOf(space),
    judges: expected.map(({ expectation }) => judgeFor(expectation, workflow)),
    bases,
    singles: singlesOf(space, bases),
    simulate,
    seen: new Map(),
  };
};
