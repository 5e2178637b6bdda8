/** Fields that occur in several places of a plan, and the lists of words that it knows. */

import { MAXIMUM_TIME } from './duration.ts';
import {
  choiceAt,
  itemsAt,
  type Located,
  member,
  type NumberRule,
  nullable,
  numberAt,
  objectAt,
  required,
  type TextRule,
  textAt,
} from './inspect.ts';
import type { Property } from './workflow.ts';

/** As many nodes, edges or other entries as one list of a plan may hold. */
export const MAXIMUM_ENTRIES = 1_000_000;

export const TIME: NumberRule = { minimum: 0, maximum: MAXIMUM_TIME };
export const COUNT: NumberRule = { minimum: 0, maximum: MAXIMUM_TIME, integer: true };
export const POSITIVE: NumberRule = { ...COUNT, minimum: 1 };

/** In ORBIT what undoes a step has no name of its own: it goes by `compensate:` and the step's. */
const IDENTIFIER: TextRule = {
  pattern: /^(?:compensate:)?[A-Za-z_][A-Za-z0-9_.-]*$/,
  what: 'an id; ids begin with a letter or _ and go on with letters, digits, _, - and .',
  maximumLength: 255,
};

type Read<Value> = (located: Located) => Value | undefined;

/** A field that must be there: in a plan all are, null where they mean nothing. */
export function stated<Value>(object: Located, name: string, read: Read<Value>): Value | undefined {
  return required(member(object, name), read, 'every field is stated, null if it means nothing');
}

/** A field that must be there and may be null. */
export function statedOrNull<Value>(
  object: Located,
  name: string,
  read: Read<Value>,
): Value | null {
  return stated(object, name, (located) => nullable(located, read)) ?? null;
}

export function idAt(located: Located): string | undefined {
  return textAt(located, IDENTIFIER);
}

export function plainTextAt(located: Located): string | undefined {
  return textAt(located);
}

export function timeAt(located: Located): number | undefined {
  return numberAt(located, TIME);
}

export function oneOf<Choice extends string>(choices: readonly Choice[]): Read<Choice> {
  return (located) => choiceAt(located, choices);
}

export function within(rule: NumberRule): Read<number> {
  return (located) => numberAt(located, rule);
}

/** The entries of a list, without those that are no objects of the fields given. */
export function listAt<Item>(
  located: Located,
  fields: readonly string[],
  read: (entry: Located) => Item,
): readonly Item[] {
  const items: Item[] = [];
  for (const entry of itemsAt(located, MAXIMUM_ENTRIES) ?? []) {
    const object = objectAt(entry, fields);
    if (object !== undefined) items.push(read(object));
  }
  return items;
}

export function propertiesAt(located: Located): readonly Property[] {
  return listAt(located, ['name', 'value'], (property) => ({
    name: stated(property, 'name', plainTextAt) ?? '',
    value: stated(property, 'value', plainTextAt) ?? '',
  }));
}
