/** Reads an ORBIT document: text → what stands where → declarations → checks → model. */

import type { Reading, ReadOptions } from '../reading.ts';
import { readContracts, type SourceFile } from './check/contracts.ts';
import { checkProgram } from './check/program.ts';
import { compileOrbit } from './compile.ts';
import { createFindings } from './findings.ts';
import { parseOrbit } from './syntax/parse.ts';

/**
 * Reads and checks a document: all findings in one pass, each with a place inside the text.
 * `documents` of the options are looked into for tasks, records and workflows that this one
 * lacks; nothing is fetched. Text without a byte order mark and lone surrogates. Never throws.
 *
 * @returns No workflow, and no error, where the document declares none (U2501).
 */
export function readOrbitText(text: string, options: ReadOptions = {}): Reading {
  const findings = createFindings(text);
  const { document, stopped } = parseOrbit(text, findings);
  if (stopped)
    return { dialect: 'orbit', workflow: null, findings: findings.diagnostics(), stopped };
  const main: SourceFile = { source: text, document, findings, isMain: true };
  const contracts = readContracts(main, orbitTexts(options.documents));
  const program = checkProgram(contracts);
  const workflow = findings.hasErrors ? null : compileOrbit(program, contracts);
  return { dialect: 'orbit', workflow, findings: findings.diagnostics(), stopped: false };
}

/** Of all documents that were given those that may be ORBIT's: of others the first sign tells. */
function* orbitTexts(documents: ReadOptions['documents']): Generator<string> {
  for (const text of documents?.values() ?? []) {
    if (/^\s*[A-Za-z/]/.test(text)) yield text;
  }
}
