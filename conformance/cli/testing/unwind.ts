/** Runs the command as a user would, within the process of the test. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Host, Output } from '../host.ts';
import { runCommand } from '../program.ts';

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Surroundings {
  readonly environment?: Host['environment'];
  /** What comes in on the standard input. */
  readonly input?: string | Uint8Array;
  /** Null: the output is no terminal. */
  readonly columns?: number | null;
  readonly platform?: NodeJS.Platform;
  /** False: nobody presses Ctrl-C, which otherwise happens at once. */
  readonly isInterrupted?: boolean;
  /** What threads are started by; left out: there are none. */
  readonly launcher?: string;
  /** Settles when somebody presses it, instead. */
  readonly interrupted?: Promise<void>;
}

/** By default the output is no terminal, the locale is UTF-8, and nothing comes in. */
export async function unwind(
  words: readonly string[],
  surroundings: Surroundings = {},
): Promise<Ended> {
  const { environment = { LANG: 'C.UTF-8' }, input = '', columns = null } = surroundings;
  const { isInterrupted = true } = surroundings;
  const out = collect(columns);
  const err = collect(columns);
  const code = await runCommand(words, {
    out,
    err,
    input: Readable.from([Buffer.from(input)]),
    environment,
    platform: surroundings.platform ?? 'linux',
    ...(surroundings.launcher === undefined ? {} : { launcher: surroundings.launcher }),
    interrupted: () =>
      surroundings.interrupted ?? (isInterrupted ? Promise.resolve() : new Promise(() => {})),
  });
  return { code, out: out.text(), err: err.text() };
}

function collect(columns: number | null): Output & { text(): string } {
  const pieces: string[] = [];
  return {
    write: (text) => {
      pieces.push(text);
    },
    isTerminal: columns !== null,
    columns,
    text: () => pieces.join(''),
  };
}

export interface Folder {
  readonly path: string;
  /** Writes a file and tells its path. */
  write(name: string, content: string | Uint8Array): string;
  remove(): void;
}

/** A folder for the files of a test. */
export function createFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'unwind-cli-'));
  return {
    path,
    write: (name, content) => {
      const file = join(path, name);
      writeFileSync(file, content);
      return file;
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/**
 * A timeline without its last line, the digest: that changes with every field of the trace,
 * and other tests watch over it.
 */
export function withoutFooter(timeline: string): string {
  return timeline.replace(/\n [^\n]* digest [0-9a-f]{16}\n$/, '');
}

/** A valid document with the given nodes and edges. */
export function documentOf(nodes: string, edges = '', id = 'test'): string {
  return [
    `<harness xmlns="https://harnessxml.com/spec/1.0" id="${id}" specVersion="1.0">`,
    `  <nodes>${nodes}</nodes>`,
    edges === '' ? '' : `  <edges>${edges}</edges>`,
    '</harness>',
    '',
  ].join('\n');
}
