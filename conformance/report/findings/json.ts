/** `check --format json`: the shape is fixed in the command line's description. */

import type { Diagnostic } from '../../../core/model/diagnostic.ts';
import { safeJson } from '../terminal/visible.ts';
import { type CheckedFile, isRead, isValid, type UnreadFile } from './checked-file.ts';
import { pageOf } from './page-of.ts';

export function renderFindingsJson(files: readonly (CheckedFile | UnreadFile)[]): string {
  const report = {
    files: files.map((file) =>
      isRead(file)
        ? {
            path: file.path,
            dialect: file.dialect,
            valid: isValid(file),
            findings: file.findings.map(findingOf),
          }
        : { path: file.path, dialect: null, valid: false, findings: [], error: file.error },
    ),
  };
  return `${safeJson(JSON.stringify(report, null, 2))}\n`;
}

/** The fields by name, so that their order is ours. */
function findingOf(finding: Diagnostic) {
  const { code, severity, line, column, endLine, endColumn, id, message, related } = finding;
  const place = { line, column, endLine, endColumn };
  const note = finding.note === undefined ? {} : { note: finding.note };
  return { code, severity, ...place, id, message, related, ...note, page: pageOf(code) };
}
