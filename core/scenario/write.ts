/** A scenario as JSON, with what differs from the empty scenario and nothing else. */

import type { Json, JsonObject } from '../model/json.ts';
import type {
  Control,
  Environment,
  Scenario,
  TaskAnswer,
  TaskError,
  TaskOutcome,
} from '../model/scenario.ts';
import { emptyScenario } from './empty.ts';

/** The JSON form of a scenario; reading it gives an equal scenario. */
export function writeScenario(scenario: Scenario): JsonObject {
  const empty = emptyScenario;
  return {
    ...(scenario.seed === empty.seed ? {} : { seed: scenario.seed }),
    ...filled('input', scenario.input),
    ...differing('default', scenario.default, empty.default),
    ...filled(
      'tasks',
      mapped(scenario.tasks, (answers) => answers.map(writeAnswer)),
    ),
    ...(scenario.profile === null ? {} : { profile: scenario.profile }),
    ...(scenario.onFailure === null ? {} : { onFailure: scenario.onFailure }),
    ...(scenario.tenant === empty.tenant ? {} : { tenant: scenario.tenant }),
    ...(scenario.run === empty.run ? {} : { run: scenario.run }),
    ...filled('draws', scenario.draws),
    ...differing('latency', scenario.latency, empty.latency),
    ...filled('workers', scenario.workers),
    ...filled('documents', scenario.documents),
    ...differing('world', scenario.world, empty.world),
    ...filled('environment', writeEnvironment(scenario.environment)),
    ...(scenario.controls.length === 0 ? {} : { controls: scenario.controls.map(writeControl) }),
  };
}

/** The field, if the object has any member. */
function filled(name: string, object: JsonObject): JsonObject {
  return Object.keys(object).length === 0 ? {} : { [name]: object };
}

/** The field, with those members that are not as the empty scenario has them. */
function differing<Fields extends { readonly [name: string]: Json }>(
  name: string,
  fields: Fields,
  empty: Fields,
): JsonObject {
  const entries = Object.entries(fields).filter(([member, value]) => value !== empty[member]);
  return filled(name, Object.fromEntries(entries));
}

function mapped<Value>(
  map: { readonly [name: string]: Value },
  write: (value: Value) => Json,
): JsonObject {
  // Object.fromEntries defines members, so that `__proto__` is one like any other.
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, write(value)]));
}

function writeEnvironment(environment: Environment): JsonObject {
  return {
    ...filled('resources', environment.resources),
    ...filled('artifacts', environment.artifacts),
    ...filled('principals', environment.principals),
    ...filled('isolations', environment.isolations),
    ...filled('permissions', environment.permissions),
  };
}

function writeAnswer({ after, then, applied, duplicate }: TaskAnswer): JsonObject {
  const usual = then.kind === 'ok' || then.kind === 'default';
  return {
    ...(after === 0 ? {} : { after }),
    ...writeOutcome(then),
    ...(applied === usual ? {} : { applied }),
    ...(duplicate ? { duplicate } : {}),
  };
}

function writeOutcome(then: TaskOutcome): JsonObject {
  switch (then.kind) {
    case 'default':
      return {};
    case 'ok':
      return { ok: then.output };
    case 'error':
      return { error: writeError(then.error) };
    case 'hang':
      return { hang: true };
    case 'timeout':
      return { timeout: true };
  }
}

function writeError(error: TaskError): JsonObject {
  return {
    class: error.class,
    ...(error.status === null ? {} : { status: error.status }),
    ...(error.retryable === null ? {} : { retryable: error.retryable }),
    ...(error.message === '' ? {} : { message: error.message }),
  };
}

function writeControl(control: Control): JsonObject {
  return Object.fromEntries(Object.entries(control).filter(([, value]) => value !== null));
}
