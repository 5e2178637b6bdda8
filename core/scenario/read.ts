/** One entry point for both forms of a scenario: JSON, and the lines of the public corpus. */

import type { Problem } from '../model/inspect.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Workflow } from '../model/workflow.ts';
import { checkKeys } from './keys.ts';
import { readJsonScenario } from './read-json-scenario.ts';
import { readLines } from './read-lines.ts';

export type { Problem } from '../model/inspect.ts';
export { emptyScenario } from './empty.ts';
export { writeScenario } from './write.ts';

export interface ScenarioReading {
  /** Null where there is any problem. */
  readonly scenario: Scenario | null;
  readonly problems: readonly Problem[];
}

/**
 * Reads a scenario. A text that begins as a JSON value does is JSON; any other is read line by
 * line. An empty text is a scenario in which everything succeeds.
 *
 * @param workflow the workflow that it is meant for; the units and nodes that it names are
 * then looked up there.
 */
export function readScenario(text: string, workflow?: Workflow): ScenarioReading {
  const problems: Problem[] = [];
  const draft = /^\ufeff?[ \t\r\n]*[{["]/.test(text)
    ? readJsonScenario(text, problems)
    : readLines(text, problems);
  if (workflow !== undefined && draft !== null) checkKeys(draft, workflow, problems);
  return { scenario: draft !== null && problems.length === 0 ? draft.scenario : null, problems };
}
