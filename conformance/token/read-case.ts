/** The run that a token holds, ready to be run: by the suite, and by the page. */

import type { Scenario } from '../../core/model/scenario.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import { readDocument } from '../../core/read.ts';
import { readScenario } from '../../core/scenario/read.ts';
import type { TokenContent } from './token.ts';

export type CaseReading =
  | { readonly ok: true; readonly workflow: Workflow; readonly scenario: Scenario }
  | { readonly ok: false; readonly message: string };

export const readCase = ({ document, scenario, seed }: TokenContent): CaseReading => {
  const { workflow, findings } = readDocument(document.text);
  if (workflow === null) {
    const [first] = findings;
    const place =
      first === undefined ? '' : ` (${first.code}, line ${first.line}: ${first.message})`;
    return { ok: false, message: `its document is not valid${place}` };
  }
  const reading = readScenario(JSON.stringify(scenario), workflow);
  if (reading.scenario === null) {
    const [first] = reading.problems;
    const place = first === undefined ? '' : ` (${first.path}: ${first.message})`;
    return { ok: false, message: `its scenario is not one for its document${place}` };
  }
  return { ok: true, workflow, scenario: { ...reading.scenario, seed } };
};
