/** What a step needs of the platform, asked before its task is called (HarnessXML §5.5, step 3). */

import type { Environment } from '../../core/model/scenario.ts';
import type { TraceError } from '../../core/model/trace.ts';
import type { Security, Workflow } from '../../core/model/workflow.ts';
import { instanceOf } from './engine.ts';
import type { StepRun } from './state.ts';

/**
 * Why a step can't be run here; null where it can. A message names a credential's reference
 * and store, never what it holds (§14.5).
 */
export const missingFor = (step: StepRun): TraceError | null => {
  const { engine, program } = instanceOf(step);
  const { environment } = engine.scenario;
  return (
    missingResource(step, program.workflow, environment) ??
    changedArtifact(step, program.workflow, environment) ??
    refusedSecurity(step.node.definition.security, environment) ??
    refusedSecurity(program.workflow.security, environment)
  );
};

const failure = (code: string, errorClass: string, message: string): TraceError => ({
  class: errorClass,
  code,
  message,
});

const missingResource = (
  step: StepRun,
  workflow: Workflow,
  environment: Environment,
): TraceError | null => {
  for (const { ref } of step.node.definition.resources) {
    if (environment.resources[ref] !== false) continue;
    const credential = workflow.resources.find(({ id }) => id === ref)?.credential ?? null;
    const why =
      credential === null
        ? 'it could not be resolved'
        : `credential '${credential.ref}' not found in store '${credential.store ?? 'default'}'`;
    return failure('HX-4102', 'internal', `resource '${ref}': ${why}`);
  }
  return null;
};

const changedArtifact = (
  step: StepRun,
  workflow: Workflow,
  environment: Environment,
): TraceError | null => {
  for (const { ref, direction } of step.node.definition.artifacts) {
    const found = environment.artifacts[ref];
    const declared = workflow.artifacts.find(({ id }) => id === ref)?.digest ?? null;
    if (direction === 'out' || declared === null || found === undefined) continue;
    if (found === declared) continue;
    return failure('HX-4105', 'internal', `artifact '${ref}' is ${found}, not ${declared}`);
  }
  return null;
};

const refusedSecurity = (
  security: Security | null,
  environment: Environment,
): TraceError | null => {
  if (security === null) return null;
  const { principal, isolation, permissions } = security;
  if (principal !== null && environment.principals[principal] === false) {
    return failure('HX-4201', 'internal', `principal '${principal}' can't be honoured`);
  }
  if (isolation !== null && environment.isolations[isolation] === false) {
    return failure('HX-4201', 'internal', `isolation '${isolation}' can't be honoured`);
  }
  for (const { action, resource } of permissions) {
    const permission = `${action} ${resource}`;
    if (environment.permissions[permission] !== false) continue;
    return failure('HX-4202', 'internal', `permission '${permission}' was denied`);
  }
  return null;
};
