/** The commands that judge runtimes: what may be said to them. */

import type { Command } from 'commander';
import type { CertifyCommandOptions } from './certify.ts';
import { CERTIFY_FORMATS, FUZZ_FORMATS, REPLAY_FORMATS } from './formats.ts';
import { after, ascii, formatOption, hidden, noAscii } from './help.ts';
import type { Host } from './host.ts';
import type { JudgeOptions } from './judge.ts';
import type { MergeCommandOptions } from './merge.ts';
import type { ReplayOptions } from './replay.ts';
import type { ReportOptions } from './report.ts';

export function addSuiteCommands(
  program: Command,
  host: Host,
  done: (exitCode: number) => void,
): void {
  addCertify(program, host, done);
  addJudge(program, host, done);
  addMerge(program, host, done);
  addReport(program, host, done);
  addReplay(program, host, done);
}

/** So many are judged in a few seconds, and trigger each rule many times. */
const DEFAULT_RUNS = '1000';
const MERGE_FORMATS = [...new Set([...CERTIFY_FORMATS, ...FUZZ_FORMATS])];
const DEFAULT_SEED = '1';
const REPORT = 'write a report in every form into this folder: NDJSON, HTML, JUnit, a badge, …';

function addCertify(program: Command, host: Host, done: (exitCode: number) => void): void {
  program
    .command('certify')
    .summary('certify a runtime by the rules')
    .description(
      'Runs cases and generated workflows on a runtime and judges each run by the rules. Without a driver the built-in runtime is certified. Exit code 0: no MUST is broken; 1: one is; 2: wrong use, or nothing was judged; 3: the driver died or broke the protocol; 4: with --strict, something is degraded, vacuous, inconclusive or blocked.',
    )
    .option('--driver <command>', 'start this program as the driver')
    .option('--driver-module <file>', 'load a driver from this module')
    .option('--driver-url <address>', 'reach a driver at this WebSocket address')
    .option('--profile <profile...>', 'only these: baseline, harness, orbit')
    .option('--level <level>', 'the level of HarnessXML that is claimed: core, executing, full')
    .option('--rules <glob...>', "only these rules: 'retry/*'")
    .option('--runs <n>', 'generated runs for each profile', DEFAULT_RUNS)
    .option('--seed <n>', 'the seed of the generated runs', DEFAULT_SEED)
    .option('--shard <i/n>', 'do only this part of it, like 1/3; unwind merge joins the parts')
    .option('--expected <file>', 'rules that are known to be broken, with reasons and last days')
    .addOption(hidden('--today <day>'))
    .option('--strict', 'exit with 4 where anything is not clear')
    .option('--verbose', 'show each rule')
    .option('--validate-traffic', 'check every message of the driver against its schema')
    .option('--wall <time>', 'how long a reply of the driver is waited for, 30s if left out')
    .option('--report <folder>', REPORT)
    .addOption(formatOption(CERTIFY_FORMATS))
    .addOption(ascii())
    .addOption(noAscii())
    .addHelpText(
      'after',
      after([
        'unwind certify',
        'unwind certify --driver "python3 driver.py" --profile baseline --runs 2000',
        'unwind certify --driver "node driver.mjs" --report report --format github',
      ]),
    )
    .action(async (options: CertifyCommandOptions) => {
      const { certifyCommand } = await import('./certify.ts');
      done(await certifyCommand(options, host));
    });
}

function addJudge(program: Command, host: Host, done: (exitCode: number) => void): void {
  program
    .command('judge')
    .summary('judge recorded traces by the rules')
    .description(
      'Judges traces of one workflow, without a driver: NDJSON of unwind run, transitions as in the public corpus, ORBIT logs. Rules that a trace can not show are not assessed. Exit codes as those of certify.',
    )
    .argument('<trace...>', 'traces; - for the standard input')
    .requiredOption('--plan <file>', 'the document or plan that ran')
    .option('--profile <profile>', "the profile that it ran under, instead of the document's own")
    .option('--tolerance <time>', 'how late a wait may end, like 25ms: engines take time, too')
    .option('--rules <glob...>', "only these rules: 'retry/*'")
    .option('--strict', 'exit with 4 where anything is not clear')
    .option('--verbose', 'show each rule')
    .option('--report <folder>', REPORT)
    .addOption(formatOption(CERTIFY_FORMATS))
    .addOption(ascii())
    .addOption(noAscii())
    .addHelpText(
      'after',
      after([
        'unwind judge trace.ndjson --plan order.hxml',
        'unwind judge orbit.log --plan order.orbit',
      ]),
    )
    .action(async (paths: string[], options: JudgeOptions) => {
      const { judge } = await import('./judge.ts');
      done(await judge(paths, options, host));
    });
}

function addMerge(program: Command, host: Host, done: (exitCode: number) => void): void {
  program
    .command('merge')
    .summary('join the parts of a certification or of a search')
    .description(
      'Joins reports that certify --shard wrote into the report of one certification, or those of fuzz --shard --format json into that of one search. Nothing is run: the verdicts are concluded anew of what each part counted. Refuses parts that are missing, there twice, cut off or of another whole. Exit codes as those of certify and fuzz; 2 where it refuses.',
    )
    .argument(
      '<report...>',
      'reports: NDJSON, JSON, or folders of --report; - for the standard input',
    )
    .addOption(hidden('--today <day>'))
    .option('--strict', 'exit with 4 where anything is not clear')
    .option('--verbose', 'show each rule')
    .option('--report <folder>', REPORT)
    .option('--baseline <file>', 'of a search: what this file excuses until a day fails nothing')
    .option('--write-baseline <file>', 'of a search: write one that excuses all that is found')
    .addOption(formatOption(MERGE_FORMATS))
    .addOption(ascii())
    .addOption(noAscii())
    .addHelpText(
      'after',
      after([
        'unwind merge part-1 part-2 part-3',
        'unwind merge part-*/report.ndjson --report report --format github',
        'unwind merge fuzz-1.json fuzz-2.json --format sarif',
      ]),
    )
    .action(async (paths: string[], options: MergeCommandOptions) => {
      const { merge } = await import('./merge.ts');
      done(await merge(paths, options, host));
    });
}

function addReport(program: Command, host: Host, done: (exitCode: number) => void): void {
  program
    .command('report')
    .summary('show a report in another form')
    .description(
      'Shows a report that certify or judge wrote, in any of their formats. Exit code: that of the certification; 2 for a report that is cut off or can not be read.',
    )
    .argument(
      '<file>',
      'a report: NDJSON, JSON, or the folder of --report; - for the standard input',
    )
    .option('--verbose', 'show each rule')
    .addOption(formatOption(CERTIFY_FORMATS))
    .addOption(ascii())
    .addOption(noAscii())
    .addHelpText(
      'after',
      after([
        'unwind report report/report.ndjson --verbose',
        'unwind report report --format junit > junit.xml',
      ]),
    )
    .action(async (path: string, options: ReportOptions) => {
      const { report } = await import('./report.ts');
      done(await report(path, options, host));
    });
}

function addReplay(program: Command, host: Host, done: (exitCode: number) => void): void {
  program
    .command('replay')
    .summary('repeat a failure')
    .description(
      'Repeats the run that a token holds, and says whether the rule is still broken. Exit code 0: FIXED; 1: FAILED; 2: ERROR, the token or the run can not be read.',
    )
    .argument('<token|file>', 'u1.…, a link that holds one, or a file: a token or a report as JSON')
    .option('--driver <command>', 'repeat it with this program as the driver')
    .option('--driver-module <file>', 'repeat it with a driver from this module')
    .option('--driver-url <address>', 'repeat it with a driver at this WebSocket address')
    .addOption(formatOption(REPLAY_FORMATS))
    .addOption(ascii())
    .addOption(noAscii())
    .addHelpText('after', after(['unwind replay u1.bZFB…', 'unwind replay report.json']))
    .action(async (given: string, options: ReplayOptions) => {
      const { replay } = await import('./replay.ts');
      done(await replay(given, options, host));
    });
}
