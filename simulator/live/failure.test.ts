import { describe, expect, it } from 'vitest';
import { failureOf } from './failure.ts';

describe('the class of a failure', () => {
  it.each([
    [{ class: 'rejected', status: 409 }, 'rejected'],
    [{ status: 429 }, 'rate_limit'],
    [{ status: 503 }, 'unavailable'],
    [{ status: 404 }, 'not_found'],
    [{ code: 'ECONNRESET' }, 'transient'],
    [{ cause: { code: 'ETIMEDOUT' } }, 'timeout'],
    [{ name: 'TimeoutError' }, 'timeout'],
    [new Error('boom'), 'internal'],
    [{ code: 'constructor' }, 'internal'],
    ['boom', 'internal'],
    [undefined, 'internal'],
  ])('of %o is %s', (thrown, errorClass) => {
    expect(failureOf(thrown).class).toBe(errorClass);
  });

  it('follows causes no deeper than it must', () => {
    const error: { cause?: unknown } = {};
    error.cause = error;
    expect(failureOf(error).class).toBe('internal');
  });

  it('keeps what the error says of being retried', () => {
    expect(failureOf({ retryable: false }).retryable).toBe(false);
    expect(failureOf(new Error('boom')).message).toBe('boom');
  });
});
