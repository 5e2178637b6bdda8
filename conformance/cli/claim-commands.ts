/** The commands about reports and claims: what may be said to them. */

import type { Command } from 'commander';
import type { CompareOptions } from './compare.ts';
import { COMPARE_FORMATS } from './formats.ts';
import { after, hidden } from './help.ts';
import type { Host } from './host.ts';

export function addClaimCommands(
  program: Command,
  host: Host,
  done: (exitCode: number) => void,
): void {
  addCompare(program, host, done);
}

function addCompare(program: Command, host: Host, done: (exitCode: number) => void): void {
  program
    .command('compare')
    .summary('say what changes between two reports')
    .description(
      'Says what changes for somebody who moves from the runtime of the first report to that of the second: choices that differ, rules that are kept worse or better, capabilities that are missing. Exit code 0: nothing differs; 1: something does, or the reports can not be compared; 2: wrong use, or a report that can not be read.',
    )
    .argument('<from>', 'a report of certify: NDJSON, JSON, or the folder of --report')
    .argument('<to>', 'another one; - for the standard input')
    .option('--format <format>', `how to print: ${COMPARE_FORMATS.join(', ')}`, COMPARE_FORMATS[0])
    .option('--ascii', 'use no signs beyond ASCII (--no-ascii: use them anyway)')
    .addOption(hidden('--no-ascii'))
    .addHelpText(
      'after',
      after([
        'unwind compare effect.ndjson medusa.ndjson',
        'unwind compare before.json after.json --format markdown',
      ]),
    )
    .action(async (from: string, to: string, options: CompareOptions) => {
      const { compare } = await import('./compare.ts');
      done(await compare(from, to, options, host));
    });
}
