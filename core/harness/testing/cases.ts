/** Shared by the tests of rules: small documents, and what is found in them where. */

import { expect, test } from 'vitest';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { ReadOptions } from '../../reading.ts';
import { readHarness } from '../read.ts';

/** Stands in a document right before the place where a finding must be. */
export const MARK = '¦';

/** A document around nodes, edges, and what comes before the nodes. */
export function document(nodes: string, edges = '', before = ''): string {
  const wrapped = edges === '' ? '' : `<edges>\n${edges}\n</edges>\n`;
  return `<harness xmlns="https://harnessxml.com/spec/1.0" id="h" specVersion="1.0">
${before}<nodes>
${nodes}
</nodes>
${wrapped}</harness>`;
}

export interface Rejected {
  /** The nearest id that the finding must give; the document's own, `h`, if left out. */
  readonly id?: string | null;
  /** A document with exactly one mark. */
  readonly document: string;
  /** Something that the message must hold, such as the offending value. */
  readonly says?: string | RegExp;
  /** Other codes that come along, such as the warning that follows from an error. */
  readonly also?: readonly string[];
  readonly options?: ReadOptions;
  readonly severity?: 'error' | 'warning';
}

/**
 * Tests of one rule: each accepted document has no finding of the code and no error, each
 * rejected one has exactly one finding of the code, at the mark and with the id.
 */
export function testRule(
  code: string,
  accepted: readonly (string | { document: string; options: ReadOptions })[],
  rejected: readonly Rejected[],
): void {
  test(`${code} accepts`, () => {
    expect(accepted.length).toBeGreaterThan(0);
    for (const each of accepted) {
      const { document: text, options } =
        typeof each === 'string' ? { document: each, options: {} } : each;
      const { findings } = readHarness(text, options);
      expect(
        findings.filter((finding) => finding.severity === 'error' || finding.code === code),
        text,
      ).toEqual([]);
    }
  });
  for (const [index, each] of rejected.entries()) {
    test(`${code} rejects ${index + 1}`, () => rejects(code, each));
  }
}

function rejects(code: string, each: Rejected): void {
  const { line, column, text } = unmark(each.document);
  const { findings } = readHarness(text, each.options);
  const shown = findings.map(brief);
  const own = findings.filter((finding) => finding.code === code);
  const severity =
    each.severity ?? (code.startsWith('U') || code === 'HX-3005' ? 'warning' : 'error');
  expect(own.map(place), shown.join('\n')).toEqual([
    { line, column, id: each.id === undefined ? 'h' : each.id, severity },
  ]);
  const others = findings.filter(
    (finding) => finding.code !== code && !(each.also ?? []).includes(finding.code),
  );
  expect(others.filter((finding) => finding.severity === 'error').map(brief)).toEqual([]);
  if (each.says !== undefined) expect(own[0]?.message).toMatch(each.says);
}

/** The place of the mark, counted apart from the reader, and the document without it. */
export function unmark(marked: string): { line: number; column: number; text: string } {
  const parts = marked.split(MARK);
  expect(parts.length, 'a document has one mark').toBe(2);
  const lines = (parts[0] ?? '').split(/\r\n|\r|\n/);
  return { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1, text: parts.join('') };
}

function place({ line, column, id, severity }: Diagnostic) {
  return { line, column, id, severity };
}

export function brief({ code, line, column, id, message }: Diagnostic): string {
  return `${line}:${column} ${code} ${id ?? '-'} ${message}`;
}
