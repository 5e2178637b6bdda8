/** Inputs of a run, where nobody gives any: by the types that an ORBIT document states. */

import type { Json, JsonObject } from '../../../core/model/json.ts';
import type { Workflow } from '../../../core/model/workflow.ts';
import { inputLiterals } from './values.ts';

/** What a run begins with, and for each field the values that it may have instead. */
export interface InputSpace {
  readonly base: JsonObject;
  readonly fields: readonly { readonly name: string; readonly values: readonly Json[] }[];
}

const NOTHING: InputSpace = { base: {}, fields: [] };

export const inputSpaceOf = (workflow: Workflow): InputSpace => {
  const { orbit } = workflow;
  if (orbit === undefined) return NOTHING;
  const literals = inputLiterals(workflow);
  const base: { [name: string]: Json } = {};
  const fields: { name: string; values: readonly Json[] }[] = [];
  for (const { name, type } of orbit.inputs) {
    base[name] = valueFor(type, name);
    const values = variantsOf(type, name, literals.get(name) ?? []);
    if (values.length > 1) fields.push({ name, values });
  }
  return { base, fields };
};

const LIST = /^List\s*<(.*)>$/s;

const valueFor = (type: string, name: string): Json => {
  const plain = type.trim().replace(/\?$/, '').trimEnd();
  const element = LIST.exec(plain)?.[1];
  if (element !== undefined)
    return [valueFor(element, `${name}-1`), valueFor(element, `${name}-2`)];
  switch (plain) {
    case 'Int':
    case 'Float':
    case 'Duration':
      return 1;
    case 'Bool':
      return true;
    case 'String':
    case 'Bytes':
      return name;
    case 'UUID':
      return '00000000-0000-4000-8000-000000000000';
    case 'Timestamp':
      return '2000-01-01T00:00:00Z';
    default:
      return {};
  }
};

const variantsOf = (type: string, name: string, literals: readonly Json[]): readonly Json[] => {
  const isOptional = type.trim().endsWith('?');
  const plain = type.trim().replace(/\?$/, '').trimEnd();
  const none = isOptional ? [null] : [];
  const numbers = literals.filter((literal) => typeof literal === 'number');
  const element = LIST.exec(plain)?.[1];
  if (element !== undefined) {
    const one = valueFor(element, `${name}-1`);
    return [
      [],
      [one],
      [one, valueFor(element, `${name}-2`), valueFor(element, `${name}-3`)],
      ...none,
    ];
  }
  switch (plain) {
    case 'Int':
    case 'Float':
      return [...numbers.flatMap((number) => [number, number + 1, number - 1]), 0, 1, ...none];
    case 'Bool':
      return [true, false, ...none];
    case 'String':
      return [...literals.filter((literal) => typeof literal === 'string'), name, ...none];
    default:
      return none.length > 0 ? [valueFor(type, name), ...none] : [];
  }
};
