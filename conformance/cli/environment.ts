/** Colours, signs and width: what the place of output can show. */

import { createTerminal, type Terminal } from '../report/terminal/terminal.ts';
import type { Host, Output } from './host.ts';

type Environment = Host['environment'];

/** `ascii` as the user asked for it; undefined where the environment decides. */
export function terminalFor(
  output: Output,
  { environment, platform }: Pick<Host, 'environment' | 'platform'>,
  ascii?: boolean,
): Terminal {
  return createTerminal({
    columns: output.columns ?? columnsOf(environment) ?? 80,
    colours: wantsColours(output, environment),
    ascii: ascii ?? !showsUnicode(environment, platform),
  });
}

/** `NO_COLOR` and `FORCE_COLOR` as their authors define them; otherwise on terminals alone. */
function wantsColours(output: Output, environment: Environment): boolean {
  const forced = environment['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if ((environment['NO_COLOR'] ?? '') !== '') return false;
  return output.isTerminal && environment['TERM'] !== 'dumb';
}

/** By the locale, as POSIX reads it; by the terminal on Windows, which has no such thing. */
function showsUnicode(environment: Environment, platform: NodeJS.Platform): boolean {
  const term = environment['TERM'] ?? '';
  if (term === 'dumb' || term === 'linux') return false;
  if (platform === 'win32') {
    return ['WT_SESSION', 'TERM_PROGRAM', 'MSYSTEM'].some(
      (name) => environment[name] !== undefined,
    );
  }
  const locale = [environment['LC_ALL'], environment['LC_CTYPE'], environment['LANG']];
  return /utf-?8/i.test(locale.find((value) => value !== undefined && value !== '') ?? '');
}

function columnsOf(environment: Environment): number | null {
  const columns = Number(environment['COLUMNS'] ?? '');
  return Number.isInteger(columns) && columns > 0 ? columns : null;
}
