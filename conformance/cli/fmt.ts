/** `unwind fmt FILE…` */

import { decode } from '../../core/harness/decode.ts';
import { formatOrbit } from '../../core/orbit/format/index.ts';
import { dialectOf } from '../../core/read.ts';
import { renderFindings } from '../report/findings/pretty.ts';
import { visible } from '../report/terminal/visible.ts';
import { readSource } from './documents.ts';
import { terminalFor } from './environment.ts';
import { EXIT_FAILED, EXIT_OK, EXIT_USAGE } from './exit-codes.ts';
import type { Host } from './host.ts';
import { Problem } from './problem.ts';
import { STANDARD_INPUT } from './read-input.ts';
import { replaceFile } from './replace-file.ts';

export interface FmtOptions {
  /** Changes nothing, and says which files are not formatted. */
  readonly check?: boolean;
  readonly ascii?: boolean;
}

/**
 * Formats files in place, and the standard input to the standard output.
 * @returns 0 if all are formatted now (with --check: were), 1 if one is not or does not follow
 * the grammar, 2 if one could not be read or written or is of another language.
 */
export async function fmt(
  paths: readonly string[],
  options: FmtOptions,
  host: Host,
): Promise<number> {
  let worst: number = EXIT_OK;
  for (const path of new Set(paths)) {
    try {
      worst = Math.max(worst, await formatOne(path, options, host));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      host.err.write(`unwind: ${visible(error.message)}\n`);
      worst = EXIT_USAGE;
    }
  }
  return worst;
}

const LANGUAGES = { harness: 'HarnessXML', plan: 'a plan' } as const;

async function formatOne(path: string, options: FmtOptions, host: Host): Promise<number> {
  const { check = false, ascii } = options;
  const { bytes } = await readSource(path, host);
  const decoded = decode(bytes);
  if (!decoded.ok) throw new Problem(`${path} is no text in UTF-8: ${decoded.fault.message}`);
  const { text } = decoded;
  const dialect = dialectOf(text);
  if (dialect === 'harness' || dialect === 'plan') {
    throw new Problem(`${path} is ${LANGUAGES[dialect]}; fmt formats ORBIT documents.`);
  }
  const formatted = formatOrbit(text);
  if (!formatted.ok) {
    // The standard output may be where the formatted text is awaited.
    const output = path === STANDARD_INPUT ? host.err : host.out;
    const { findings } = formatted;
    const file = { path, bytes, dialect: 'orbit', findings, stopped: false } as const;
    output.write(renderFindings([file], terminalFor(output, host, ascii)));
    return EXIT_FAILED;
  }
  if (path === STANDARD_INPUT) return formatInput(text, formatted.text, check, host);
  if (formatted.text === text) return EXIT_OK;
  if (check) {
    host.out.write(`not formatted: ${visible(path)}\n`);
    return EXIT_FAILED;
  }
  await replaceFile(path, formatted.text);
  host.out.write(`formatted: ${visible(path)}\n`);
  return EXIT_OK;
}

function formatInput(text: string, formatted: string, check: boolean, host: Host): number {
  if (!check) {
    host.out.write(formatted);
    return EXIT_OK;
  }
  if (formatted === text) return EXIT_OK;
  host.out.write(`not formatted: ${STANDARD_INPUT}\n`);
  return EXIT_FAILED;
}
