/** Expressions of a wanted type, from what a place may read. */

import type { Choices } from '../harness/choices.ts';
import { type Words, words } from './words.ts';

/** What may be read: tokens, and the type as it is written. */
export interface Readable {
  readonly path: Words;
  readonly type: string;
}

export interface Declared {
  /** By the name of a record its fields and their types. */
  readonly records: ReadonlyMap<string, readonly (readonly [name: string, type: string])[]>;
}

const MAXIMUM_DEPTH = 3;

/** Tokens of an expression of a type. `depth` bounds how much stands inside each other. */
export function expressionOf(
  type: string,
  readable: readonly Readable[],
  declared: Declared,
  choices: Choices,
  depth = MAXIMUM_DEPTH,
): Words {
  const make = (wanted: string): Words =>
    expressionOf(wanted, readable, declared, choices, depth - 1);
  const found = pathOf(type, readable, choices);
  if (found !== null && choices.happens(0.5)) return found;
  if (depth > 0 && choices.happens(0.1)) {
    const parts = ['if', ...make('Bool'), 'then', ...make(type), 'else', ...make(type)];
    // Without brackets the last branch would take what follows.
    return depth === MAXIMUM_DEPTH ? parts : ['(', ...parts, ')'];
  }
  if (depth > 0 && choices.happens(0.1)) return ['(', ...make(type), ')'];
  if (type.endsWith('?')) {
    return choices.happens(0.2) ? ['null'] : make(type.slice(0, -1));
  }
  const optional = pathOf(`${type}?`, readable, choices);
  if (optional !== null && optional.length > 0 && choices.happens(0.5)) {
    return [
      'coalesce',
      '(',
      ...optional,
      ',',
      ...(depth > 0 ? make(type) : literal(type, make)),
      ')',
    ];
  }
  if (depth > 0 && choices.happens(0.5)) {
    const compound = compoundOf(type, make, readable, choices);
    if (compound !== null) return compound;
  }
  const list = /^List<(.*)>$/.exec(type)?.[1];
  if (list !== undefined)
    return listed(
      '[',
      manyOf(() => make(list), depth, choices),
      ']',
      choices,
    );
  const map = /^Map<String, (.*)>$/.exec(type)?.[1];
  if (map !== undefined) {
    const values = manyOf(() => make(map), depth, choices);
    return listed(
      '{',
      values.map((value, index) => [`"k ${index}"`, ':', ...value]),
      '}',
      choices,
    );
  }
  const fields = declared.records.get(type);
  if (fields === undefined) return literal(type, make);
  const entries = fields.map(([name, field]) => [name, ':', ...make(field)]);
  return listed('{', entries, '}', choices);
}

function pathOf(type: string, readable: readonly Readable[], choices: Choices): Words | null {
  const fitting = readable.filter((each) => each.type === type);
  return fitting.length === 0 ? null : choices.oneOf(fitting).path;
}

function manyOf(make: () => Words, depth: number, choices: Choices): readonly Words[] {
  return Array.from({ length: depth <= 0 ? choices.below(2) : choices.below(4) }, make);
}

function listed(open: string, items: readonly Words[], close: string, choices: Choices): Words {
  const inner = items.flatMap((item, index) => (index === 0 ? item : [',', ...item]));
  const last = items.length > 0 && choices.happens(0.2) ? [','] : [];
  return [open, ...inner, ...last, close];
}

const LITERALS: Readonly<Record<string, string>> = {
  String: '"text"',
  Int: '7',
  Float: '1.5',
  Bool: 'true',
  Duration: '90s',
  Timestamp: '"2026-04-26T12:00:00Z"',
  UUID: '"6ba7b810-9dad-11d1-80b4-00c04fd430c8"',
  Bytes: '"aGVsbG8="',
  JSON: '{ a : [ 1 , null , "b" ] }',
};

function literal(type: string, make: (wanted: string) => Words): Words {
  const text = LITERALS[type];
  return text === undefined ? make(type) : words(text);
}

function compoundOf(
  type: string,
  make: (wanted: string) => Words,
  readable: readonly Readable[],
  choices: Choices,
): Words | null {
  const binary = (operators: readonly string[], left: string, right = left): Words => [
    ...['(', ...make(left), choices.oneOf(operators), ...make(right), ')'],
  ];
  switch (type) {
    case 'String':
      return choices.oneOf<() => Words>([
        () => binary(['+'], 'String'),
        () => ['string', '(', ...make('Int'), ')'],
        () => ['upper', '(', ...make('String'), ')'],
        () => ['join', '(', ...make('List<String>'), ',', ...make('String'), ')'],
      ])();
    case 'Int':
      return choices.oneOf<() => Words>(
        [
          () => binary(['+', '-', '*', '/', '%'], 'Int'),
          () => ['len', '(', ...make('String'), ')'],
          () => ['-', ...make('Int')],
          () => ['round', '(', ...make('Float'), ')'],
          () => ['len', '(', ...(readable[0]?.path ?? ['execution', '.', 'id']), ')'],
        ].slice(0, 4),
      )();
    case 'Float':
      return choices.oneOf<() => Words>([
        () => binary(['+', '-', '*', '/'], 'Float', 'Int'),
        () => make('Int'),
        () => ['max', '(', ...make('Float'), ',', ...make('Float'), ',', ')'],
      ])();
    case 'Bool':
      return choices.oneOf<() => Words>([
        () => binary(['<', '<=', '>', '>='], 'Int', 'Float'),
        () => binary(['==', '!='], 'String'),
        () => binary(['and', 'or', '&&', '||'], 'Bool'),
        () => [choices.oneOf(['not', '!']), ...make('Bool')],
        () => ['contains', '(', ...make('String'), ',', ...make('String'), ')'],
      ])();
    case 'Duration':
      return binary(['*'], 'Duration', 'Int');
    default:
      return null;
  }
}
