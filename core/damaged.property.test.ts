/** Whatever is read: an answer within a second, findings inside the file, and never a throw. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anything, damagedBytes, damagedTexts } from '../testing/harness/damage.ts';
import { damagedElements } from '../testing/harness/damage-elements.ts';
import { runs } from '../testing/runs.ts';
import type { Diagnostic } from './model/diagnostic.ts';
import { type Reading, readDocument } from './read.ts';

/** In ms: no input may take longer, on a machine that does other things as well. */
const LIMIT = 1000;
const MOST_FINDINGS = 1001;
/** A cycle of twenty nodes fits, each with as much of its id as a message shows. */
const LONGEST_MESSAGE = 2000;

/** The lengths of lines in code points, and that of all lines together. */
function linesOf(source: string | Uint8Array): readonly number[] {
  const text = typeof source === 'string' ? source : new TextDecoder('utf-8').decode(source);
  const own = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return own.split(/\r\n|\r|\n/).map((line) => [...line].length);
}

/** Behind the last character of a line counts as inside: there its end stands. */
function isInside(lines: readonly number[], line: number, column: number): boolean {
  const length = lines[line - 1];
  return length !== undefined && column >= 1 && column <= length + 2;
}

function inOrder(left: Diagnostic, right: Diagnostic): boolean {
  if (left.line !== right.line) return left.line < right.line;
  return left.column < right.column || (left.column === right.column && left.code <= right.code);
}

/** Machines stall: only what is slow twice is slow. */
function readInTime(source: string | Uint8Array): Reading {
  for (let left = 2; ; left -= 1) {
    const started = performance.now();
    const reading = readDocument(source);
    const time = performance.now() - started;
    if (time < LIMIT) return reading;
    if (left === 1) throw new Error(`reading took ${Math.round(time)} ms`);
  }
}

function isSound(source: string | Uint8Array): void {
  const { findings, workflow, stopped } = readInTime(source);

  const lines = linesOf(source);
  expect(findings.length).toBeLessThanOrEqual(MOST_FINDINGS);
  for (const [index, found] of findings.entries()) {
    const { line, column, endLine, endColumn, code, message, related } = found;
    for (const said of [message, ...related.map((each) => each.message)]) {
      expect(said).toMatch(/^[^\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069\ufeff]+$/u);
      expect(said.length).toBeLessThan(LONGEST_MESSAGE);
    }
    for (const place of [found, ...related]) {
      expect(isInside(lines, place.line, place.column), `${code} ${line}:${column}`).toBe(true);
      expect(isInside(lines, place.endLine, place.endColumn), `${code} end`).toBe(true);
    }
    expect(endLine > line || endColumn >= column).toBe(true);
    const next = findings[index + 1];
    // The last says that there are more, and stands where the last of the others does.
    if (next !== undefined && next.code !== 'U0001') expect(inOrder(found, next)).toBe(true);
  }
  const errors = findings.filter(({ severity }) => severity === 'error');
  expect(workflow === null).toBe(errors.length > 0);
  if (stopped) expect(findings).toHaveLength(1);
}

test('documents with damaged text', () => {
  fc.assert(fc.property(damagedTexts, isSound), runs(60_000));
});

test('documents with damaged bytes', () => {
  fc.assert(fc.property(damagedBytes, isSound), runs(20_000));
});

test('documents with damaged elements', () => {
  fc.assert(fc.property(damagedElements, isSound), runs(10_000));
});

test('anything at all', () => {
  fc.assert(fc.property(anything, isSound), runs(20_000));
});

/** Each grew faster than its length once, or could: a rule's pattern met what it was not made for. */
const many = 100_000;
const around = (node: string, edges = ''): string =>
  `<harness xmlns="https://harnessxml.com/spec/1.0" id="h" specVersion="1.0"><nodes>${node}</nodes><edges>${edges}</edges></harness>`;
const numbered = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('');
const valued = (value: string): string =>
  loaded(`<config><property name="x" value="${value}"/></config>`);
const loaded = (part: string): string => around(`<node id="a" type="task">${part}</node>`);

test.each([
  ['blanks inside a duration', loaded(`<timeout duration="1${' '.repeat(many)}1"/>`)],
  ['digits of a duration', loaded(`<timeout duration="PT${'1'.repeat(many)}"/>`)],
  ['comments of another language', `${'/**/'.repeat(many)}x`],
  ['hyphens of an expression', loaded(`<guard when="\${${'a-'.repeat(8_000)}a}"/>`)],
  ['dots of an expression', loaded(`<guard when="\${${'a.'.repeat(20_000)}a}"/>`)],
  ['a long value before a fault', around(`<node a="${'x'.repeat(many)}" b/>`)],
  ['ampersands', `${loaded('&amp;'.repeat(many))}&`],
  ['comments before a fault', `${loaded('<!-- -->'.repeat(many))}&`],
  [
    'types inside each other',
    loaded(`<outputs><output name="o" type="${'a<'.repeat(many)}"/></outputs>`),
  ],
  [
    'numbers',
    loaded(`<retry maxAttempts="${'9'.repeat(many)}" multiplier="${'9'.repeat(many)}"/>`),
  ],
  [
    'edges of no type',
    around(
      `<node id="a" type="task"><inputs>${numbered(6_000, (index) => `<input name="i${index}"/>`)}</inputs></node>`,
      numbered(6_000, (index) => `<edge from="a" to="a" type="x" toPort="p${index}"/>`),
    ),
  ],
  [
    'misspelt ports',
    around(
      `<node id="a" type="task"><outputs>${numbered(6_000, (index) => `<output name="i${index}"/>`)}</outputs></node>`,
      numbered(6_000, (index) => `<edge from="a" to="a" type="data" fromPort="p${index}"/>`),
    ),
  ],
  [
    'misspelt long names',
    around(
      numbered(2_000, (index) => `<node id="${'x'.repeat(240)}y${index}" type="task"/>`),
      numbered(2_000, (index) => `<edge from="${'x'.repeat(240)}z${index}" to="a"/>`),
    ),
  ],
  ['beginnings of keys', valued('sk-'.repeat(20_000))],
  ['beginnings of tokens', valued('eyJ-'.repeat(16_000))],
  ['beginnings of addresses', valued('a.'.repeat(32_000))],
  ['a declaration', `<?xml ${'encoding="'.repeat(many)}`],
])('%s cost no more than they are long', (_title, source) => {
  isSound(source);
});
