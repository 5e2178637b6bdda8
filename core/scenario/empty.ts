import type { JsonObject } from '../model/json.ts';
import type { Scenario, TaskAnswer } from '../model/scenario.ts';

/**
 * An object without prototype: names that come from documents are looked up in it, and no
 * name may find what objects inherit (`toString`, `constructor`, `__proto__`).
 */
export function createMap<Value>(): { [name: string]: Value } {
  return Object.create(null) as { [name: string]: Value };
}

/** A map that nobody can change, shared by all scenarios that leave the field out. */
function emptyMap<Value>(): { readonly [name: string]: Value } {
  return Object.freeze(createMap<Value>());
}

/** The scenario in which everything succeeds at once. */
export const emptyScenario: Scenario = Object.freeze({
  seed: 0,
  input: emptyMap() as JsonObject,
  default: Object.freeze({ after: 0 }),
  tasks: emptyMap<readonly TaskAnswer[]>(),
  profile: null,
  onFailure: null,
  tenant: 'default',
  run: 'run-1',
  draws: emptyMap<readonly number[]>(),
  latency: Object.freeze({ dispatch: 0, decide: 0 }),
  workers: emptyMap<number>(),
  documents: emptyMap<string>(),
  world: Object.freeze({ honoursKeys: true, status: true }),
  environment: Object.freeze({
    resources: emptyMap<boolean>(),
    artifacts: emptyMap<string>(),
    principals: emptyMap<boolean>(),
    isolations: emptyMap<boolean>(),
    permissions: emptyMap<boolean>(),
  }),
  controls: Object.freeze([]),
});
