/**
 * A driver as a program: one message a line on its stdin and stdout. It lives in a process
 * group of its own, which is ended as a whole, so that nothing of it stays behind.
 */

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { show } from '../../../core/model/show.ts';
import type { Closing, Connected, Connection, Connector } from '../connection.ts';
import { type Failure, failure } from '../failure.ts';
import { createPeer } from '../peer.ts';
import { createLineReader } from './lines.ts';

export interface StdioOptions {
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Characters in one line; a longer one ends the driver. 16 Mi if left out. */
  readonly lineLimit?: number;
}

const DEFAULT_LINE_LIMIT = 16 * 1024 * 1024;
const STDERR_LIMIT = 64 * 1024;
/** How long a driver has to exit after `shutdown`. */
const EXIT_MS = 2000;
/** What a driver has started may hold its pipes open; that is not waited for. */
const PIPES_MS = 250;

/**
 * @param command A line as it would be typed into a shell (the shell reads it, so quotes,
 *   variables and `cd driver && ./start` mean what they always do), or the words of a command,
 *   which no shell sees.
 */
export function stdio(command: string | readonly string[], options: StdioOptions = {}): Connector {
  const name = typeof command === 'string' ? command : command.join(' ');
  return {
    name,
    connect: (suite, connect) => {
      const child = start(command, options);
      const group = child.pid ?? null;
      if (group !== null) remember(group);
      const peer = createPeer(suite, connect, (text) => child.stdin.write(`${text}\n`));
      let stderr = '';
      let written = 0;
      let exit: Exit | null = null;
      const exited = new Promise<Exit>((resolve) => {
        const settle = (code: number | null, signal: string | null): void => {
          exit ??= { code, signal };
          resolve(exit);
        };
        child.once('close', settle);
        child.once('exit', (code, signal) => setTimeout(() => settle(code, signal), PIPES_MS));
      });
      const lines = createLineReader(options.lineLimit ?? DEFAULT_LINE_LIMIT, {
        line: (text) => peer.receive(text),
        tooLong: (length) => {
          suite.breach(`the driver sent a line of more than ${length} characters`, null);
          endGroup(group);
        },
        halfLine: (text) =>
          suite.breach(`the driver ended in the middle of a line: ${show(text)}`, HALF_LINE_HINT),
      });
      child.stdout.setEncoding('utf8');
      child.stdout.on('data', (piece: string) => lines.push(piece));
      child.stdout.on('end', () => lines.end());
      child.stderr.setEncoding('utf8');
      child.stderr.on('data', (piece: string) => {
        connect.onTraffic?.({ from: 'stderr', text: piece });
        written += piece.length;
        stderr = (stderr + piece).slice(-STDERR_LIMIT);
      });
      // A driver that is gone reads no more: its end is told by its exit.
      child.stdin.on('error', () => {});
      void exited.then((ended) => {
        endGroup(group);
        const reason = died(ended, stderr);
        suite.ended(reason);
        peer.fail(reason);
      });
      const connection: Connection = {
        call: peer.call,
        close: () => closeWithin(exited, () => endGroup(group)),
        kill: async () => {
          endGroup(group);
          await exited;
        },
        stderr: () => ({ length: written, text: stderr }),
      };
      return new Promise<Connected>((resolve) => {
        child.once('spawn', () => resolve({ ok: true, connection }));
        child.once('error', (error) => {
          const message = `${name} could not be started: ${error.message}`;
          resolve({ ok: false, failure: failure('not-started', message) });
        });
      });
    },
  };
}

interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

const HALF_LINE_HINT = 'Each message ends with a line break; flush it at once.';

function start(
  command: string | readonly string[],
  { cwd, environment }: StdioOptions,
): ChildProcessWithoutNullStreams {
  const settings = {
    stdio: 'pipe',
    detached: process.platform !== 'win32',
    windowsHide: true,
    ...(cwd === undefined ? {} : { cwd }),
    ...(environment === undefined ? {} : { env: environment as NodeJS.ProcessEnv }),
  } as const;
  if (typeof command === 'string') return spawn(command, { ...settings, shell: true });
  const [file = '', ...words] = command;
  return spawn(file, words, settings);
}

async function closeWithin(exited: Promise<Exit>, kill: () => void): Promise<Closing> {
  const late = Symbol('late');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ended = await Promise.race([
    exited,
    new Promise<typeof late>((resolve) => {
      timer = setTimeout(() => resolve(late), EXIT_MS);
    }),
  ]);
  clearTimeout(timer);
  if (ended === late) {
    kill();
    await exited;
    return { problem: `it did not exit within ${EXIT_MS / 1000} s of shutdown, and was ended` };
  }
  return ended.code === 0 ? { problem: null } : { problem: `after shutdown it ${told(ended)}` };
}

function told({ code, signal }: Exit): string {
  return signal === null ? `exited with code ${code}` : `was ended by ${signal}`;
}

/** What a shell means by its own exit codes. */
const SHELL: ReadonlyMap<number, string> = new Map([
  [126, 'The shell could not execute the command: is it executable?'],
  [127, 'The shell found no such command: is its name right, and is it on the PATH?'],
]);

function died(exit: Exit, stderr: string): Failure {
  const last = stderr.trimEnd().split('\n').at(-1) ?? '';
  const wrote = last === '' ? '' : `; the last line on its stderr: ${show(last)}`;
  const hint = exit.code === null ? null : (SHELL.get(exit.code) ?? null);
  return failure('died', `the driver ${told(exit)}${wrote}`, { hint });
}

/**
 * Process groups that this process has started and that may still live. A terminal's Ctrl-C
 * does not reach them, so they are ended with this process.
 */
const groups = new Set<number>();
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function remember(group: number): void {
  if (groups.size === 0) {
    process.once('exit', endAllGroups);
    for (const signal of SIGNALS) process.once(signal, onSignal);
  }
  groups.add(group);
}

function forget(group: number): void {
  if (!groups.delete(group) || groups.size > 0) return;
  process.off('exit', endAllGroups);
  for (const signal of SIGNALS) process.off(signal, onSignal);
}

function endAllGroups(): void {
  for (const group of [...groups]) endGroup(group);
}

/** Where nobody else handles the signal it does what it always does. */
function onSignal(signal: NodeJS.Signals): void {
  endAllGroups();
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}

function endGroup(group: number | null): void {
  if (group === null) return;
  forget(group);
  try {
    if (process.platform === 'win32') process.kill(group, 'SIGKILL');
    else process.kill(-group, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
