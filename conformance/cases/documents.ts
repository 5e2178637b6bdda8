/**
 * Fixed documents: the two of each code's page, wrong and right, and some that are wrong in more
 * ways than one. Where a breach lies, our own reader says; of generated documents it is known
 * without one.
 */

import { rulePages } from '../../core/harness/pages/index.ts';
import type { Page } from '../../core/harness/pages/page.ts';
import { orbitPages } from '../../core/orbit/pages/index.ts';
import { readDocument } from '../../core/read.ts';
import type { DocumentCase } from '../generate/document/document-case.ts';

/** Examples of pages leave out what is around them. */
const wholeHarness = (example: string): string => {
  if (/^<(?:harness|\?xml)/.test(example)) return example;
  const content = example.includes('<nodes') ? example : `<nodes>\n${example}\n</nodes>`;
  return `<harness xmlns="https://harnessxml.com/spec/1.0" id="example" specVersion="1.0">\n${content}\n</harness>`;
};

/** A message carries no name of a document, so none can name itself. */
const NEEDS_NAMES: ReadonlySet<string> = new Set(['HX-3002']);

const pairOf = (
  { code, wrong, right }: Page,
  dialect: DocumentCase['dialect'],
  whole: (example: string) => string,
): readonly DocumentCase[] => [
  documentOf(`${code}, wrong`, dialect, whole(wrong)),
  { name: `${code}, right`, dialect, source: whole(right), expected: [] },
];

const documentOf = (
  name: string,
  dialect: DocumentCase['dialect'],
  source: string,
): DocumentCase => {
  const expected = readDocument(source).findings.map(({ code, severity, line, column }) => ({
    ...{ code, severity, line, column },
  }));
  return { name, dialect, source, expected };
};

const severalHarness = [
  `<edges><edge from="a" to="nowhere"/><edge from="elsewhere" to="b"/></edges>`,
  `<edges><edge from="a" to="b"/><edge from="b" to="a"/><edge from="a" to="nowhere"/></edges>`,
].map((edges, index) =>
  documentOf(
    `several #${index + 1}`,
    'harness',
    wholeHarness(
      `<nodes>\n<node id="start" type="task"/>\n<node id="a" type="task"/>\n<node id="b" type="task" idempotent="false"><retry maxAttempts="3"/></node>\n</nodes>\n${edges}`,
    ),
  ),
);

const severalOrbit = [
  `task "a.run" { input { n: Int } output { v: Int } }
task "a.undo" { input { v: Int } }
workflow Several {
    step first {
        worker "a.run"
        with { n: 1 }
        compensate { worker "a.undo" with { v: second.v } }
    }
    step second {
        worker "a.run"
        with { n: 2 }
        compensate { worker "a.undo" with { v: second.v } when true }
    }
}
`,
].map((source, index) => documentOf(`several #${index + 1}`, 'orbit', source));

/** Those of a dialect, made when they are asked for. */
export const fixedDocuments = (dialect: DocumentCase['dialect']): readonly DocumentCase[] =>
  dialect === 'harness'
    ? [
        ...rulePages
          .filter(({ code }) => !NEEDS_NAMES.has(code))
          .flatMap((page) => pairOf(page, 'harness', wholeHarness)),
        ...severalHarness,
      ]
    : [...orbitPages.flatMap((page) => pairOf(page, 'orbit', (text) => text)), ...severalOrbit];
