/** What a token says beside its run, held against the run that it gives here. */

import { observationOfRun } from '../../conformance/judge/observation-of-run.ts';
import { ruleOf } from '../../conformance/rules/index.ts';
import type { Breach, Rule } from '../../conformance/rules/rule.ts';
import { createView } from '../../conformance/rules/view.ts';
import type { TokenContent } from '../../conformance/token/token.ts';
import type { Run } from '../../core/model/run.ts';
import type { Scenario } from '../../core/model/scenario.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import { digestTrace } from '../../simulator/index.ts';
import type { Counterexample } from './messages.ts';

export function counterexampleOf(
  { rule: id, step, digest }: TokenContent,
  workflow: Workflow,
  scenario: Scenario,
  run: Run,
): Counterexample {
  const rule = id === null ? null : ruleOf(id);
  const breach = rule === null ? null : firstBreach(rule, workflow, scenario, run);
  return {
    rule: rule === null ? null : { id: rule.id, title: rule.title, strength: rule.strength },
    breach:
      breach === null
        ? null
        : { message: breach.message, expected: breach.expected, observed: breach.observed },
    step: step ?? breach?.seq ?? null,
    differs: digest !== null && digest !== digestTrace(run.trace),
  };
}

function firstBreach(rule: Rule, workflow: Workflow, scenario: Scenario, run: Run): Breach | null {
  if (rule.kind !== 'run') return null;
  return rule.judge(createView(observationOfRun(workflow, scenario, run))).breaches[0] ?? null;
}
