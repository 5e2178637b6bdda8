/**
 * `check --format github`: workflow commands, which GitHub Actions shows as annotations of the
 * lines that they name. A command is a line, so nothing of a document may end one early.
 */

import { codePage } from '../../../core/harness/pages/index.ts';
import type { Diagnostic } from '../../../core/model/diagnostic.ts';
import { workflowCommand } from '../formats/workflow-command.ts';
import { visible } from '../terminal/visible.ts';
import { type CheckedFile, isRead, type UnreadFile } from './checked-file.ts';
import type { Locate } from './located.ts';

export function renderFindingsGithub(
  files: readonly (CheckedFile | UnreadFile)[],
  locate: Locate,
): string {
  const lines = files.flatMap((file) =>
    isRead(file)
      ? file.findings.map((finding) => annotationOf(finding, file, locate))
      : [workflowCommand('error', { title: 'unwind' }, visible(file.error))],
  );
  return lines.map((line) => `${line}\n`).join('');
}

function annotationOf(finding: Diagnostic, { path }: CheckedFile, locate: Locate): string {
  const { severity, code, line, column, endLine, endColumn, related } = finding;
  const location = locate(path);
  const title = codePage(code)?.title;
  // GitHub refuses columns where a place goes over several lines.
  const sameLine = line === endLine;
  const properties = {
    ...(location.uri === null ? {} : { file: location.path }),
    line,
    ...(sameLine ? { col: column } : {}),
    endLine,
    ...(sameLine ? { endColumn: Math.max(column, endColumn - 1) } : {}),
    title: title === undefined ? code : `${code}: ${title}`,
  };
  const text = [
    finding.message,
    ...(finding.note === undefined ? [] : [`note: ${finding.note}`]),
    ...related.map((other) => `${location.path}:${other.line}:${other.column}: ${other.message}`),
  ];
  return workflowCommand(severity, properties, text.map(visible).join('\n'));
}
