/** The JSON form of a scenario. */

import {
  booleanAt,
  choiceAt,
  entriesAt,
  itemsAt,
  type Located,
  member,
  nullable,
  numberAt,
  objectAt,
  type Problem,
  textAt,
} from '../model/inspect.ts';
import type { JsonObject } from '../model/json.ts';
import { readJson } from '../model/read-json.ts';
import type { Environment, Scenario } from '../model/scenario.ts';
import type { OnFailure, Profile } from '../model/workflow.ts';
import { type Draft, MAXIMUM_ANSWERS, type Mention, TIME, WHOLE } from './draft.ts';
import { createMap, emptyScenario } from './empty.ts';
import { readAnswers } from './read-answers.ts';
import { readControls } from './read-controls.ts';

const FIELDS: readonly (keyof Scenario)[] = [
  'seed',
  'input',
  'default',
  'tasks',
  'profile',
  'onFailure',
  'tenant',
  'run',
  'draws',
  'latency',
  'workers',
  'documents',
  'world',
  'environment',
  'controls',
];

const ENVIRONMENT: readonly (keyof Environment)[] = [
  'resources',
  'artifacts',
  'principals',
  'isolations',
  'permissions',
];

const PROFILES: readonly Profile[] = ['harness', 'baseline', 'orbit'];
const ON_FAILURE: readonly OnFailure[] = ['unwind', 'pause'];
const DRAW = { minimum: 0, maximum: 1, exclusive: true };

export function readJsonScenario(text: string, problems: Problem[]): Draft | null {
  const reading = readJson(text);
  if (!reading.ok) {
    const path = `line ${reading.line}, column ${reading.column}`;
    problems.push({ path, message: reading.message });
    return null;
  }
  const root = objectAt({ value: reading.value, path: '', problems }, FIELDS);
  return root === undefined ? null : readFields(root);
}

function readFields(root: Located): Draft {
  const at = (name: keyof Scenario) => member(root, name);
  const scenario: Scenario = {
    seed: numberAt(at('seed'), WHOLE) ?? emptyScenario.seed,
    input: readInput(at('input')),
    default: readTimes(at('default'), emptyScenario.default),
    tasks: readMap(at('tasks'), readAnswers) ?? emptyScenario.tasks,
    profile: nullable(at('profile'), (given) => choiceAt(given, PROFILES)) ?? null,
    onFailure: nullable(at('onFailure'), (given) => choiceAt(given, ON_FAILURE)) ?? null,
    tenant: textAt(at('tenant')) ?? emptyScenario.tenant,
    run: textAt(at('run')) ?? emptyScenario.run,
    draws: readMap(at('draws'), readDraws) ?? emptyScenario.draws,
    latency: readTimes(at('latency'), emptyScenario.latency),
    workers:
      readMap(at('workers'), (pool) => numberAt(pool, { ...WHOLE, minimum: 1 })) ??
      emptyScenario.workers,
    documents: readMap(at('documents'), (document) => textAt(document)) ?? emptyScenario.documents,
    world: readWorld(at('world')),
    environment: readEnvironment(at('environment')),
    controls: readControls(at('controls')),
  };
  return { scenario, mentions: [...mentionsIn(at('tasks')), ...mentionsIn(at('draws'))] };
}

function readInput(located: Located): JsonObject {
  return entriesAt(located) === undefined ? emptyScenario.input : (located.value as JsonObject);
}

/** An object whose fields are all times in ms; those left out are as in `defaults`. */
function readTimes<Times extends { readonly [name: string]: number }>(
  located: Located,
  defaults: Times,
): Times {
  const times: { [name: string]: number } = { ...defaults };
  const object = objectAt(located, Object.keys(defaults));
  for (const name of object === undefined ? [] : Object.keys(defaults)) {
    const time = numberAt(member(located, name), TIME);
    if (time !== undefined) times[name] = time;
  }
  return times as Times;
}

function readMap<Value>(
  located: Located,
  read: (located: Located) => Value | undefined,
): { readonly [name: string]: Value } | undefined {
  const entries = entriesAt(located);
  if (entries === undefined) return undefined;
  const map = createMap<Value>();
  for (const [name, entry] of entries) {
    const value = read(entry);
    if (value !== undefined) map[name] = value;
  }
  return map;
}

function readDraws(located: Located): readonly number[] {
  return (itemsAt(located, MAXIMUM_ANSWERS) ?? []).map((item) => numberAt(item, DRAW) ?? 0);
}

function readWorld(located: Located): Scenario['world'] {
  const world = objectAt(located, ['honoursKeys', 'status']);
  if (world === undefined) return emptyScenario.world;
  return {
    honoursKeys: booleanAt(member(world, 'honoursKeys')) ?? emptyScenario.world.honoursKeys,
    status: booleanAt(member(world, 'status')) ?? emptyScenario.world.status,
  };
}

function readEnvironment(located: Located): Environment {
  const { environment: empty } = emptyScenario;
  const environment = objectAt(located, ENVIRONMENT);
  if (environment === undefined) return empty;
  const flags = (name: keyof Environment) =>
    readMap(member(environment, name), (entry) => booleanAt(entry));
  return {
    resources: flags('resources') ?? empty.resources,
    artifacts:
      readMap(member(environment, 'artifacts'), (digest) => textAt(digest)) ?? empty.artifacts,
    principals: flags('principals') ?? empty.principals,
    isolations: flags('isolations') ?? empty.isolations,
    permissions: flags('permissions') ?? empty.permissions,
  };
}

function mentionsIn(located: Located): readonly Mention[] {
  const { value } = located;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.keys(value).map((unit) => ({ unit, path: member(located, unit).path }));
}
