/** `unwind fuzz`: what may be said to it. */

import type { Command } from 'commander';
import { FUZZ_FORMATS } from './formats.ts';
import type { FuzzCommandOptions } from './fuzz.ts';
import { after, ascii, formatOption, hidden, noAscii } from './help.ts';
import type { Host } from './host.ts';

export function addFuzz(program: Command, host: Host, done: (exitCode: number) => void): void {
  program
    .command('fuzz')
    .summary('search for what breaks a workflow')
    .description(
      'Searches for what must go wrong so that a run breaks what its author expects: failures, timeouts, lost replies, hanging and slow tasks, crashes, cancels. What is expected stands in an <extension> of the document, in comments (// unwind: …), in NAME.unwind.json beside it, or in --expect; without any, that runs end and that what can be undone is undone. What breaks is made smaller and shown. Exit code 0: nothing broke, warnings and what a baseline excuses aside; 1: something did, an excuse is over, or a document is invalid; 2: wrong use or unreadable input.',
    )
    .argument('<file...>', 'documents; - for the standard input')
    .option('--runs <n>', 'runs for each document; 2000 if neither this nor --time is given')
    .option('--time <time>', 'how long each document is searched: 30, 30s, 5m')
    .option('--seed <n>', 'the seed of all chance', '1')
    .option('--shard <i/n>', 'do part i of n, with runs of its own; unwind merge joins them: 2/8')
    .option('--threads <n>', 'how many threads do runs, as many as processors if left out')
    .option('--profile <profile>', "run under this profile, instead of the document's own")
    .option('--faults <k>', 'look at no run with more faults than this')
    .option('--expect <words...>', "expect this too: 'if charge then refund or ship'")
    .option('--input <json>', "the runs' input, instead of one by the document's types")
    .option('--with <file...>', 'documents of subworkflows')
    .option('--save <folder>', 'write each failure there at once, as a scenario')
    .option('--regressions <folder>', 'try the scenarios of this folder before anything else')
    .option('--baseline <file>', 'what this file excuses until a day fails nothing')
    .option('--write-baseline <file>', 'write one that excuses all that is found')
    .addOption(hidden('--today <day>'))
    .addOption(formatOption(FUZZ_FORMATS))
    .addOption(ascii())
    .addOption(noAscii())
    .addHelpText(
      'after',
      after([
        'unwind fuzz order.hxml',
        "unwind fuzz order.hxml --runs 10000 --expect 'ends within 5m' 'if charge then refund or ship'",
        'unwind fuzz *.hxml --save failures --regressions failures',
        'unwind fuzz *.hxml --time 5m --baseline unwind.baseline.json --format github',
      ]),
    )
    .action(async (paths: string[], options: FuzzCommandOptions) => {
      const { fuzz } = await import('./fuzz.ts');
      done(await fuzz(paths, options, host));
    });
}
