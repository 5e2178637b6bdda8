/** What makes two failures one fault: what went wrong with the step itself, not how a run came there. */

import type { FailureIdentity } from '../report.ts';

/**
 * @param shape Kinds of what went wrong, by step.
 * @returns What went wrong with the step itself (`lost@self`), or with what undoes it; where that
 *   is nothing, what went wrong elsewhere.
 */
export const identityOf = (
  property: string,
  node: string | null,
  shape: readonly string[],
  isStalled: boolean,
): FailureIdentity => {
  // How a step failed does not matter to who handles it.
  if (property === 'no-failure-swallowed') return { property, node, shape: [] };
  const own = new Set<string>();
  const others = new Set<string>();
  for (const part of shape) {
    const at = part.indexOf('@');
    const kind = kindOf(at < 0 ? part : part.slice(0, at), property, isStalled);
    const name = at < 0 ? null : part.slice(at + 1);
    if (kind === 'value') continue;
    if (name === null) others.add(kind);
    else if (name === node) own.add(`${kind}@self`);
    else if (name === `compensate:${node}`) own.add(`${kind}@undo`);
    else others.add(`${kind}@${name.startsWith('compensate:') ? 'undo of another' : 'another'}`);
  }
  return { property, node, shape: [...(own.size > 0 ? own : others)].sort() };
};

/** What takes too long does so in whichever way. */
const kindOf = (kind: string, property: string, isStalled: boolean): string =>
  property === 'ends-within' && !isStalled && ['slow', 'late', 'hangs'].includes(kind)
    ? 'long'
    : kind;
