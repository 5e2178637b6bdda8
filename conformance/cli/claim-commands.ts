/** The commands about reports and claims: what may be said to them. */

import type { Command } from 'commander';
import type { ClaimOptions } from './claim.ts';
import type { CompareOptions } from './compare.ts';
import { COMPARE_FORMATS, VERIFY_FORMATS } from './formats.ts';
import { after, ascii, formatOption, noAscii } from './help.ts';
import type { Host } from './host.ts';
import type { VerifyOptions } from './verify.ts';

export function addClaimCommands(
  program: Command,
  host: Host,
  done: (exitCode: number) => void,
): void {
  addCompare(program, host, done);
  addClaim(program, host, done);
  addVerify(program, host, done);
}

function addClaim(program: Command, host: Host, done: (exitCode: number) => void): void {
  program
    .command('claim')
    .summary('make a claim of a report')
    .description(
      'Makes a claim of a report of certify: which runtime reaches which level, with what gaps, by which rules, and how to see it again. Exit code 0: made; 1: the report does not support it, and it says which rules stand against it; 2: wrong use, or the report can not be read.',
    )
    .argument('<report>', 'NDJSON, JSON, or the folder of --report; - for the standard input')
    .option('--out <file>', 'write it there instead of to the standard output')
    .option('--profile <profile...>', 'claim these: baseline, harness, orbit')
    .option('--level <level>', 'claim this level of HarnessXML: core, executing, full')
    .option('--add-on <name...>', 'claim these add-ons, and no others: resume, operators')
    .addHelpText(
      'after',
      after([
        'unwind claim report --out claim.json',
        'unwind claim report.json --profile harness --level executing',
      ]),
    )
    .action(async (path: string, options: ClaimOptions) => {
      const { claim } = await import('./claim.ts');
      done(await claim(path, options, host));
    });
}

function addVerify(program: Command, host: Host, done: (exitCode: number) => void): void {
  program
    .command('verify')
    .summary('see whether a claim is so')
    .description(
      'Runs the runtime of a claim again, with its seed and as many runs, and says VERIFIED or NOT VERIFIED with each difference. A claim names what starts its driver: that is run only with --trust, or where you name a driver yourself. Exit code 0: VERIFIED; 1: NOT VERIFIED; 2: wrong use, or no claim; 3: the driver died or broke the protocol.',
    )
    .argument('<claim>', 'a claim file; - for the standard input')
    .option('--trust', 'start what the claim names')
    .option('--driver <command>', 'start this program as the driver, whatever the claim names')
    .option('--driver-module <file>', 'load a driver from this module')
    .option('--driver-url <address>', 'reach a driver at this WebSocket address')
    .option('--report <report>', 'run nothing, and hold it against this report')
    .option('--validate-traffic', 'check every message of the driver against its schema')
    .option('--wall <time>', 'how long a reply of the driver is waited for, 30s if left out')
    .addOption(formatOption(VERIFY_FORMATS))
    .addOption(ascii())
    .addOption(noAscii())
    .addHelpText(
      'after',
      after([
        'unwind verify claim.json --driver "python3 driver.py"',
        'unwind verify claim.json --trust',
      ]),
    )
    .action(async (path: string, options: VerifyOptions) => {
      const { verify } = await import('./verify.ts');
      done(await verify(path, options, host));
    });
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
    .addOption(formatOption(COMPARE_FORMATS))
    .addOption(ascii())
    .addOption(noAscii())
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
