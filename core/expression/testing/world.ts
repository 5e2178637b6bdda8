/** Shared by the tests of this folder: a small document, and evaluation in one go. */

import type { Json } from '../../model/json.ts';
import { compileExpression, compileTemplate } from '../compile.ts';
import type { Evaluation, Scope } from '../evaluation.ts';
import { type ExpressionReading, parseExpression } from '../parse.ts';
import type { Declarations } from '../syntax.ts';
import { parseTemplate } from '../template.ts';

type Values = { readonly [name: string]: Json };

export interface World {
  readonly nodes?: { readonly [node: string]: Values };
  readonly variables?: Values;
  readonly config?: Values;
  readonly artifacts?: Values;
  readonly resources?: Values;
}

const own = (values: Values | undefined, name: string): Json | undefined =>
  values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;

export function declarationsOf(world: World): Declarations {
  const ports = (id: string) =>
    Object.hasOwn(world.nodes ?? {}, id) ? world.nodes?.[id] : undefined;
  return {
    hasNode: (id) => ports(id) !== undefined,
    hasPort: (node, port) => own(ports(node), port) !== undefined,
    hasVariable: (name) => own(world.variables, name) !== undefined,
    hasConfig: (name) => own(world.config, name) !== undefined,
  };
}

export function scopeOf(world: World): Scope {
  return {
    port: (node, port) => own(world.nodes?.[node], port) ?? null,
    variable: (name) => own(world.variables, name),
    artifact: (id) => own(world.artifacts, id) ?? null,
    resource: (id) => own(world.resources, id) ?? null,
    config: (name) => own(world.config, name) ?? null,
  };
}

export function read(text: string, world: World = {}): ExpressionReading {
  return parseExpression(text, declarationsOf(world));
}

/** The value, or the message of what went wrong. */
export function evaluate(text: string, world: World = {}): Evaluation {
  const reading = read(text, world);
  if (!reading.ok) throw new Error(`${text}: ${reading.error.message}`);
  return compileExpression(reading.expression)(scopeOf(world));
}

export function interpolate(text: string, world: World = {}): Evaluation {
  const reading = parseTemplate(text, declarationsOf(world));
  if (!reading.ok) throw new Error(`${text}: ${reading.error.message}`);
  return compileTemplate(reading.template)(scopeOf(world));
}
