/** Measures, and prints a row for each measurement as soon as it is there. */

import { cpus, loadavg } from 'node:os';
import { renderHeader, renderRow, toJson } from './render.ts';
import type { Row } from './row.ts';
import { checkRows } from './rows/check.ts';
import { exploreRows } from './rows/explore.ts';
import { fuzzRows } from './rows/fuzz.ts';
import { growthRows } from './rows/growth.ts';
import { orbitRows } from './rows/orbit.ts';
import { processRows } from './rows/process.ts';
import { sagaRow } from './rows/saga.ts';
import { tableRow } from './rows/table.ts';

const GROUPS: Readonly<Record<string, (root: string) => readonly Row[]>> = {
  table: () => [tableRow()],
  saga: () => [sagaRow()],
  process: processRows,
  growth: growthRows,
  check: checkRows,
  orbit: orbitRows,
  explore: exploreRows,
  fuzz: fuzzRows,
};

export interface Asked {
  /** The repository. */
  readonly root: string;
  readonly json: boolean;
  /** Names of groups; all where there is none. */
  readonly groups: readonly string[];
  readonly write: (text: string) => void;
}

export function main({ root, json, groups, write }: Asked): void {
  const unknown = groups.find((name) => !Object.hasOwn(GROUPS, name));
  if (unknown !== undefined) {
    throw new Error(`there is no group ${unknown}: ${Object.keys(GROUPS).join(', ')}`);
  }
  const chosen = groups.length === 0 ? Object.keys(GROUPS) : groups;
  const machine = { node: process.version, processors: cpus().length, load: loadavg() };
  const rows: Row[] = [];
  if (!json) write(renderHeader(machine));
  for (const name of chosen) {
    for (const row of GROUPS[name]?.(root) ?? []) {
      rows.push(row);
      if (!json) write(renderRow(row));
    }
  }
  if (json) write(toJson(machine, rows));
}
