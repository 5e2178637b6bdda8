/** `unwind check FILE…` */

import {
  type CheckedFile,
  isRead,
  isValid,
  type UnreadFile,
} from '../report/findings/checked-file.ts';
import { renderFindingsGithub } from '../report/findings/github.ts';
import { renderFindingsJson } from '../report/findings/json.ts';
import { renderFindings } from '../report/findings/pretty.ts';
import { renderFindingsSarif } from '../report/findings/sarif.ts';
import { visible } from '../report/terminal/visible.ts';
import { parseFormat } from './arguments.ts';
import { readSource, readWith, type Source } from './documents.ts';
import { terminalFor } from './environment.ts';
import { EXIT_FAILED, EXIT_OK, EXIT_USAGE } from './exit-codes.ts';
import { CHECK_FORMATS } from './formats.ts';
import type { Host } from './host.ts';
import { locateFrom } from './locate.ts';
import { packageVersion } from './package-root.ts';
import { Problem } from './problem.ts';

export interface CheckOptions {
  readonly format: string;
  /** Undefined where the environment decides. */
  readonly ascii?: boolean;
}

/** @returns 0 if all are valid, 1 if one is not, 2 if one could not be read. */
export async function check(
  paths: readonly string[],
  options: CheckOptions,
  host: Host,
): Promise<number> {
  const format = parseFormat(options.format, CHECK_FORMATS);
  const sources: (Source | UnreadFile)[] = [];
  for (const path of new Set(paths)) sources.push(await readOrTell(path, host));
  const readable = sources.filter((source): source is Source => 'bytes' in source);
  const files = sources.map((source) =>
    'bytes' in source ? checkSource(source, readable) : source,
  );
  host.out.write(render(format, files, options, host));
  for (const file of files) {
    if (!isRead(file)) host.err.write(`unwind: ${visible(file.error)}\n`);
  }
  if (!files.every(isRead)) return EXIT_USAGE;
  return files.every(isValid) ? EXIT_OK : EXIT_FAILED;
}

function render(
  format: (typeof CHECK_FORMATS)[number],
  files: readonly (CheckedFile | UnreadFile)[],
  { ascii }: CheckOptions,
  host: Host,
): string {
  switch (format) {
    case 'pretty':
      return renderFindings(files, terminalFor(host.out, host, ascii));
    case 'json':
      return renderFindingsJson(files);
    case 'sarif': {
      const locate = locateFrom(process.cwd());
      return renderFindingsSarif(files, { version: packageVersion(), locate });
    }
    case 'github':
      // Actions takes relative paths as from here, whatever folder a step works in.
      return renderFindingsGithub(
        files,
        locateFrom(host.environment['GITHUB_WORKSPACE'] || process.cwd()),
      );
  }
}

async function readOrTell(path: string, host: Host): Promise<Source | UnreadFile> {
  try {
    return await readSource(path, host);
  } catch (error) {
    if (error instanceof Problem) return { path, error: error.message };
    throw error;
  }
}

function checkSource(source: Source, all: readonly Source[]): CheckedFile {
  const { dialect, findings, stopped } = readWith(source, all);
  return { path: source.path, bytes: source.bytes, dialect, findings, stopped };
}
