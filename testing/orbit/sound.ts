/** What holds of every reading of an ORBIT text, valid or not. */

import { expect } from 'vitest';
import type { Diagnostic, Place } from '../../core/model/diagnostic.ts';
import { readOrbitText } from '../../core/orbit/read.ts';
import type { Reading } from '../../core/reading.ts';

/** In ms: no input may take longer, on a machine that does other things as well. */
const LIMIT = 1000;
const MOST_FINDINGS = 1001;
const LONGEST_MESSAGE = 1000;
/** No character drives a terminal or turns the direction of writing. */
const READABLE = /^[^\p{Cc}\p{Cs}\u2028-\u202e]+$/u;

/** Reads a text and holds the reading to be sound: in time, in order, and inside of the text. */
export function readSoundly(source: string): Reading {
  const reading = readInTime(source);
  const { findings, workflow } = reading;
  const lines = source.split(/\r\n|\r|\n/).map((line) => [...line].length);
  const isInside = ({ line, column, endLine, endColumn }: Place): boolean =>
    isWithin(lines, line, column) &&
    isWithin(lines, endLine, endColumn) &&
    (endLine > line || endColumn >= column);
  const problems: string[] = [];
  if (findings.length > MOST_FINDINGS) problems.push(`${findings.length} findings`);
  for (const [index, found] of findings.entries()) {
    const { code, message, note = 'x', related } = found;
    for (const text of [message, note]) {
      if (!READABLE.test(text) || text.length > LONGEST_MESSAGE) problems.push(`${code}: ${text}`);
    }
    for (const place of [found, ...related]) {
      if (!isInside(place)) problems.push(`${code} is outside: ${JSON.stringify(place)}`);
    }
    const next = findings[index + 1];
    if (next !== undefined && next.code !== 'U0001' && !inOrder(found, next)) {
      problems.push(`${code} stands before ${next.code}`);
    }
  }
  expect(problems).toEqual([]);
  const hasErrors = findings.some(({ severity }) => severity === 'error');
  if (hasErrors) expect(workflow).toBeNull();
  else if (workflow === null) expect(findings.map(({ code }) => code)).toContain('U2501');
  return reading;
}

/** Behind the last character of a line counts as inside: there its end stands. */
function isWithin(lines: readonly number[], line: number, column: number): boolean {
  const length = lines[line - 1];
  return length !== undefined && column >= 1 && column <= length + 2;
}

function inOrder(left: Diagnostic, right: Diagnostic): boolean {
  if (left.line !== right.line) return left.line < right.line;
  return left.column < right.column || (left.column === right.column && left.code <= right.code);
}

/** Machines stall: only what is slow twice is slow. */
function readInTime(source: string): Reading {
  for (let left = 2; ; left -= 1) {
    const started = performance.now();
    const reading = readOrbitText(source);
    const time = performance.now() - started;
    if (time < LIMIT) return reading;
    if (left === 1) throw new Error(`reading took ${Math.round(time)} ms`);
  }
}
