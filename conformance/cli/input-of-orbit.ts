/** What is wrong with a run's input, by the types that an ORBIT document states for it. */

import type { Json, JsonObject } from '../../core/model/json.ts';
import { quote } from '../../core/model/show.ts';
import { didYouMean } from '../../core/model/suggest.ts';
import type { Workflow } from '../../core/model/workflow.ts';

/**
 * Sentences without their full stop; none where the input fits or the document is no ORBIT. Looks
 * at the values, not at what is inside of them: that is found where a step uses it.
 */
export function faultsOfInput({ orbit }: Workflow, input: JsonObject): readonly string[] {
  if (orbit === undefined) return [];
  const names = new Set(orbit.inputs.map(({ name }) => name));
  return [
    ...orbit.inputs.flatMap(({ name, type }) => {
      const value = Object.hasOwn(input, name) ? (input[name] as Json) : null;
      if (fits(value, type)) return [];
      const isThere = Object.hasOwn(input, name);
      return [`${quote(name)} is ${isThere ? 'no' : 'missing:'} ${type}`];
    }),
    ...Object.keys(input)
      .filter((name) => !names.has(name))
      .map((name) => `the workflow takes no ${quote(name)}${didYouMean(name, names)}`),
  ];
}

function fits(value: Json, type: string): boolean {
  if (value === null) return type.endsWith('?') || type === 'JSON';
  const plain = type.replace(/\?$/, '');
  switch (plain) {
    case 'JSON':
      return true;
    case 'Int':
    case 'Duration':
      return Number.isInteger(value);
    case 'Float':
      return typeof value === 'number';
    case 'Bool':
      return typeof value === 'boolean';
    case 'String':
    case 'UUID':
    case 'Timestamp':
    case 'Bytes':
      return typeof value === 'string';
    default:
      // A list; a map or a record, which are objects.
      if (plain.startsWith('List<')) return Array.isArray(value);
      return typeof value === 'object' && !Array.isArray(value);
  }
}
