/**
 * Values that make a difference: a document's expressions say which outputs they look at, and the
 * literals beside them say where a condition tips over.
 */

import type { Json } from '../../../core/model/json.ts';
import type { Workflow } from '../../../core/model/workflow.ts';

export interface PortValues {
  readonly port: string;
  readonly type: string | null;
  readonly values: readonly Json[];
  /** How many more there are, which are not tried. */
  readonly leftOut: number;
  /** A type is declared, so its placeholder is one of its values. */
  readonly isTyped: boolean;
}

/** Step → its outputs that an expression looks at. Steps of children have their path. */
export type Values = ReadonlyMap<string, readonly PortValues[]>;

interface Mention {
  readonly literals: Json[];
  /** It stands behind `over` or in `len`: a list is looked at. */
  isList: boolean;
}

const MOST_VALUES = 48;

export const valuesOf = (workflow: Workflow): Values => {
  const values = new Map<string, readonly PortValues[]>();
  collect(workflow, '', values);
  for (const child of workflow.orbit?.children ?? []) {
    for (const { id, subworkflow } of workflow.nodes) {
      if (subworkflow?.href === child.id) collect(child, `${id}/`, values);
    }
  }
  return values;
};

/** What an expression says of the input of the workflow itself, by the name of the field. */
export const inputLiterals = (workflow: Workflow): ReadonlyMap<string, readonly Json[]> => {
  const mentions = mentionsIn(workflow);
  const found = new Map<string, readonly Json[]>();
  for (const [name, { literals }] of mentions) {
    if (name.startsWith('input.')) found.set(name.slice('input.'.length), literals);
  }
  return found;
};

const collect = (
  workflow: Workflow,
  path: string,
  values: Map<string, readonly PortValues[]>,
): void => {
  const mentions = mentionsIn(workflow);
  for (const { id, outputs } of workflow.nodes) {
    const ports = outputs.flatMap(({ name, type }): PortValues[] => {
      const mention = mentions.get(`${id}.${name}`);
      if (mention === undefined) return [];
      const found = distinct(valuesFor(type, mention));
      const values = found.slice(0, MOST_VALUES);
      const leftOut = found.length - values.length;
      return values.length === 0
        ? []
        : [{ port: name, type, values, leftOut, isTyped: isTelling(type, mention) }];
    });
    if (ports.length > 0) values.set(path + id, ports);
  }
};

/** Whether the placeholder of a type is a value that the document can do something with. */
const isTelling = (type: string | null, { isList }: Mention): boolean => {
  const base = (type ?? '').split('<')[0]?.toLowerCase();
  return base !== '' && !(isList && (base === 'json' || base === 'map'));
};

/** Expressions that decide something, with their kind. */
function* expressionsOf({ nodes, edges }: Workflow): Generator<{ text: string; isList: boolean }> {
  for (const node of nodes) {
    if (node.guard !== null) yield { text: node.guard, isList: false };
    for (const { when } of node.cases ?? []) yield { text: when, isList: false };
    if (node.loop?.over != null) yield { text: node.loop.over, isList: true };
    if (node.loop?.while != null) yield { text: node.loop.while, isList: false };
    if (node.wait?.until != null) yield { text: node.wait.until, isList: false };
    if (node.fanOut !== undefined) yield { text: node.fanOut.over, isList: true };
  }
  for (const { condition } of edges) {
    if (condition !== null) yield { text: condition, isList: false };
  }
}

const NAME = /[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)+/g;
const LITERAL = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|(?<![\w.])\d+(?:\.\d+)?|\b(?:true|false)\b/g;

const mentionsIn = (workflow: Workflow): ReadonlyMap<string, Mention> => {
  const mentions = new Map<string, Mention>();
  for (const { text, isList } of expressionsOf(workflow)) {
    const bare = text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, ' ');
    const literals = [...text.matchAll(LITERAL)].map(([literal]) => literalOf(literal));
    for (const [name] of bare.matchAll(NAME)) {
      // `step.port.member` is about the port.
      for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1)) {
        const known = mentions.get(name.slice(0, end)) ?? { literals: [], isList: false };
        known.literals.push(...literals);
        known.isList ||= isList || /\blen\s*\(/.test(bare);
        mentions.set(name.slice(0, end), known);
      }
    }
  }
  return mentions;
};

const literalOf = (text: string): Json => {
  if (text === 'true' || text === 'false') return text === 'true';
  if (text.startsWith('"') || text.startsWith("'")) return text.slice(1, -1);
  return Number(text);
};

/** A value of the port's type, on either side of each literal. */
const valuesFor = (type: string | null, { literals, isList }: Mention): readonly Json[] => {
  const base = (type ?? '').replace(/\?$/, '').split('<')[0]?.toLowerCase() ?? '';
  const numbers = literals.filter((literal) => typeof literal === 'number');
  const around = numbers.flatMap((number) => [number, number + 1, number - 1]);
  switch (base) {
    case 'number':
    case 'float':
    case 'duration':
      return [...around, 0, 1];
    case 'integer':
    case 'int':
      return [...around.filter((number) => Number.isInteger(number)), 0, 1, 2];
    case 'boolean':
    case 'bool':
      return [true, false];
    case 'string':
      return [...literals.filter((literal) => typeof literal === 'string'), 'something else'];
    case 'array':
    case 'list':
      return isList ? [[], [1], [1, 2, 3]] : [];
    case 'json':
    case 'map':
    case '':
      // Nothing is known of the type but what it is compared with.
      return isList
        ? [[1, 2], [], [1], [1, 2, 3]]
        : [
            ...around,
            ...literals.filter((literal) => typeof literal === 'string'),
            ...(literals.length === 0 || literals.some((literal) => typeof literal === 'boolean')
              ? [true, false]
              : []),
          ];
    default:
      return literals.filter((literal) => typeof literal === 'string');
  }
};

const distinct = (values: readonly Json[]): readonly Json[] => {
  const seen = new Map(values.map((value) => [JSON.stringify(value), value]));
  return [...seen.values()];
};
