/** The steps that a document has, by the names that expectations may use for them. */

import { isPerformed } from '../../../core/model/performed.ts';
import { quote } from '../../../core/model/show.ts';
import { didYouMean } from '../../../core/model/suggest.ts';
import type { NodeKind, Workflow } from '../../../core/model/workflow.ts';
import type { Expectation } from '../expectation.ts';

const COMPENSATION = 'compensate:';
const INSTANCES = /(?:\[\d+\])+(?=[#/]|$)|#[1-9]\d*(?=\/)/g;
/** Children within each other that are looked into, and nodes in all. */
const DEEPEST = 8;
const MOST = 20_000;

export interface StepNames {
  /** By the path to it: `pay/charge` is a step of a child. */
  readonly kinds: ReadonlyMap<string, NodeKind>;
  readonly undone: ReadonlySet<string>;
  /** There are steps that are not known here, so that no name can be called wrong. */
  readonly isPartial: boolean;
}

export const stepNamesOf = (workflow: Workflow): StepNames => {
  const kinds = new Map<string, NodeKind>();
  const undone = new Set<string>();
  let isPartial = false;
  const enter = ({ nodes, edges, orbit }: Workflow, path: string, depth: number): void => {
    for (const { type, from } of edges) if (type === 'compensation') undone.add(path + from);
    for (const { id, kind, subworkflow } of nodes) {
      if (orbit !== undefined && id.startsWith(COMPENSATION)) continue;
      kinds.set(path + id, kind);
      if (subworkflow === null) continue;
      const child = workflow.orbit?.children.find((one) => one.id === subworkflow.href);
      if (child === undefined || depth === DEEPEST || kinds.size > MOST) isPartial = true;
      else enter(child, `${path}${id}/`, depth + 1);
    }
  };
  enter(workflow, '', 0);
  return { kinds, undone, isPartial };
};

/** A unit without its iterations: `take[1]` is `take`. */
export const stepOfUnit = (unit: string): string => unit.replace(INSTANCES, '');

/** What is wrong with the names of an expectation, in sentences without their full stop. */
export const faultsOfNames = (expectation: Expectation, names: StepNames): readonly string[] =>
  namesIn(expectation).flatMap((name) => faultOf(name, names) ?? []);

const namesIn = (expectation: Expectation): readonly string[] => {
  switch (expectation.property) {
    case 'no-effect-left-behind':
    case 'no-effect-twice':
    case 'not-both':
      return expectation.of;
    case 'if-then':
      return [...expectation.if, ...expectation.then];
    case 'only-after':
      return [expectation.then, expectation.first];
    case 'at-most-calls':
      return [expectation.of];
    case 'no-failure-swallowed':
    case 'ends':
    case 'ends-within':
    case 'never':
    case 'outcomes':
      return [];
  }
};

const faultOf = (name: string, { kinds, undone, isPartial }: StepNames): string | null => {
  const isUndo = name.startsWith(COMPENSATION);
  const step = stepOfUnit(isUndo ? name.slice(COMPENSATION.length) : name);
  const kind = kinds.get(step);
  if (kind === undefined) {
    if (isPartial && step.includes('/')) return null;
    const near = didYouMean(step, kinds.keys());
    return `there is no step ${quote(step)}${near || '; name one of the document'}`;
  }
  if (isUndo) {
    return undone.has(step) ? null : `nothing undoes ${quote(step)}, so ${quote(name)} never runs`;
  }
  if (isPerformed(kind)) return null;
  return `${quote(step)} is of type ${kind}, which calls no task, so it has no effect to speak of`;
};
