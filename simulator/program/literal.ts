/** Values that a document writes as text, and values that stand in for a task's. */

import type { Json, JsonObject } from '../../core/model/json.ts';
import type { WorkflowNode } from '../../core/model/workflow.ts';

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;

/**
 * A literal `value` or `default` as its port's type reads it: `0.9` on a number port is a
 * number. Text that does not fit its type, or a type of the author's own, stays text.
 */
export const literalOf = (text: string, type: string | null): Json => {
  const trimmed = text.trim();
  switch (baseOf(type)) {
    case 'number':
    case 'integer': {
      const number = NUMBER.test(trimmed) ? Number(trimmed) : Number.NaN;
      return Number.isFinite(number) ? number : text;
    }
    case 'boolean':
      if (trimmed === 'true' || trimmed === '1') return true;
      return trimmed === 'false' || trimmed === '0' ? false : text;
    case 'json':
    case 'array':
    case 'map':
      return parsed(trimmed) ?? text;
    default:
      return text;
  }
};

const parsed = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};

/** `array<T>` and `map<K,V>` without what they hold. */
const baseOf = (type: string | null): string => (type === null ? '' : (type.split('<')[0] ?? ''));

const NOTHING: JsonObject = Object.freeze(Object.create(null) as JsonObject);

/** What a task without a scripted answer hands back: each declared output by its type. */
export const placeholderOf = (node: WorkflowNode, isOrbit: boolean): JsonObject => {
  if (node.outputs.length === 0) return NOTHING;
  const output: { [port: string]: Json } = Object.create(null) as { [port: string]: Json };
  for (const port of node.outputs) {
    output[port.name] = isOrbit
      ? orbitPlaceholder(port.type ?? '', `${node.id}.${port.name}`)
      : placeholderFor(node.id, port);
  }
  return output;
};

const placeholderFor = (
  node: string,
  port: { readonly name: string; readonly type: string | null },
): Json => {
  switch (baseOf(port.type)) {
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    case 'array':
      return [1, 2];
    case 'json':
    case 'map':
      return {};
    default:
      return `${node}.${port.name}`;
  }
};

const LIST = /^List\s*<(.*)>$/s;

/** A value of an ORBIT type: two elements in a list, nothing in a record. */
const orbitPlaceholder = (type: string, text: string): Json => {
  const name = type.trim().replace(/\?$/, '').trimEnd();
  const element = LIST.exec(name)?.[1];
  if (element !== undefined) {
    return [0, 1].map((index) => orbitPlaceholder(element, `${text}[${index}]`));
  }
  switch (name) {
    case 'Int':
    case 'Float':
    case 'Duration':
      return 1;
    case 'Bool':
      return true;
    case '':
    case 'String':
    case 'Bytes':
    case 'Timestamp':
    case 'UUID':
      return text;
    default:
      return {};
  }
};
