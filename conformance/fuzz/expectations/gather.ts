/** All that is expected of a document: what it says itself, what stands beside it, what is asked. */

import type { JsonObject } from '../../../core/model/json.ts';
import type { Workflow } from '../../../core/model/workflow.ts';
import type { Expectation, ExpectationProblem, Expected } from '../expectation.ts';
import type { ExpectationSource } from '../report.ts';
import { defaultExpectations } from './defaults.ts';
import { expectationsIn } from './from-document.ts';
import { faultsOfNames, stepNamesOf } from './names.ts';
import { parseExpectation } from './parse.ts';
import { readExpectationsFile } from './read-file.ts';
import { writeExpectation } from './write.ts';

export interface Gathered {
  readonly expected: readonly Expected[];
  readonly inputs: readonly JsonObject[];
  readonly problems: readonly ExpectationProblem[];
}

export interface ExpectationSources {
  readonly path: string;
  readonly text: string;
  readonly workflow: Workflow;
  /** The file beside the document; null where there is none. */
  readonly file: { readonly path: string; readonly text: string } | null;
  /** As words, one each. */
  readonly options: readonly string[];
}

export const gatherExpectations = (sources: ExpectationSources): Gathered => {
  const { path, text, workflow, file, options } = sources;
  const problems: ExpectationProblem[] = [];
  const found: { readonly expectation: Expectation; readonly source: ExpectationSource }[] = [];
  const parse = (words: string, source: ExpectationSource): void => {
    const reading = parseExpectation(words);
    if (reading.ok) found.push({ expectation: reading.expectation, source });
    else problems.push({ source, message: reading.message });
  };
  const { written, strangers } = expectationsIn(workflow, text, path);
  for (const each of written) parse(each.text, each.source);
  for (const { text: name, source } of strangers) {
    problems.push({ source, message: `<${name}> is no expectation; write <expect>` });
  }
  let inputs: readonly JsonObject[] = [];
  if (file !== null) {
    const source: ExpectationSource = { kind: 'file', path: file.path, line: null };
    const read = readExpectationsFile(file.text);
    ({ inputs } = read);
    for (const expectation of read.expectations) found.push({ expectation, source });
    for (const message of read.problems) problems.push({ source, message });
  }
  for (const words of options) parse(words, { kind: 'option', path: null, line: null });
  const names = stepNamesOf(workflow);
  const known = new Set<string>();
  const expected: Expected[] = [];
  for (const { expectation, source } of found) {
    const faults = faultsOfNames(expectation, names);
    for (const message of faults) problems.push({ source, message });
    const words = writeExpectation(expectation);
    if (faults.length > 0 || known.has(words)) continue;
    known.add(words);
    expected.push({ expectation, source, severity: 'error' });
  }
  return {
    expected: [...expected, ...defaultExpectations(workflow, expected)],
    inputs,
    problems,
  };
};
