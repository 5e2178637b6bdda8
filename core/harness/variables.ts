/**
 * Where the variables of loops are visible (§7.2.3): in expressions of the loop's body, in
 * loops inside it and their bodies, and in what compensates any of these, since an iteration
 * is undone as the unit that it was.
 */

import { grown, NONE } from '../model/lists.ts';
import type { DocumentView, NodeView } from './view.ts';

/** Loops inside each other that are looked through; deeper ones are taken to be visible. */
const MAXIMUM_LEVELS = 100;

interface Scopes {
  /** A body with the loops that repeat it. */
  readonly loopsByBody: ReadonlyMap<NodeView, readonly NodeView[]>;
  /** A variable's name with the loops that declare it. */
  readonly loopsByVariable: ReadonlyMap<string, readonly NodeView[]>;
  /** Characters of the longest variable's name; a longer name is none. */
  readonly longestVariable: number;
}

const scopes = new WeakMap<DocumentView, Scopes>();

export function scopesOf(view: DocumentView): Scopes {
  const known = scopes.get(view);
  if (known !== undefined) return known;
  const loopsByBody = new Map<NodeView, NodeView[]>();
  const loopsByVariable = new Map<string, NodeView[]>();
  for (const each of view.nodes) {
    const { loop } = each.node;
    if (loop === null) continue;
    append(loopsByVariable, loop.var, each);
    append(loopsByVariable, loop.indexVar, each);
    const body = view.nodesById.get(loop.body);
    if (body !== undefined) append(loopsByBody, body, each);
  }
  let longestVariable = 0;
  for (const { length } of loopsByVariable.keys())
    longestVariable = Math.max(longestVariable, length);
  const made = { loopsByBody, loopsByVariable, longestVariable };
  scopes.set(view, made);
  return made;
}

/** Whether an expression that `node` evaluates sees the loop variable. */
export function isVisible(view: DocumentView, node: NodeView, name: string): boolean {
  const { loopsByBody, loopsByVariable } = scopesOf(view);
  if (!loopsByVariable.has(name)) return false;
  const seen = new Set([node]);
  const waiting = [node];
  const visit = (next: NodeView): void => {
    if (seen.has(next)) return;
    seen.add(next);
    waiting.push(next);
  };
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const loop of loopsByBody.get(at) ?? []) {
      if (loop.node.loop?.var === name || loop.node.loop?.indexVar === name) return true;
      visit(loop);
      if (seen.size > MAXIMUM_LEVELS) return true;
    }
    for (const source of undoneBy(at)) visit(source);
    if (seen.size > MAXIMUM_LEVELS) return true;
  }
  return false;
}

/** Up to so many edges a look at each is quicker than a table. */
const FEW = 16;

const undone = new WeakMap<NodeView, readonly NodeView[]>();

/** The nodes that a node compensates, by its compensation edges. */
export function undoneBy(node: NodeView): readonly NodeView[] {
  if (node.incoming.length <= FEW) return sourcesOfCompensations(node);
  let known = undone.get(node);
  if (known === undefined) {
    known = sourcesOfCompensations(node);
    undone.set(node, known);
  }
  return known;
}

function sourcesOfCompensations({ incoming }: NodeView): readonly NodeView[] {
  let sources: readonly NodeView[] = NONE;
  for (const { type, source } of incoming) {
    if (type === 'compensation' && source !== null) sources = grown(sources, source);
  }
  return sources;
}

function append<Key>(lists: Map<Key, NodeView[]>, key: Key, value: NodeView): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else if (list.at(-1) !== value) list.push(value);
}
