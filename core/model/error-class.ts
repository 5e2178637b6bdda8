/** Classes of failure: what a task says of why it failed, and what follows by default. */

/** The classes that HarnessXML §8.1.2 names. Documents and tasks may use others. */
export const CORE_CLASSES = [
  'transient',
  'rate_limit',
  'timeout',
  'unavailable',
  'invalid_input',
  'unauthorized',
  'not_found',
  'internal',
] as const;

export type CoreClass = (typeof CORE_CLASSES)[number];

/** A business rule said no: known to the baseline, not to HarnessXML. */
export const REJECTED = 'rejected';

const RETRYABLE: ReadonlySet<string> = new Set<CoreClass>([
  'transient',
  'rate_limit',
  'timeout',
  'unavailable',
]);

/**
 * The class that an HTTP status stands for. Statuses of 400 to 499 that mean nothing more
 * precise were refused by the far side (`rejected`); all else is a defect (`internal`).
 */
export function classOfStatus(status: number): string {
  switch (status) {
    case 429:
      return 'rate_limit';
    case 502:
    case 503:
      return 'unavailable';
    case 408:
    case 504:
      return 'timeout';
    case 400:
    case 422:
      return 'invalid_input';
    case 401:
    case 403:
      return 'unauthorized';
    case 404:
      return 'not_found';
    default:
      return status >= 400 && status < 500 ? REJECTED : 'internal';
  }
}

/**
 * Whether a failure of this class is worth another attempt where neither a policy nor the
 * error itself says so. A class that is not known is not.
 */
export function isRetryableByDefault(errorClass: string): boolean {
  return RETRYABLE.has(errorClass);
}
