/** How a run is put into words: the same times, names and lists in page and terminal. */

import type { TraceEvent } from '../../../core/model/trace.ts';
import type { Workflow, WorkflowNode } from '../../../core/model/workflow.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Digits behind the point, at most; zeros at the end are left out. */
export function formatNumber(value: number, digits: number): string {
  if (!Number.isFinite(value) || Number.isInteger(value)) return String(value);
  const text = value.toFixed(digits);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** A stretch of virtual time for a person, to the millisecond: `0.7 s`, `2 min 5 s`, `3 h`. */
export function formatTime(milliseconds: number): string {
  const rounded = Math.round(milliseconds);
  if (rounded === 0 && milliseconds > 0) return `${formatNumber(milliseconds, 3)} ms`;
  if (rounded < MINUTE) return `${formatNumber(rounded / SECOND, 3)} s`;
  const parts: string[] = [];
  let rest = rounded;
  for (const [size, unit] of [
    [DAY, 'd'],
    [HOUR, 'h'],
    [MINUTE, 'min'],
  ] as const) {
    const count = Math.floor(rest / size);
    if (count > 0) parts.push(`${count} ${unit}`);
    rest -= count * size;
  }
  if (rest > 0) parts.push(`${formatNumber(rest / SECOND, 3)} s`);
  return parts.join(' ');
}

/** `a`, `a and b`, `a, b and c`. */
export function joinWords(words: readonly string[], last = 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words[words.length - 1]}`;
}

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

export function quote(text: string): string {
  return `“${text}”`;
}

/** `2nd`, for attempts and compensations in a row. */
export function ordinal(value: number): string {
  const tens = value % 100;
  if (tens > 10 && tens < 14) return `${value}th`;
  const suffix = ['th', 'st', 'nd', 'rd'][value % 10];
  return `${value}${suffix ?? 'th'}`;
}

export type Nodes = ReadonlyMap<string, WorkflowNode>;

const indexes = new WeakMap<Workflow, Nodes>();

/** The nodes by id; made once for each workflow. */
export function nodesOf(workflow: Workflow): Nodes {
  let nodes = indexes.get(workflow);
  if (nodes === undefined) {
    nodes = new Map(workflow.nodes.map((node) => [node.id, node]));
    indexes.set(workflow, nodes);
  }
  return nodes;
}

/** The name that a person gave the node, else its id. */
export function nameOf(nodes: Nodes, id: string): string {
  return nodes.get(id)?.name ?? id;
}

const COMPENSATION = 'compensate:';

export function isCompensation(unit: string): boolean {
  return unit.startsWith(COMPENSATION);
}

/** The unit that a compensation undoes, else the unit itself. */
export function undoneUnit(unit: string): string {
  return isCompensation(unit) ? unit.slice(COMPENSATION.length) : unit;
}

/** Whether the unit undoes another and goes by that one's node, as in ORBIT. */
export function isNamedByUndone(node: string, unit: string): boolean {
  return isCompensation(unit) && baseOf(undoneUnit(unit)) === node;
}

/** A unit's node: `sub[0]#2/ship[1]` is one of `sub/ship`. */
export function baseOf(unit: string): string {
  return unit.replace(/(?:\[\d+\])+(?=[#/]|$)|#\d+(?=\/)/g, '');
}

/** A unit of a node by name, a loop's iteration kept: `Ship parcel [2]`, or `ship[2]`. */
export function unitName(nodes: Nodes, unit: string): string {
  const undone = undoneUnit(unit);
  if (nodes.has(undone)) return nameOf(nodes, undone);
  const bracket = undone.indexOf('[');
  if (bracket < 0) return undone;
  return nameWithIteration(nodes, undone.slice(0, bracket), undone);
}

/**
 * Only a name that a person gave stands apart from the iteration, and what goes by another unit,
 * as `undo [2]`; in an element's child workflow the path has it: `kids[0]/pack`.
 */
function nameWithIteration(nodes: Nodes, node: string, unit: string): string {
  const bracket = unit.indexOf('[');
  const inside = unit.lastIndexOf('/') + 1;
  if (inside > bracket) return unit.slice(0, inside) + node.slice(node.lastIndexOf('/') + 1);
  const name = nameOf(nodes, node);
  return name === node && baseOf(unit) === node ? unit : `${name} ${unit.slice(bracket)}`;
}

/** What an event is about; null where it is about the run as a whole. */
export function subjectOf(nodes: Nodes, event: TraceEvent): string | null {
  if (event.type === 'unwinding.started' && event.unit !== undefined) {
    return unitName(nodes, event.unit);
  }
  if (!('node' in event)) return null;
  const unit = undoneUnit(event.unit);
  const full =
    nodes.has(unit) || !unit.includes('[')
      ? nameOf(nodes, event.node)
      : nameWithIteration(nodes, event.node, unit);
  return isNamedByUndone(event.node, event.unit) ? `undo of ${full}` : full;
}
