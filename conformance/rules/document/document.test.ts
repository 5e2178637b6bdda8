import { describe, expect, it } from 'vitest';
import type { DocumentCheck, DocumentFinding } from '../rule.ts';
import { documentRules } from './index.ts';

const finding = (code: string, line = 3, column = 5): DocumentFinding => ({
  code,
  severity: code.startsWith('U') ? 'warning' : 'error',
  line,
  column,
});

const tell = (id: string, check: Pick<DocumentCheck, 'expected' | 'valid' | 'findings'>) => {
  const rule = documentRules.find((each) => each.id === `document/${id}`);
  if (rule?.kind !== 'document') throw new Error(`no rule ${id}`);
  const { occurrences, breaches } = rule.judgeDocument({
    dialect: 'harness',
    source: '',
    ...check,
  });
  return { occurrences, messages: breaches.map(({ message }) => message) };
};

const nothing = { occurrences: 0, messages: [] };
const holds = { occurrences: 1, messages: [] };

describe('rules of documents', () => {
  it('a valid one is accepted, with warnings or without', () => {
    expect(tell('accepts-valid', { expected: [], valid: true, findings: [] })).toEqual(holds);
    const warned = { expected: [finding('U1001')], valid: true, findings: [finding('U1001')] };
    expect(tell('accepts-valid', warned)).toEqual(holds);
    const refused = { expected: [], valid: false, findings: [finding('HX-1001')] };
    expect(tell('accepts-valid', refused).messages).toEqual([
      'a valid document was refused with HX-1001',
    ]);
    expect(tell('rejects-invalid', { expected: [], valid: true, findings: [] })).toEqual(nothing);
  });

  it('an invalid one is refused with its code, at its place', () => {
    const expected = [finding('HX-2001')];
    const right = { expected, valid: false, findings: expected };
    for (const id of ['rejects-invalid', 'right-code', 'right-position'])
      expect(tell(id, right)).toEqual(holds);
    expect(tell('rejects-invalid', { expected, valid: true, findings: [] }).messages).toHaveLength(
      1,
    );
    const other = { expected, valid: false, findings: [finding('HX-1001')] };
    expect(tell('right-code', other).messages).toHaveLength(1);
    expect(tell('right-position', other)).toEqual(nothing);
    const elsewhere = { expected, valid: false, findings: [finding('HX-2001', 1, 1)] };
    expect(tell('right-position', elsewhere).messages).toEqual(['HX-2001 was reported at 1:1']);
  });

  it('all findings are reported', () => {
    const expected = [finding('HX-2001'), finding('HX-2001', 4)];
    expect(tell('reports-all', { expected, valid: false, findings: expected })).toEqual(holds);
    const one = { expected, valid: false, findings: [finding('HX-2001')] };
    expect(tell('reports-all', one).messages).toEqual(['HX-2001 was not reported']);
    expect(
      tell('reports-all', { expected: [finding('HX-2001')], valid: false, findings: [] }),
    ).toEqual(nothing);
  });
});
