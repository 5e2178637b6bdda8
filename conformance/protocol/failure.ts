/** What can go wrong between suite and driver, as data: a sentence, and how to mend it. */

export type FailureKind =
  /** The program could not be started, or the address not reached. */
  | 'not-started'
  /** It ended, or hung up, while something was asked of it. */
  | 'died'
  /** No reply within the wall time. */
  | 'hung'
  /** What it sent is not what the protocol allows. */
  | 'broke-protocol'
  /** It speaks another version. */
  | 'other-version'
  /** It answered a request of the suite's with an error. */
  | 'answered-error'
  /** The suite refused a call, since a limit of the run was passed. */
  | 'refused'
  /** It was started as often as it may be. */
  | 'gone'
  /** The session was ended. */
  | 'closed';

export interface Failure {
  readonly kind: FailureKind;
  readonly message: string;
  /** How to mend it; null where the message says it all. */
  readonly hint: string | null;
  /** The code of the protocol that goes with it; null where none does. */
  readonly code: number | null;
  /** The run that it is about; null where it is about none or all. */
  readonly run: string | null;
}

export function failure(
  kind: FailureKind,
  message: string,
  { hint = null, code = null, run = null }: Partial<Omit<Failure, 'kind' | 'message'>> = {},
): Failure {
  return { kind, message, hint, code, run };
}

/** An error as JSON-RPC carries it. */
export interface ErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/**
 * What a driver in process throws to answer with an error of the protocol, and what a call to
 * the suite throws where the suite refuses.
 */
export class ProtocolError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor({ code, message, data }: ErrorObject) {
    super(message);
    this.name = 'ProtocolError';
    this.code = code;
    this.data = data;
  }
}
