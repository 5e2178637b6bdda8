/** Where each node stands in its document, so that the page can mark its lines. */

import { SaxesParser } from 'saxes';
import type { Workflow } from '../../core/model/workflow.ts';
import { orbitLines } from './orbit-lines.ts';

/** By node id: first and last line, from 1. */
export type NodeLines = Readonly<Record<string, { readonly first: number; readonly last: number }>>;

/** For a document that was found to be valid; whatever can't be read gives no lines. */
export function nodeLines(
  source: string,
  { id, orbit }: Pick<Workflow, 'id' | 'orbit'>,
): NodeLines {
  return orbit === undefined ? harnessLines(source) : orbitLines(source, id);
}

function harnessLines(source: string): NodeLines {
  const lines: Record<string, { first: number; last: number }> = {};
  const open: ({ id: string; first: number } | null)[] = [];
  const parser = new SaxesParser({ xmlns: true });
  let start = 1;
  parser.on('error', () => {});
  parser.on('opentagstart', () => {
    start = parser.line;
  });
  parser.on('opentag', (tag) => {
    const id = tag.local === 'node' ? tag.attributes['id']?.value : undefined;
    open.push(id === undefined ? null : { id, first: start });
  });
  parser.on('closetag', () => {
    const node = open.pop();
    if (node != null) lines[node.id] = { first: node.first, last: parser.line };
  });
  parser.write(source).close();
  return lines;
}
