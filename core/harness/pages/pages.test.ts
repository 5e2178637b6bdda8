import { describe, expect, test } from 'vitest';
import { readHarness } from '../read.ts';
import { ruleFamilies } from '../rules/index.ts';
import { brief } from '../testing/cases.ts';
import { markdownOf, rulePage, rulePages } from './index.ts';

/** Examples of pages leave out what is around them. */
function whole(example: string): string {
  if (/^<(?:harness|\?xml)/.test(example)) return example;
  const content = example.includes('<nodes') ? example : `<nodes>\n${example}\n</nodes>`;
  return `<harness xmlns="https://harnessxml.com/spec/1.0" id="example" specVersion="1.0">\n${content}\n</harness>`;
}

const read = (example: string) => readHarness(whole(example), { reference: 'this.hxml' });

test('every rule has a page, and every page a rule', () => {
  const codes = ruleFamilies.flatMap(({ rules }) => rules.map(({ code }) => code));
  expect(new Set(codes).size).toBe(codes.length);
  expect(rulePages.map(({ code }) => code)).toEqual([...codes].sort());
  for (const code of codes) expect(code).toMatch(/^(?:HX-[1-3]\d{3}|U1\d{3})$/);
});

describe('examples of pages are what they say', () => {
  for (const page of rulePages) {
    test(page.code, () => {
      const wrong = read(page.wrong).findings;
      expect(wrong.map(({ code }) => code)).toContain(page.code);
      const others = wrong.filter(
        ({ code, severity }) => code !== page.code && severity === 'error',
      );
      expect(others.map(brief)).toEqual([]);
      const right = read(page.right).findings;
      expect(
        right.filter(({ code, severity }) => code === page.code || severity === 'error').map(brief),
      ).toEqual([]);
    });
  }
});

test('a page is Markdown with both examples', () => {
  const page = rulePage('HX-3301');
  expect(page).not.toBeNull();
  if (page === null) return;
  const text = markdownOf(page);
  expect(text).toMatch(/^# HX-3301: a node that is not idempotent has no retry\n/);
  expect(text).toContain(page.wrong);
  expect(text).toContain(page.right);
  expect(rulePage('HX-9999')).toBeNull();
});
