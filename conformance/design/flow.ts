/** Which steps follow which, as far as edges, decisions and loops say. */

import type { Edge, Workflow } from '../../core/model/workflow.ts';

export interface Flow {
  /** Steps that a step leads to when all goes well, at any distance; itself not among them. */
  readonly behind: (id: string) => ReadonlySet<string>;
  /** Where the error edges of a step lead, and what follows there. */
  readonly handlers: (id: string) => ReadonlySet<string>;
  readonly errorEdges: (id: string) => readonly Edge[];
  /** Compensation edges, from what is undone to what undoes it. */
  readonly undos: readonly Edge[];
  readonly isUndo: (id: string) => boolean;
  readonly isUndone: (id: string) => boolean;
}

export const flowOf = ({ nodes, edges }: Workflow): Flow => {
  const next = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  const errors = new Map<string, Edge[]>();
  const undos: Edge[] = [];
  for (const edge of edges) {
    if (edge.type === 'compensation') undos.push(edge);
    else if (edge.type === 'error') errors.set(edge.from, [...(errors.get(edge.from) ?? []), edge]);
    else next.get(edge.from)?.push(edge.to);
  }
  for (const { id, cases, otherwise, loop } of nodes) {
    const to = next.get(id) as string[];
    for (const one of cases ?? []) to.push(one.to);
    if (otherwise !== null) to.push(otherwise);
    if (loop !== null) to.push(loop.body);
  }
  const closure = (from: readonly string[]): ReadonlySet<string> => {
    const found = new Set<string>();
    const open = [...from];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (found.has(id)) continue;
      found.add(id);
      open.push(...(next.get(id) ?? []));
    }
    return found;
  };
  const errorEdges = (id: string): readonly Edge[] => errors.get(id) ?? [];
  return {
    behind: (id) => closure(next.get(id) ?? []),
    handlers: (id) => closure(errorEdges(id).map(({ to }) => to)),
    errorEdges,
    undos,
    isUndo: (id) => undos.some(({ to }) => to === id),
    isUndone: (id) => undos.some(({ from }) => from === id),
  };
};
