/** The inputs of a herd: names and units as a person reads them. */

import type { HerdParameters, Parameter } from './parameters.ts';

export interface Field {
  readonly parameter: Parameter;
  readonly name: string;
  /** How many of the parameter's own units make one of those that are typed. */
  readonly unit: number;
}

export const FIELDS: readonly Field[] = [
  { parameter: 'clients', name: 'clients', unit: 1 },
  { parameter: 'outage', name: 'outage, s', unit: 1000 },
  { parameter: 'capacity', name: 'capacity per ¼ s', unit: 1 },
  { parameter: 'base', name: 'first wait, s', unit: 1000 },
  { parameter: 'cap', name: 'longest wait, s', unit: 1000 },
  { parameter: 'seed', name: 'seed', unit: 1 },
];

export function shownValue(parameters: HerdParameters, { parameter, unit }: Field): number {
  return parameters[parameter] / unit;
}

/** NaN for what is no number; bounds are the herd's own. */
export function typedValue(text: string, { unit }: Field): number {
  return text.trim() === '' ? Number.NaN : Number(text) * unit;
}
