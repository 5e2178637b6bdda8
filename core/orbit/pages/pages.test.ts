import { describe, expect, test } from 'vitest';
import { orbitCodes } from '../codes.ts';
import { readOrbitText } from '../read.ts';
import { orbitPages } from './index.ts';

test('every code has a page', () => {
  expect(orbitPages.map(({ code }) => code)).toEqual(orbitCodes);
  for (const code of orbitCodes) expect(code).toMatch(/^(?:[EW]0\d{3}|U2[05]\d\d)$/);
});

describe('examples of pages are what they say', () => {
  for (const page of orbitPages) {
    test(page.code, () => {
      const { findings } = readOrbitText(page.wrong);
      expect(findings.map(({ code }) => code)).toEqual([page.code]);
      expect(findings[0]?.severity).toBe(page.severity);
      expect(readOrbitText(page.right).findings).toEqual([]);
    });
  }
});
