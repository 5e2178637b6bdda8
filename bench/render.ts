/** Rows for people, and as JSON. */

import { amount, type Goal, isMet, type Row } from './row.ts';

export interface Machine {
  readonly node: string;
  readonly processors: number;
  /** Processes that wanted to run, on average, in the last 1, 5 and 15 minutes. */
  readonly load: readonly number[];
}

export function renderHeader({ node, processors, load }: Machine): string {
  const loads = load.map((value) => value.toFixed(1)).join(' ');
  return `Node ${node}, ${processors} processors, load ${loads}\n\n`;
}

/** What was divided by what, the ratio, its goal, and whether it was met; then what was seen. */
export function renderRow(row: Row): string {
  const ratio = row.ratio === null ? '—' : row.ratio.toPrecision(3);
  const columns = [
    { null: '·', true: '✓', false: '×' }[String(isMet(row)) as 'null' | 'true' | 'false'],
    row.name.padEnd(26),
    ratio.padStart(6),
    goalOf(row.goal).padEnd(8),
    row.ratioIs,
  ];
  return `${columns.join('  ')}\n${row.measured.map((line) => `${' '.repeat(29)}${line}\n`).join('')}`;
}

function goalOf(goal: Goal): string {
  return 'atLeast' in goal ? `≥ ${amount(goal.atLeast)}` : `≤ ${amount(goal.atMost)}`;
}

export function toJson(machine: Machine, rows: readonly Row[]): string {
  const measured = rows.map((row) => ({ ...row, met: isMet(row) }));
  return `${JSON.stringify({ ...machine, rows: measured }, null, 2)}\n`;
}
