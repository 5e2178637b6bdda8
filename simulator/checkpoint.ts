/**
 * Everything that a run is, as JSON, between any two of its events; and back. What a
 * workflow's program holds is named, not copied, so a checkpoint is read with the same
 * document and scenario. The rest is an object graph with circles: each object is written
 * once and referred to by number.
 */

import { defaultChoices } from '../core/lifecycle/choices.ts';
import type { Json } from '../core/model/json.ts';
import { type Identity, identityOf, mustBeSame } from './identity.ts';
import type { Limits } from './limits.ts';
import type { ProfileRules } from './profile.ts';
import { childOf } from './program/children.ts';
import type { Program } from './program/program.ts';
import { iterationOf } from './program/region.ts';
import { begin, type Simulation } from './runtime/run.ts';
import { simulatedHost } from './runtime/simulated-host.ts';
import type { Engine, Host } from './runtime/state.ts';

export interface Checkpoint {
  readonly version: 1;
  /** Which run's it is. */
  readonly of: Identity;
  /** Subworkflows in use, by reference; the run's own program is the empty name. */
  readonly programs: readonly string[];
  readonly root: Json;
  /** What `{"#": n}` refers to: `["o", members]`, `["a", items]`, `["m", entries]`, `["s", items]`. */
  readonly objects: readonly Json[];
}

/** Objects that belong to programs or to the engine's surroundings, by name and back. */
interface Names {
  readonly nameOf: Map<object, string>;
  readonly objectOf: Map<string, object>;
}

const createNames = (engine: Engine, programs: ReadonlyMap<string, Program>): Names => {
  const names: Names = { nameOf: new Map(), objectOf: new Map() };
  const add = (name: string, object: object): void => {
    names.nameOf.set(object, name);
    names.objectOf.set(name, object);
  };
  add('scenario', engine.scenario);
  add('limits', engine.limits);
  add('library', engine.library);
  add('host', engine.host);
  add('rules', engine.rules);
  add('choices', engine.choices);
  add('signals', engine.world.signals);
  for (const [href, program] of programs) addProgram(href, program, add);
  return names;
};

const addProgram = (
  href: string,
  program: Program,
  add: (name: string, object: object) => void,
): void => {
  add(`${href}|program`, program);
  add(`${href}|main`, program.main);
  for (const node of program.nodes) {
    add(`${href}|node ${node.index}`, node);
    add(`${href}|placeholder ${node.index}`, node.placeholder);
    const undos = node.fanOut?.element.compensations ?? node.compensations;
    for (const edge of [...node.outgoing, ...undos]) add(`${href}|edge ${edge.index}`, edge);
    if (node.fanOut !== null) {
      add(`${href}|element ${node.index}`, node.fanOut.element);
      add(`${href}|elements ${node.index}`, node.fanOut.region);
    }
    if (node.loop === null) continue;
    add(`${href}|iteration ${node.loop.body.index}`, iterationOf(program, node.loop.body));
  }
};

/** Writes down a run as it stands. */
export const checkpointOf = ({ engine }: Simulation): Checkpoint => {
  // Places behind the last message hold messages that were read long ago.
  engine.inbox.length = engine.posted;
  const programs = programsIn(engine);
  const { nameOf } = createNames(engine, programs);
  const numbers = new Map<object, number>();
  const objects: Json[] = [];

  const write = (value: unknown): Json => {
    if (value === undefined) return { u: 1 };
    if (value === Number.POSITIVE_INFINITY) return { i: 1 };
    if (typeof value !== 'object' || value === null) return value as Json;
    const name = nameOf.get(value);
    if (name !== undefined) return { '@': name };
    const known = numbers.get(value);
    if (known !== undefined) return { '#': known };
    const number = objects.length;
    numbers.set(value, number);
    objects.push(null);
    open.push({ number, value });
    return { '#': number };
  };
  // Its own stack, since one object may lead to the next for as long as the run is.
  const open: { readonly number: number; readonly value: object }[] = [];
  const root = write(engine);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    objects[next.number] = writeObject(next.value, write);
  }
  return {
    version: 1,
    of: identityOf(engine.scenario, programs),
    programs: [...programs.keys()],
    root,
    objects,
  };
};

const writeObject = (value: object, write: (value: unknown) => Json): Json => {
  if (Array.isArray(value)) return ['a', value.map(write)];
  if (value instanceof Set) return ['s', [...value].map(write)];
  if (value instanceof Map) {
    return ['m', [...value].map(([key, item]) => [write(key), write(item)])];
  }
  return ['o', Object.entries(value).map(([key, item]) => [key, write(item)])];
};

/** The programs that a run has begun; a subworkflow's is named by its reference. */
const programsIn = (engine: Engine): Map<string, Program> => {
  const programs = new Map<string, Program>();
  for (const { instance } of engine.frames) {
    const href = instance.parent?.node.definition.subworkflow?.href ?? '';
    programs.set(href, instance.program);
  }
  return programs;
};

/**
 * A run as it stood, from what `checkpointOf` wrote. It goes on as it would have.
 * @throws Error where the checkpoint is of another version, document, run, tenant or profile.
 */
export const resumeFrom = (
  checkpoint: Checkpoint,
  program: Program,
  scenario: Engine['scenario'],
  limits: Limits,
  rules: ProfileRules,
  host: Host = simulatedHost,
): Simulation => {
  if (checkpoint.version !== 1) throw new Error('the checkpoint is of another version');
  const fresh = begin(program, scenario, limits, rules, defaultChoices, host).engine;
  const programs = programsNamed(checkpoint, program, fresh);
  mustBeSame(checkpoint.of, identityOf(scenario, programs));
  const { objectOf } = createNames(fresh, programs);
  const made = checkpoint.objects.map(emptyFor);

  const read = (written: Json): unknown => {
    if (typeof written !== 'object' || written === null) return written;
    const reference = written as { readonly '@'?: string; readonly '#'?: number; readonly i?: 1 };
    if (reference.i !== undefined) return Number.POSITIVE_INFINITY;
    if (reference['#'] !== undefined) return made[reference['#']];
    if (reference['@'] === undefined) return undefined;
    const named = objectOf.get(reference['@']);
    if (named === undefined) throw new Error('the checkpoint is of another document');
    return named;
  };
  for (const [number, written] of checkpoint.objects.entries()) {
    fill(made[number] as object, written, read);
  }
  const engine = read(checkpoint.root) as Engine;
  const instance = engine.frames[0]?.instance;
  if (instance === undefined) throw new Error('the checkpoint holds no run');
  return { engine, instance };
};

const programsNamed = (
  checkpoint: Checkpoint,
  program: Program,
  engine: Engine,
): ReadonlyMap<string, Program> => {
  const programs = new Map([['', program]]);
  for (const href of checkpoint.programs) {
    if (href === '') continue;
    const own = ownChild(programs.values(), href);
    if (own !== null) {
      programs.set(href, own);
      continue;
    }
    const loaded = engine.library.load({ href, digest: null, specVersion: null });
    if (!loaded.ok) throw new Error(loaded.message);
    programs.set(href, loaded.program);
  }
  return programs;
};

/** A child that one of the documents holds itself; those are written behind their parents. */
const ownChild = (programs: Iterable<Program>, href: string): Program | null => {
  for (const program of programs) {
    const child = childOf(program, href);
    if (child !== null) return child;
  }
  return null;
};

const emptyFor = (written: Json): object => {
  const [kind] = written as readonly [string];
  if (kind === 'a') return [];
  if (kind === 's') return new Set();
  return kind === 'm' ? new Map() : {};
};

const fill = (object: object, written: Json, read: (written: Json) => unknown): void => {
  const [, content] = written as readonly [string, readonly Json[]];
  if (Array.isArray(object)) {
    for (const item of content) object.push(read(item));
  } else if (object instanceof Set) {
    for (const item of content) object.add(read(item));
  } else {
    for (const entry of content as readonly (readonly [Json, Json])[]) {
      if (object instanceof Map) object.set(read(entry[0]), read(entry[1]));
      else define(object, entry[0] as string, read(entry[1]));
    }
  }
};

/** A member like any other, whatever its name: `__proto__` may be a port. */
const define = (object: object, name: string, value: unknown): void => {
  Object.defineProperty(object, name, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  });
};
