/**
 * The command line: what may be said. What is done then is in a file for each command, which
 * is loaded only when it is called for.
 */

import { Command, CommanderError } from 'commander';
import { visible } from '../report/terminal/visible.ts';
import type { CheckOptions } from './check.ts';
import { addClaimCommands } from './claim-commands.ts';
import type { DemoOptions } from './demo.ts';
import type { DoctorOptions } from './doctor.ts';
import { EXIT_OK, EXIT_USAGE } from './exit-codes.ts';
import { addExplore } from './explore-command.ts';
import type { FmtOptions } from './fmt.ts';
import { CHECK_FORMATS, RULES_FORMATS, RUN_FORMATS } from './formats.ts';
import { addFuzz } from './fuzz-command.ts';
import { after, ascii, formatOption, noAscii } from './help.ts';
import type { Host } from './host.ts';
import type { InitOptions } from './init.ts';
import type { InitCiOptions } from './init-ci.ts';
import { packageVersion } from './package-root.ts';
import { Problem } from './problem.ts';
import type { RulesOptions } from './rules.ts';
import type { RunOptions } from './run.ts';
import { addSuiteCommands } from './suite-commands.ts';

/**
 * Runs one command.
 * @param words What stands behind `unwind`.
 * @returns The exit code. Throws only what is a defect of ours.
 */
export async function runCommand(words: readonly string[], host: Host): Promise<number> {
  let exitCode: number = EXIT_OK;
  const program = createProgram(host, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(words.length === 0 ? ['--help'] : [...words], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_OK : EXIT_USAGE;
    if (!(error instanceof Problem)) throw error;
    const lines = error.message.split('\n').map(visible);
    host.err.write(`unwind: ${lines.join('\n')}\n`);
    return error.exitCode;
  }
  return exitCode;
}

/** What may be said, for whoever wants to read words without doing anything. */
export function createProgram(host: Host, done: (exitCode: number) => void): Command {
  const program = new Command('unwind')
    .description('Checks workflow documents, simulates their runs, and shows how they unwind.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => host.out.write(text),
      writeErr: (text) => host.err.write(text),
      outputError: (text, write) =>
        write(`unwind: ${visible(text.replace(/^error: /, '')).trim()}\n`),
      getOutHelpWidth: () => Math.min(100, host.out.columns ?? 80),
      getErrHelpWidth: () => 80,
    })
    .addHelpText('after', after(['unwind demo', 'unwind check order.hxml'], 'unwind run --help'));
  addCheck(program, host, done);
  addRun(program, host, done);
  addFmt(program, host, done);
  addFuzz(program, host, done);
  addExplore(program, host, done);
  addSuiteCommands(program, host, done);
  addClaimCommands(program, host, done);
  addRules(program, host, done);
  addDoctor(program, host, done);
  addInit(program, host, done);
  addDemo(program, host, done);
  return program;
}

function addCheck(program: Command, host: Host, done: (exitCode: number) => void): void {
  program
    .command('check')
    .summary('validate documents')
    .description(
      'Validates documents. Exit code 0: all are valid (warnings allowed); 1: one is not; 2: one could not be read.',
    )
    .argument('<file...>', 'documents; - for the standard input')
    .addOption(formatOption(CHECK_FORMATS))
    .addOption(ascii())
    .addOption(noAscii())
    .addHelpText('after', after(['unwind check order.hxml', 'unwind check *.hxml --format json']))
    .action(async (paths: string[], options: CheckOptions) => {
      const { check } = await import('./check.ts');
      done(await check(paths, options, host));
    });
}

function addRun(program: Command, host: Host, done: (exitCode: number) => void): void {
  program
    .command('run')
    .summary('simulate a run and show it')
    .description(
      'Simulates a run in virtual time. Exit code 0: simulated, whatever the outcome; 1: the document is invalid, or --expect is not met; 2: wrong use or unreadable input.',
    )
    .argument('<file>', 'the document; - for the standard input')
    .option('--scenario <file>', 'what the outside world does (JSON, or the line format)')
    .option('--input <json>', "the run's input, instead of the scenario's")
    .option('--with <file...>', 'documents of subworkflows')
    .option('--seed <n>', "seed of all chance, instead of the scenario's")
    .option('--expect <outcome>', 'exit with 1 unless the run ends so')
    .option('--max-events <n>', 'stop as stalled after so many events')
    .option('--max-time <time>', 'stop as stalled after so much virtual time: 30s, 5m, PT1H')
    .addOption(formatOption(RUN_FORMATS))
    .addOption(ascii())
    .addOption(noAscii())
    .addHelpText(
      'after',
      after([
        'unwind run order.hxml --scenario ship-fails.json',
        'unwind run order.hxml --scenario ship-fails.json --expect compensated --format json',
      ]),
    )
    .action(async (path: string, options: RunOptions) => {
      const { run } = await import('./run.ts');
      done(await run(path, options, host));
    });
}

function addFmt(program: Command, host: Host, done: (exitCode: number) => void): void {
  program
    .command('fmt')
    .summary('format ORBIT documents')
    .description(
      'Formats ORBIT documents in place; - formats the standard input to the standard output. Exit code 0: all are formatted; 1: one is not (--check) or does not follow the grammar; 2: one could not be read or written.',
    )
    .argument('<file...>', 'documents; - for the standard input')
    .option('--check', 'change nothing, and say which files are not formatted')
    .addOption(ascii())
    .addOption(noAscii())
    .addHelpText('after', after(['unwind fmt order.orbit', 'unwind fmt --check *.orbit']))
    .action(async (paths: string[], options: FmtOptions) => {
      const { fmt } = await import('./fmt.ts');
      done(await fmt(paths, options, host));
    });
}

function addRules(program: Command, host: Host, done: (exitCode: number) => void): void {
  program
    .command('rules')
    .summary('list the codes of findings and failures, or explain one')
    .description(
      'Lists the codes of findings and failures, or shows the page of one: what it says, why, and how it is right.',
    )
    .argument('[id]', 'a code, like HX-3301')
    .addOption(formatOption(RULES_FORMATS))
    .addOption(ascii())
    .addOption(noAscii())
    .addHelpText('after', after(['unwind rules HX-3301', 'unwind rules --format json']))
    .action(async (id: string | undefined, options: RulesOptions) => {
      const { rules } = await import('./rules.ts');
      done(rules(id, options, host));
    });
}

function addDoctor(program: Command, host: Host, done: (exitCode: number) => void): void {
  program
    .command('doctor')
    .summary('explain the conversation with a driver')
    .description(
      'Shakes hands with a driver of a runtime, has one tiny run done, and explains each message. Exit code 0: all is well; 1: the run went wrong; 3: the driver ended, hung or broke the protocol.',
    )
    .option('--driver <command>', 'a program that talks on its stdin and stdout')
    .option('--driver-module <file>', 'a JavaScript module that exports a driver')
    .option('--driver-url <address>', 'a WebSocket: ws://… or wss://…')
    .option('--wall <time>', 'how long any reply is waited for', '30s')
    .addOption(ascii())
    .addOption(noAscii())
    .addHelpText('after', after(['unwind doctor --driver "python3 driver.py"']))
    .action(async (options: DoctorOptions) => {
      const { doctor } = await import('./doctor.ts');
      done(await doctor(options, host));
    });
}

function addInit(program: Command, host: Host, done: (exitCode: number) => void): void {
  program
    .command('init')
    .summary("write a driver's template, or a workflow for CI")
    .description(
      'Writes a template: of a driver, with a toy runtime inside, or of a workflow that checks and searches the documents of a repository in CI. Writes over nothing, unless forced.',
    )
    .argument('<what>', 'driver or ci')
    .argument('[folder]', 'where to; of ci the root of the repository', '.')
    .option('--language <language>', 'of a driver: js or python')
    .option('--provider <provider>', 'of ci: github, which it is if left out')
    .option('--force', 'of ci: write over a workflow that is there')
    .addHelpText(
      'after',
      after(['unwind init driver --language python my-driver', 'unwind init ci --provider github']),
    )
    .action(async (what: string, folder: string, options: InitOptions & InitCiOptions) => {
      if (what === 'ci') {
        if (options.language !== undefined)
          throw new Problem('--language is of drivers, not of ci.');
        const { initCi } = await import('./init-ci.ts');
        return done(await initCi(folder, options, host));
      }
      const { init } = await import('./init.ts');
      done(init(what, folder, options, host));
    });
}

function addDemo(program: Command, host: Host, done: (exitCode: number) => void): void {
  program
    .command('demo')
    .summary('show an example, then serve the playground')
    .description(
      'Shows a run of an example as a timeline, then serves the playground on this machine until Ctrl-C.',
    )
    .argument('[example]', 'which one; see --list', 'order-saga')
    .option('--list', 'list the examples and end')
    .option('--port <n>', 'port of the playground; another one if it is taken', '4180')
    .option('--no-serve', 'show the example and end')
    .addOption(ascii())
    .addOption(noAscii())
    .addHelpText('after', after(['unwind demo', 'unwind demo undo-fails --no-serve']))
    .action(async (example: string, options: DemoOptions) => {
      const { demo } = await import('./demo.ts');
      done(await demo(example, options, host));
    });
}
