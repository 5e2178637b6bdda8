/** The task or workflow that a name calls; one that is not known is reported. */

import { quote } from '../../model/show.ts';
import type { Related } from '../findings.ts';
import type { Name } from '../syntax/document.ts';
import type { Contracts } from './contracts.ts';
import type { Target } from './inputs.ts';
import type { TypeScope } from './type-scope.ts';

const none = (): readonly Related[] => [];

export function targetOfTask(
  name: Name,
  contracts: Contracts,
  { findings, id }: TypeScope,
  isBroken: boolean,
): Target {
  const task = contracts.task(name.text);
  const what = (): string => `task ${quote(name.text)}`;
  if (task === null) {
    const hint = findings.suggest(name.text, contracts.taskNames());
    const note = 'a worker is checked against its contract: task "…" { input { … } output { … } }';
    const message = `there is no contract for ${what()}${hint}`;
    findings.add('U2014', name, message, { id, note });
    return { what, inputs: null, called: name, isBroken, related: none };
  }
  const related = (): readonly Related[] => {
    const { start, end } = task.declaration.name;
    return task.isMain ? [{ start, end, message: 'its contract' }] : [];
  };
  return { what, inputs: task.input, called: name, isBroken, related };
}

export function targetOfWorkflow(
  name: Name,
  contracts: Contracts,
  { findings, id }: TypeScope,
  isBroken: boolean,
): Target {
  const workflow = contracts.workflow(name.text);
  const what = (): string => `workflow ${quote(name.text)}`;
  if (workflow === null) {
    const hint = findings.suggest(name.text, contracts.workflowNames());
    findings.add('U2015', name, `there is no ${what()}${hint}`, { id });
    return { what, inputs: null, called: name, isBroken, related: none };
  }
  if (!workflow.isMain && workflow.file.findings.hasErrors) {
    findings.add('U2015', name, `the document that declares ${what()} is invalid`, { id });
  }
  const related = (): readonly Related[] => {
    const { start, end } = workflow.declaration.name;
    return workflow.isMain ? [{ start, end, message: 'it is declared here' }] : [];
  };
  return { what, inputs: workflow.input, called: name, isBroken, related };
}
