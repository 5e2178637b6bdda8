import { expect, test } from 'vitest';
import { FORMS, parseExpectation } from './parse.ts';
import { writeExpectation } from './write.ts';

const messageOf = (text: string): string => {
  const reading = parseExpectation(text);
  return reading.ok ? writeExpectation(reading.expectation) : reading.message;
};

test.each([
  'no effect left behind',
  'no effect left behind of charge, ship unless cancelled, failed under 2 faults',
  'no effect twice of charge',
  'no failure swallowed',
  'ends',
  'ends within 5m under 1 fault',
  'never failed, stalled under 0 faults',
  'outcomes succeeded, compensated',
  'if charge and reserve then refund or ship unless cancelled',
  'not both ship and refund',
  'ship only after charge',
  'at most 3 calls of charge',
  'at most 1 call of compensate:charge',
])('%s is read, and written as it was', (text) => {
  expect(messageOf(text)).toBe(text);
});

test.each(FORMS)('the form that is suggested is one that is read: %s', (form) => {
  expect(parseExpectation(form.replace(/\[.*?\]/g, '')).ok).toBe(true);
});

test('hyphens, commas and capitals are as good as blanks and small letters', () => {
  expect(messageOf('No-effect-left-behind OF charge ship')).toBe(
    'no effect left behind of charge, ship',
  );
  expect(messageOf('ends-within PT90S')).toBe('ends within 90s');
});

test.each([
  ['', 'it is empty'],
  ['nver failed', "did you mean 'never'?"],
  ['never faild', "did you mean 'failed'?"],
  ['ends within soon', "'soon' is no time; write one like 30s"],
  ['ends within', 'it ends where a time should be named'],
  ['ends quickly', "'quickly' is one word too many"],
  ['if charge', "a word 'then' is missing"],
  ['if then ship', 'a step is missing'],
  ['if a or b then c', "there is 'or' where only 'and' can be"],
  ['if a then b or', "a step is missing after 'or'"],
  ['if and a then b', "there is 'and' where a step should be named"],
  ['not both a', 'two steps at least are needed'],
  ['not both a and a', 'two steps at least are needed'],
  ['at most many calls of a', "'many' does not say how many calls"],
  ['ends under many faults', "'many' does not say how many faults"],
  ['ends under 2', "the word 'faults' is missing"],
  ['never', 'an outcome is missing'],
])('%s: %s', (text, message) => {
  expect(messageOf(text)).toContain(message);
});
