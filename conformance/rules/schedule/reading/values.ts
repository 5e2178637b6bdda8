/**
 * What an expression comes to at a moment of the run, from the outputs that the world gave
 * (HarnessXML §10). Whatever the world did not show makes the result unknown, unless the
 * expression does not look at it.
 */

import { artifactValue, resourceValue, type Scope } from '../../../../core/expression/index.ts';
import type { Json, JsonObject } from '../../../../core/model/json.ts';
import { isPerformed } from '../../../../core/model/performed.ts';
import { isBefore, isSameTime } from '../../judge.ts';
import { type Execution, lastAttempt, successOf } from '../../view.ts';
import { type Compiled, conditionOf, templateOf } from './compiled.ts';
import type { Context } from './context.ts';
import type { Frame } from './frame.ts';
import type { Member } from './graph.ts';

/** Who evaluates, where, and when. */
export interface Reader {
  readonly member: Member;
  readonly frame: Frame;
  readonly at: number;
  /** For what a loop asks between iterations: the iteration whose values it sees; −1 for none. */
  readonly iteration?: number;
}

export type Value =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'error'; readonly code: 'HX-4106' | 'HX-4107' }
  | { readonly kind: 'unknown' };

/** A value of an output port. */
export type PortValue =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown' };

const UNKNOWN = { kind: 'unknown' } as const;
const ABSENT = { kind: 'absent' } as const;
const NOT_BOOLEAN = { kind: 'error', code: 'HX-4107' } as const;

/** Thrown by a scope, and caught here: what it stands for is not known. */
const NOT_SEEN = Symbol('not seen');

/** A guard, case or condition. */
export const truthOf = (context: Context, reader: Reader, text: string): Value => {
  const result = resultOf(context, reader, text);
  return result.kind === 'value' && typeof result.value !== 'boolean' ? NOT_BOOLEAN : result;
};

/** What one expression in `${ }` comes to. */
export const resultOf = (context: Context, reader: Reader, text: string): Value =>
  evaluate(context, reader, conditionOf(context.graph.workflow, reader.member.node, text));

/** What a port's `value` comes to. */
export const textValueOf = (context: Context, reader: Reader, text: string): Value =>
  evaluate(context, reader, templateOf(context.graph.workflow, reader.member.node, text));

const evaluate = (context: Context, reader: Reader, compiled: Compiled): Value => {
  if (compiled === null) return UNKNOWN;
  try {
    const result = compiled(scopeOf(context, reader));
    return result.ok
      ? { kind: 'value', value: result.value }
      : { kind: 'error', code: result.code };
  } catch (thrown) {
    if (thrown !== NOT_SEEN) throw thrown;
    return UNKNOWN;
  }
};

const scopeOf = (context: Context, reader: Reader): Scope => ({
  port: (node, port) => {
    const found = portValue(context, reader, node, port);
    if (found.kind === 'unknown') throw NOT_SEEN;
    return found.kind === 'value' ? found.value : null;
  },
  variable: (name) => {
    for (let frame: Frame | null = reader.frame; frame !== null; frame = frame.parent) {
      const { iteration } = frame;
      if (iteration === null) continue;
      if (iteration.loop.indexVar === name) return iteration.index;
      if (iteration.loop.var !== name) continue;
      if (iteration.item === undefined) throw NOT_SEEN;
      return iteration.item;
    }
    return undefined;
  },
  artifact: (id) => {
    const found = context.graph.workflow.artifacts.find((artifact) => artifact.id === id);
    return found === undefined ? null : artifactValue(found);
  },
  resource: (id) => {
    const found = context.graph.workflow.resources.find((resource) => resource.id === id);
    return found === undefined ? null : resourceValue(found);
  },
  config: (name) =>
    reader.member.node.config.findLast((property) => property.name === name)?.value ?? null,
});

/** What a reader sees of another node's port: absent until that node has succeeded. */
const portValue = (context: Context, reader: Reader, id: string, port: string): PortValue => {
  const source = context.graph.byId.get(id);
  if (source === undefined) return ABSENT;
  if (!isPerformed(source.node.kind)) return UNKNOWN;
  const suffix = suffixFor(source, reader);
  if (suffix === null) return UNKNOWN;
  const execution = context.executions.get(id + suffix);
  if (execution === undefined) return ABSENT;
  if (source.place === 'main' && !source.node.idempotent && mayBeDiscarded(context)) return UNKNOWN;
  const success = successOf(execution);
  if (success === null) return lastAttempt(execution).end.how === 'lost' ? UNKNOWN : ABSENT;
  const { at } = success.end;
  if (isBefore(reader.at, at)) return context.isExact ? ABSENT : UNKNOWN;
  if (isSameTime(at, reader.at) && !precedes(context, source, reader)) return UNKNOWN;
  return outputOf(source, execution, port);
};

/** An output of an execution that succeeded. */
export const outputOf = ({ node }: Member, execution: Execution, port: string): PortValue => {
  const success = successOf(execution);
  if (success?.end.how !== 'succeeded') return UNKNOWN;
  const { output } = success.end;
  if (output === undefined) return UNKNOWN;
  if (isMap(output) && Object.hasOwn(output, port)) {
    return { kind: 'value', value: output[port] ?? null };
  }
  // What an output's own `value` or `default` means is not specified.
  const declared = node.outputs.find(({ name }) => name === port);
  return declared === undefined || (declared.value === null && declared.default === null)
    ? ABSENT
    : UNKNOWN;
};

const isMap = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A join may have made this result one that is discarded. */
const mayBeDiscarded = ({ losers }: Context): boolean => losers.isCut || losers.byJoin.size > 0;

/** In which iteration a reader sees a node; null where that is not told. */
const suffixFor = (source: Member, { member, frame, iteration }: Reader): string | null => {
  if (source.place === 'main') return '';
  if (source.place === 'behind-body' || source.loops.length !== 1) return null;
  const [loop] = source.loops;
  if (loop === member && iteration !== undefined) return `${frame.suffix}[${iteration}]`;
  for (let at: Frame | null = frame; at !== null; at = at.parent) {
    if (at.iteration?.member === loop) return at.suffix;
  }
  return null;
};

/** How far back it is looked for what comes before what within one instant. */
const MAXIMUM_STEPS = 64;

/** Whether a node that ended at the reader's own instant must have ended before. */
const precedes = ({ fates }: Context, source: Member, { member, frame, at }: Reader): boolean => {
  if (source === member || source.loops.includes(member)) return true;
  const seen = new Set<Member>([member]);
  const open = [member];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const before = [
      ...next.incoming.map(({ from }) => from),
      ...next.deciders,
      ...(frame.parent === null ? [] : next.loops),
    ];
    for (const each of before) {
      if (each === source) return true;
      if (seen.has(each) || seen.size > MAXIMUM_STEPS) continue;
      const fate = fates[each.index];
      const isAtOnce = fate === undefined || ('at' in fate && isSameTime(fate.at, at));
      seen.add(each);
      if (isAtOnce) open.push(each);
    }
  }
  return false;
};
