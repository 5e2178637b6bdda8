/**
 * Expectations that stand in a document: in HarnessXML an `<extension>` of our namespace with an
 * `<expect>` for each, in ORBIT comments that begin with `unwind:`.
 */

import type { Extension, Workflow } from '../../../core/model/workflow.ts';
import { commentsBetween, scanToken } from '../../../core/orbit/syntax/scan.ts';
import type { ExpectationSource } from '../report.ts';

export const EXPECTATIONS = 'urn:unwind:expectations';

export interface WrittenExpectation {
  readonly text: string;
  readonly source: ExpectationSource;
}

/** Elements of our namespace that are no `<expect>` are told by `strangers`. */
export interface WrittenExpectations {
  readonly written: readonly WrittenExpectation[];
  readonly strangers: readonly WrittenExpectation[];
}

export const expectationsIn = (
  workflow: Workflow,
  text: string,
  path: string,
): WrittenExpectations =>
  workflow.orbit === undefined
    ? ofExtensions(workflow, text, path)
    : { written: ofComments(text, path), strangers: [] };

const ofExtensions = (workflow: Workflow, text: string, path: string): WrittenExpectations => {
  const extensions = [
    ...workflow.extensions,
    ...workflow.nodes.flatMap((node) => node.extensions),
    ...workflow.edges.flatMap((edge) => edge.extensions),
  ].filter(({ namespace }) => namespace === EXPECTATIONS);
  const written: WrittenExpectation[] = [];
  const strangers: WrittenExpectation[] = [];
  const lines = linesOfElements(text);
  let index = 0;
  for (const { name, text: content } of extensions.flatMap(elementsOf)) {
    const isExpect = name === 'expect';
    const line = isExpect ? (lines[index] ?? null) : null;
    if (isExpect) index += 1;
    const source: ExpectationSource = { kind: 'extension', path, line };
    (isExpect ? written : strangers).push({ text: isExpect ? content : name, source });
  }
  return { written, strangers };
};

const elementsOf = ({ content }: Extension) =>
  content.flatMap((node) =>
    typeof node === 'string'
      ? []
      : [
          {
            name: node.namespace === EXPECTATIONS ? node.name.replace(/^.*:/, '') : node.name,
            text: node.children.filter((child) => typeof child === 'string').join(' '),
          },
        ],
  );

/** Lines of the start tags, in document order; the model does not keep them. */
const linesOfElements = (text: string): readonly number[] => {
  const lines: number[] = [];
  let line = 1;
  let at = 0;
  for (const match of text.matchAll(/<!--[\s\S]*?-->|<(?:[\w.-]+:)?expect(?=[\s/>])/g)) {
    for (; at < match.index; at += 1) if (text.charCodeAt(at) === 10) line += 1;
    if (!match[0].startsWith('<!--')) lines.push(line);
  }
  return lines;
};

const ofComments = (source: string, path: string): readonly WrittenExpectation[] => {
  const found: WrittenExpectation[] = [];
  let line = 1;
  let counted = 0;
  const lineAt = (offset: number): number => {
    for (; counted < offset; counted += 1) if (source.charCodeAt(counted) === 10) line += 1;
    return line;
  };
  for (let at = 0; ; ) {
    const token = scanToken(source, at);
    for (const { start, end } of commentsBetween(source, at, token.start)) {
      const begin = lineAt(start);
      for (const [index, text] of source.slice(start, end).split('\n').entries()) {
        const match = /^[/*\s]*unwind:\s*(.*?)\s*(?:\*\/)?\s*$/.exec(text);
        if (match === null) continue;
        const written: ExpectationSource = { kind: 'comment', path, line: begin + index };
        found.push({ text: match[1] ?? '', source: written });
      }
    }
    if (token.kind === 'end' || token.end <= at) return found;
    at = token.end;
  }
};
