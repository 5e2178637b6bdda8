import { expect, test } from 'vitest';
import { CORE_CLASSES, classOfStatus, isRetryableByDefault } from './error-class.ts';

test.each([
  [429, 'rate_limit'],
  [502, 'unavailable'],
  [503, 'unavailable'],
  [408, 'timeout'],
  [504, 'timeout'],
  [400, 'invalid_input'],
  [422, 'invalid_input'],
  [401, 'unauthorized'],
  [403, 'unauthorized'],
  [404, 'not_found'],
  [402, 'rejected'],
  [409, 'rejected'],
  [418, 'rejected'],
  [500, 'internal'],
  [501, 'internal'],
  [599, 'internal'],
])('HTTP %d means %s', (status, errorClass) => {
  expect(classOfStatus(status)).toBe(errorClass);
});

test('four of the core classes are retried by default, the others and unknown ones are not', () => {
  expect(CORE_CLASSES.filter(isRetryableByDefault)).toEqual([
    'transient',
    'rate_limit',
    'timeout',
    'unavailable',
  ]);
  expect(['rejected', 'flux', '', 'Transient', 'toString'].some(isRetryableByDefault)).toBe(false);
});
