/** What a task's failure says of itself: a class, a status, a message. */

import { classOfStatus } from '../../core/model/error-class.ts';
import type { TaskError } from '../../core/model/scenario.ts';

/** What a task may throw to be understood exactly. Every field may be left out. */
export interface ToldFailure {
  readonly class?: string;
  /** HTTP status of the answer that the task got. */
  readonly status?: number;
  readonly retryable?: boolean;
  readonly message?: string;
}

/** Names that Node and browsers give to failures of the network → class. */
const NETWORK: { readonly [code: string]: string } = {
  ECONNRESET: 'transient',
  ECONNREFUSED: 'transient',
  EPIPE: 'transient',
  EAI_AGAIN: 'transient',
  ENETUNREACH: 'transient',
  EHOSTUNREACH: 'transient',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  TimeoutError: 'timeout',
};

/**
 * The failure that a thrown value stands for: what it says of itself, else what its HTTP
 * status says, else what the network's own names say, else `internal`: without evidence
 * nothing is called transient (HarnessXML §14.3).
 */
export const failureOf = (thrown: unknown): TaskError => {
  const told: ToldFailure = typeof thrown === 'object' && thrown !== null ? thrown : {};
  const status = typeof told.status === 'number' ? told.status : null;
  return {
    class: typeof told.class === 'string' ? told.class : classOf(thrown, status),
    status,
    retryable: typeof told.retryable === 'boolean' ? told.retryable : null,
    message: typeof told.message === 'string' ? told.message : String(thrown),
  };
};

const classOf = (thrown: unknown, status: number | null): string => {
  if (status !== null) return classOfStatus(status);
  for (
    let error = thrown, depth = 0;
    isObject(error) && depth < 5;
    error = error['cause'], depth += 1
  ) {
    for (const name of [error['code'], error['name']]) {
      const found = typeof name === 'string' && Object.hasOwn(NETWORK, name) ? NETWORK[name] : null;
      if (found != null) return found;
    }
  }
  return 'internal';
};

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null;
