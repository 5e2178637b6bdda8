/** The `unwind` command: joins the command line to the process that it runs in. */

import { isMainThread, type MessagePort, parentPort } from 'node:worker_threads';
import { EXIT_USAGE } from './exit-codes.ts';
import type { Host, Output } from './host.ts';
import { type ImportModule, importModulesBy } from './import-module.ts';
import { runCommand } from './program.ts';

export { runCommand };

/**
 * Runs one command, with the words behind `unwind`, to its end or to that of the process.
 * @param importModule How a module of the user's is imported.
 * @param launcher What starts the command, also in a thread of its own.
 */
export async function main(
  words: readonly string[],
  importModule: ImportModule,
  launcher: string,
): Promise<void> {
  if (!isMainThread && parentPort !== null) return serve(parentPort);
  try {
    importModulesBy(importModule);
    process.exitCode = await runCommand(words, hostOf(process, launcher));
  } catch (error) {
    process.exitCode = EXIT_USAGE;
    const detail = process.env['UNWIND_DEBUG'] ? (error as Error).stack : (error as Error).message;
    process.stderr.write(
      `unwind: this is a defect of unwind itself: ${detail}\n(UNWIND_DEBUG=1 shows where.)\n`,
    );
  }
  endWhenWritten(process);
}

/** In a thread: those of `unwind fuzz` are the only ones. */
async function serve(port: MessagePort): Promise<void> {
  const { serveSlices } = await import('./fuzz-thread.ts');
  serveSlices(port);
}

/** Ends as soon as all is written: to take everything down in order takes a tenth of a short run. */
function endWhenWritten({ stdout, stderr, exit }: NodeJS.Process): void {
  stdout.write('', (error) => {
    if (error) endUnwritten(error);
    stderr.write('', () => exit());
  });
}

/** What was to be said could not be: the disk is full, or nobody reads any more. */
function endUnwritten({ code = 'unknown error' }: NodeJS.ErrnoException): never {
  // `| head` closes the pipe: whoever reads has enough, and that is no failure of ours.
  if (code === 'EPIPE') process.exit();
  process.stderr.write(`unwind: the output cannot be written (${code}).\n`);
  process.exit(EXIT_USAGE);
}

function hostOf(own: NodeJS.Process, launcher: string): Host {
  return {
    launcher,
    out: outputOf(own.stdout),
    err: outputOf(own.stderr),
    get input() {
      return own.stdin;
    },
    environment: own.env,
    platform: own.platform,
    interrupted: () =>
      new Promise((resolve) => {
        for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
          own.once(signal, () => resolve());
        }
      }),
  };
}

function outputOf(stream: NodeJS.WriteStream): Output {
  stream.on('error', endUnwritten);
  return {
    write: (text) => stream.write(text),
    isTerminal: stream.isTTY === true,
    columns: stream.isTTY === true && stream.columns > 0 ? stream.columns : null,
  };
}
