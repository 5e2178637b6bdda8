/** Where each step of an ORBIT workflow stands, and each block that undoes one. */

import { createFindings } from '../../core/orbit/findings.ts';
import type { Step } from '../../core/orbit/syntax/document.ts';
import { parseOrbit } from '../../core/orbit/syntax/parse.ts';

type Lines = Record<string, { readonly first: number; readonly last: number }>;

/** @param workflow The name of the workflow that runs; its children have no nodes of their own. */
export function orbitLines(source: string, workflow: string): Readonly<Lines> {
  const { document } = parseOrbit(source, createFindings(source));
  const lineAt = lineCounter(source);
  const lines: Lines = {};
  for (const declaration of document.declarations) {
    if (declaration.kind !== 'workflow' || declaration.name.text !== workflow) continue;
    for (const step of declaration.steps) {
      lines[step.name.text] = { first: lineAt(step.start), last: lineAt(step.end - 1) };
      const undo = undoOf(step, source);
      if (undo === null) continue;
      lines[`compensate:${step.name.text}`] = {
        first: lineAt(undo.start),
        last: lineAt(undo.end - 1),
      };
    }
  }
  return lines;
}

/** The block from its word to the brace that closes it. */
function undoOf({ members, end }: Step, source: string): { start: number; end: number } | null {
  const word = members.find(({ kind }) => kind === 'compensate');
  if (word === undefined) return null;
  const parts = /"(?:[^"\\\n]|\\.)*"|\/\/.*|\/\*[\s\S]*?\*\/|[{}]/g;
  parts.lastIndex = word.start;
  let depth = 0;
  for (let part = parts.exec(source); part !== null; part = parts.exec(source)) {
    if (part[0] === '{') depth += 1;
    if (part[0] !== '}') continue;
    depth -= 1;
    if (depth === 0) return { start: word.start, end: parts.lastIndex };
  }
  return { start: word.start, end };
}

/** Lines from 1 by offset, in the time of a look into a list. */
function lineCounter(source: string): (offset: number) => number {
  const starts = [0];
  for (const { index } of source.matchAll(/\r\n?|\n/g)) starts.push(index + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
