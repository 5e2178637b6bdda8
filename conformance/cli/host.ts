/** What a command sees of the machine that it runs on, so that tests can stand in for it. */

import type { Readable } from 'node:stream';

export interface Output {
  write(text: string): void;
  readonly isTerminal: boolean;
  /** Null where it has none. */
  readonly columns: number | null;
}

export interface Host {
  readonly out: Output;
  readonly err: Output;
  /** To be asked for only when it is read: opening it takes time. */
  readonly input: Readable;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The file that starts the command, also in a thread; left out where there is none. */
  readonly launcher?: string;
  /** Settles when the user wants the command to end (Ctrl-C). */
  interrupted(): Promise<void>;
}
