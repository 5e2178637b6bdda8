import { expect, test } from 'vitest';
import type { Diagnostic } from '../../../core/model/diagnostic.ts';
import { concealCredentials, maskKnownKeys } from './conceal.ts';

const finding = (place: Partial<Diagnostic>): Diagnostic => ({
  code: 'HX-3501',
  severity: 'error',
  line: 1,
  column: 1,
  endLine: 1,
  endColumn: 1,
  id: null,
  message: '',
  related: [],
  ...place,
});

test('masks all but the first four characters, and keeps the columns', () => {
  const line = '<property value="sk-secret" name="b"/>';
  const lines = concealCredentials([line], [finding({ column: 11, endColumn: 28 })]);
  expect(lines).toEqual(['<property value="sk-s*****" name="b"/>']);
});

test('masks what goes over several lines', () => {
  const lines = concealCredentials(
    ['<p value="-----BEGIN', 'secret', 'more" name="b"/>', 'other'],
    [finding({ column: 4, endLine: 3, endColumn: 6 })],
  );
  expect(lines).toEqual(['<p value="----******', '******', '****" name="b"/>', 'other']);
});

test('masks a text, with quotes in it and behind it', () => {
  const line = '<property name="b">sk-se"cret</property><property name="c"/>';
  const lines = concealCredentials([line], [finding({ column: 20, endColumn: 30 })]);
  expect(lines).toEqual(['<property name="b">sk-s******</property><property name="c"/>']);
});

test('masks a value that stands on the line behind its name', () => {
  const lines = concealCredentials(
    ['<p value=', '"sk-secret" name="b"/>'],
    [finding({ column: 4, endLine: 2, endColumn: 12 })],
  );
  expect(lines).toEqual(['<p ******', '**********" name="b"/>']);
});

test('masks keys of known forms that have no finding', () => {
  const key = ['AK', 'IAQ2W3E4R5T6Y7U8I9'].join('');
  expect(maskKnownKeys(`a "${key}" b "${key}"`)).toBe(
    `a "AKIA${'*'.repeat(16)}" b "AKIA${'*'.repeat(16)}"`,
  );
  expect(maskKnownKeys('<node id="a"/>')).toBe('<node id="a"/>');
});

test('leaves lines alone that have other findings', () => {
  const lines = ['<p value="plain"/>'];
  expect(concealCredentials(lines, [finding({ code: 'HX-1001' })])).toBe(lines);
});

test('a thousand credentials in one long line are concealed in no time', () => {
  const attribute = `value="${'k'.repeat(1000)}" `;
  const line = attribute.repeat(1000);
  const findings = Array.from({ length: 1000 }, (_, index) => {
    const column = 1 + index * attribute.length;
    const end = { endLine: 1, endColumn: column + attribute.length - 1 };
    return finding({ column, ...end });
  });
  const start = performance.now();
  const [concealed = ''] = concealCredentials([line], findings);
  expect(performance.now() - start).toBeLessThan(1000);
  expect(concealed).toBe(`value="kkkk${'*'.repeat(996)}" `.repeat(1000));
});
