/** `unwind explore`: what may be said to it. */

import type { Command } from 'commander';
import type { ExploreCommandOptions } from './explore.ts';
import { EXPLORE_FORMATS } from './formats.ts';
import { after, ascii, formatOption, noAscii } from './help.ts';
import type { Host } from './host.ts';

export function addExplore(program: Command, host: Host, done: (exitCode: number) => void): void {
  program
    .command('explore')
    .summary('try everything that can go wrong, up to a bound')
    .description(
      'Tries all runs of a document with at most so many faults: each way in which a call can go wrong, and each order of returns that can matter. What is expected is read as by fuzz. What breaks is shown with as few faults as it takes; a certificate says what was looked at, and can be checked again. Exit code 0: nothing broke, warnings aside; 1: something did, the document is invalid, or a certificate says something else; 2: wrong use or unreadable input; 4: with --strict, not everything within the bounds was looked at.',
    )
    .argument('<file>', 'a document; - for the standard input')
    .option('--max-faults <k>', 'at most so many faults in a run', '1')
    .option('--max-states <n>', 'stop after so many different states', '1000000')
    .option('--max-events <n>', 'stop after so much work, counted in events', '20000000')
    .option(
      '--kinds <list>',
      'ways in which calls go wrong: refused,fails,lost,hangs,late,slow,doubled,value; all if left out',
    )
    .option(
      '--outside <list>',
      'what comes from outside at each moment: cancel,crash; each is a fault',
    )
    .option('--profile <profile>', "run under this profile, instead of the document's own")
    .option('--expect <words...>', "expect this too: 'if charge then refund or ship'")
    .option('--input <json>', "the runs' input, instead of one by the document's types")
    .option('--with <file...>', 'documents of subworkflows')
    .option('--certificate <file>', 'write what was looked at and found')
    .option('--verify <file>', 'do again what a certificate says, and compare')
    .option(
      '--save <folder>',
      'write a scenario for each thing that breaks, and for each worst case',
    )
    .option('--strict', 'exit with 4 where a bound was reached')
    .addOption(formatOption(EXPLORE_FORMATS))
    .addOption(ascii())
    .addOption(noAscii())
    .addHelpText(
      'after',
      after([
        'unwind explore order.hxml --max-faults 2',
        'unwind explore order.hxml --outside cancel,crash --certificate order.certificate.json',
        'unwind explore order.hxml --verify order.certificate.json',
      ]),
    )
    .action(async (path: string, options: ExploreCommandOptions) => {
      const { explore } = await import('./explore.ts');
      done(await explore(path, options, host));
    });
}
