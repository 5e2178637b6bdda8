/** `unwind report FILE --format F`: every format is a function of the record, whoever made it. */

import { parseFormat } from './arguments.ts';
import { EXIT_USAGE } from './exit-codes.ts';
import { CERTIFY_FORMATS } from './formats.ts';
import type { Host } from './host.ts';
import { readReport } from './read-report.ts';
import { printCertification } from './render-certification.ts';

export interface ReportOptions {
  readonly format: string;
  readonly verbose?: boolean;
  readonly ascii?: boolean;
}

/** @returns That of the certification; 2 where the record does not come to its end. */
export async function report(path: string, options: ReportOptions, host: Host): Promise<number> {
  const format = parseFormat(options.format, CERTIFY_FORMATS);
  const { certification, exitCode } = await readReport(path, host);
  const { verbose, ascii } = options;
  const code = exitCode ?? EXIT_USAGE;
  await printCertification(certification, format, { exitCode: code, verbose, ascii }, host);
  return code;
}
