/** Every code that a finding in an ORBIT document can have. */

import type { Severity } from '../model/diagnostic.ts';

export interface CodeEntry {
  readonly severity: Severity;
  /** What a document must be, in a few words. */
  readonly title: string;
  readonly family: string;
}

const entries = (
  severity: Severity,
  family: string,
  titles: Readonly<Record<string, string>>,
): Readonly<Record<string, CodeEntry>> =>
  Object.fromEntries(
    Object.entries(titles).map(([code, title]) => [code, { severity, title, family }]),
  );

/** ORBIT's own codes begin with E and W, ours with U2 (errors) and U25 (warnings). */
const CODES = {
  ...entries('error', 'compensation', {
    E0102: 'compensations are not nested',
    E0307: 'a compensation has no scheduling of its own',
    E0308:
      'a compensation calls a worker, stands where there is something to undo, and reads only what was there',
  }),
  ...entries('warning', 'compensation', {
    W0601: 'a step whose task is undone by another has a compensation',
    W0602: 'a compensation calls the task that the contract names',
  }),
  ...entries('error', 'syntax', {
    U2001: 'the text follows the grammar',
    U2002: 'every word, number and text is well-formed',
    U2003: 'members are of those that are known',
    U2004: 'nothing is said or named twice',
    U2005: 'what must be there is there',
    U2006: 'a step is exactly one of worker, workflow, sleep and await',
    U2007: 'members stand where they have a meaning',
    U2008: 'the document is within the limits of this reader',
    U2009: 'names are not words of the language and hide nothing',
  }),
  ...entries('error', 'names', {
    U2010: 'expressions name steps, loop variables, input and execution',
    U2011: 'fields are of those that a value has',
    U2012: 'functions are of the closed set and get what they take',
    U2013: 'types are known',
    U2014: 'tasks have a contract',
    U2015: 'child workflows are declared',
    U2016: 'after names steps of the workflow',
  }),
  ...entries('error', 'types', {
    U2020: 'values are of the type that is wanted',
    U2021: 'no optional value stands where there must be one',
    U2022: 'every input of a task or workflow is given',
    U2023: 'nothing is given that is no input',
  }),
  ...entries('error', 'graph', {
    U2030: 'steps do not wait for each other in a circle',
    U2031: 'no workflow calls itself, directly or through others',
    U2032: 'no record contains itself without an end',
  }),
  ...entries('error', 'values', {
    U2040: 'numbers are within their range',
    U2041: 'durations are within their range',
    U2042: 'backoff is one of none, fixed, linear and exponential',
  }),
  ...entries('warning', 'warnings', {
    U2501: 'a file with a workflow is one that can be run',
    U2502: 'what is compared can be equal',
    U2503: 'max_delay is not below initial_delay',
    U2504: 'multiplier is not below 1',
    U2505: 'the key of an element depends on the element',
    U2506: 'whole numbers are ones that a double holds exactly',
  }),
} satisfies Readonly<Record<string, CodeEntry>>;

export type OrbitCode =
  | 'E0102'
  | 'E0307'
  | 'E0308'
  | 'W0601'
  | 'W0602'
  | `U20${'01' | '02' | '03' | '04' | '05' | '06' | '07' | '08' | '09'}`
  | `U20${'10' | '11' | '12' | '13' | '14' | '15' | '16'}`
  | `U20${'20' | '21' | '22' | '23' | '30' | '31' | '32' | '40' | '41' | '42'}`
  | `U25${'01' | '02' | '03' | '04' | '05' | '06'}`;

/** All, in the order of this list. */
export const orbitCodes: readonly OrbitCode[] = Object.keys(CODES) as OrbitCode[];

export function codeOf(code: OrbitCode): CodeEntry {
  return (CODES as Readonly<Record<string, CodeEntry>>)[code] as CodeEntry;
}
