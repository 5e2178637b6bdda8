/** What a carrier gives: a driver that can be asked, and that asks and tells the suite. */

import type { Failure } from './failure.ts';
import type { Reply } from './recorder.ts';
import type {
  PerformParameters,
  PerformResult,
  SettledParameters,
  SuiteMethod,
} from './schema/index.ts';

/** A way to reach a driver: a program, an address, an object in this process. */
export interface Connector {
  /** For people: the command, the address, the module. */
  readonly name: string;
  /**
   * Starts or reaches the driver.
   * @returns A failure where that can't be done.
   */
  connect(suite: SuiteSide, options: ConnectOptions): Promise<Connected>;
}

export type Connected =
  | { readonly ok: true; readonly connection: Connection }
  | { readonly ok: false; readonly failure: Failure };

export interface ConnectOptions {
  /** How long any reply is waited for, in ms. */
  readonly wallMs: number;
  /** Every message is checked against its schema, strictly. */
  readonly validate: boolean;
  /** Sees each message as it passes; null where nobody looks. */
  readonly onTraffic: ((traffic: Traffic) => void) | null;
}

export interface Traffic {
  readonly from: 'suite' | 'driver' | 'stderr';
  /** One message as JSON (without its envelope, where it has none), or a piece of stderr. */
  readonly text: string;
}

/** What a driver's messages reach. Nothing of it throws. */
export interface SuiteSide {
  /** A request as it came: it is checked here. */
  request(method: string, parameters: unknown): Reply<unknown>;
  /** A notification as it came: it is checked here. */
  notify(method: string, parameters: unknown): void;
  /** Messages of a driver whose types are sure: their schemas are not asked. */
  readonly trusted: TrustedSide;
  /** The driver sent what the protocol does not allow. */
  breach(message: string, hint: string | null): void;
  /** The driver is gone by itself: its program ended, or it hung up. Told once. */
  ended(failure: Failure): void;
}

export interface TrustedSide {
  perform(parameters: PerformParameters): Reply<PerformResult>;
  tell(method: 'settled' | 'aborted', parameters: SettledParameters): void;
}

export type CallReply =
  /** `trusted`: its type is sure, and its schema need not be asked. */
  | { readonly ok: true; readonly result: unknown; readonly trusted?: true }
  | { readonly ok: false; readonly failure: Failure };

export interface Connection {
  /** Asks the driver; never rejects. */
  call(method: SuiteMethod, parameters: unknown, run?: string): Promise<CallReply>;
  /** The driver was asked to shut down: waits up to two seconds for its end, then ends it. */
  close(): Promise<Closing>;
  /** Ends it at once. */
  kill(): Promise<void>;
  /** All that it wrote on stderr so far, by length; `text` is the end of it where it is long. */
  stderr(): { readonly length: number; readonly text: string };
}

/** How a driver ended after `shutdown`. */
export interface Closing {
  /** What is not as the protocol wants it: it had to be killed, or its exit code was not 0. */
  readonly problem: string | null;
}
