/** Documents of ORBIT for tests: the body of a workflow, among contracts that fit. */

import type { Run } from '../core/model/run.ts';
import type { Scenario } from '../core/model/scenario.ts';
import type { Workflow } from '../core/model/workflow.ts';
import { readDocument } from '../core/read.ts';
import { simulate } from '../simulator/simulate.ts';
import { type OrbitEvent, toOrbitHistory } from '../simulator/trace/orbit-history.ts';
import { scenarioOf } from './workflow.ts';

/** `t` gives a number, `u` takes one, `j` takes and gives anything. */
const CONTRACTS = `
task "t" { output { v: Int } }
task "u" { input { v: Int } }
task "j" { input { v: JSON } output { v: JSON } }
`;

/**
 * The workflow `W` of a body, with what stands before it (children, other contracts).
 * @throws Error with the findings where the document is not valid.
 */
export const orbitOf = (body: string, before = ''): Workflow => {
  const text = `${CONTRACTS}${before}
workflow W { version "1.0.0" input { order: String, n: Int } ${body} }`;
  const { workflow, findings } = readDocument(text);
  if (workflow !== null) return workflow;
  throw new Error(
    findings.map(({ code, line, message }) => `${code} ${line}: ${message}`).join('\n'),
  );
};

/** Runs a body; what the scenario leaves out takes no time and succeeds. */
export const runOrbit = (
  body: string,
  tasks: Scenario['tasks'] = {},
  rest: Partial<Scenario> = {},
  before = '',
): Run =>
  simulate(orbitOf(body, before), scenarioOf(tasks, { input: { order: 'o-1', n: 1 }, ...rest }));

/** The history of a run, without its numbers: `+3 StepSucceeded first`, times in seconds. */
export const historyOf = (run: Run, workflow: Workflow): string[] =>
  toOrbitHistory(run.trace, workflow).map(lineOf);

const lineOf = (event: OrbitEvent): string =>
  [
    `+${event.at / 1000}`,
    event.type,
    ...('step' in event ? [event.step] : []),
    ...('error' in event ? [event.error] : []),
  ].join(' ');
