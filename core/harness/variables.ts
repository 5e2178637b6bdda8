/**
 * Where the variables of loops are visible (§7.2.3): in expressions of the loop's body, in
 * loops inside it and their bodies, and in what compensates any of these, since an iteration
 * is undone as the unit that it was.
 */

import type { DocumentView, NodeView } from './view.ts';

/** Loops inside each other that are looked through; deeper ones are taken to be visible. */
const MAXIMUM_LEVELS = 1000;

interface Scopes {
  /** A body with the loops that repeat it. */
  readonly loopsByBody: ReadonlyMap<NodeView, readonly NodeView[]>;
  /** A variable's name with the loops that declare it. */
  readonly loopsByVariable: ReadonlyMap<string, readonly NodeView[]>;
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
  const made = { loopsByBody, loopsByVariable };
  scopes.set(view, made);
  return made;
}

/** Whether an expression that `node` evaluates sees the loop variable. */
export function isVisible(view: DocumentView, node: NodeView, name: string): boolean {
  const { loopsByBody, loopsByVariable } = scopesOf(view);
  if (!loopsByVariable.has(name)) return false;
  const seen = new Set([node]);
  const waiting = [node];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const undone = at.incoming.flatMap(({ type, source }) =>
      type === 'compensation' && source !== null ? [source] : [],
    );
    for (const loop of loopsByBody.get(at) ?? []) {
      if (loop.node.loop?.var === name || loop.node.loop?.indexVar === name) return true;
      if (!seen.has(loop)) waiting.push(loop);
      seen.add(loop);
    }
    for (const source of undone) {
      if (!seen.has(source)) waiting.push(source);
      seen.add(source);
    }
    if (seen.size > MAXIMUM_LEVELS) return true;
  }
  return false;
}

function append<Key>(lists: Map<Key, NodeView[]>, key: Key, value: NodeView): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else if (list.at(-1) !== value) list.push(value);
}
