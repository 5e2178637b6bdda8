import { describe, expect, test } from 'vitest';
import { NAMED_WARNINGS, VALIDATION_CODES } from '../../../testing/harness/codes.ts';
import { readHarness } from '../read.ts';
import { ruleFamilies } from '../rules/index.ts';
import { brief } from '../testing/cases.ts';
import { codePage, codePages, markdownOf, rulePage, rulePages } from './index.ts';

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
  // Each page has an accepted and a rejected document, so each of these codes has.
  for (const code of [...VALIDATION_CODES, ...NAMED_WARNINGS]) expect(codes).toContain(code);
  for (const code of codes) expect(code).toMatch(/^(?:HX-[1-3]\d{3}|U1\d{3})$/);
});

describe('examples of pages are what they say', () => {
  for (const page of rulePages) {
    test(page.code, () => {
      const wrong = read(page.wrong).findings;
      expect(wrong.map(({ code }) => code)).toEqual([page.code]);
      expect(read(page.right).findings.map(brief)).toEqual([]);
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

describe('codes that are no rules of a document', () => {
  const notes = codePages.filter((page) => !('wrong' in page));

  test('have a page each, and each code stands once', () => {
    expect(notes.map(({ code }) => code)).toEqual([
      ...['U0001', 'U0002', 'U0003', 'U0004'],
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `HX-410${number}`),
      ...['HX-4110', 'HX-4201', 'HX-4202'],
      ...['EXPRESSION_ERROR', 'QUEUE_TIMEOUT', 'TIMEOUT', 'WORKFLOW_TIMEOUT'],
    ]);
    expect(new Set(codePages.map(({ code }) => code)).size).toBe(codePages.length);
  });

  test('say what to do', () => {
    const page = codePage('HX-4110');
    expect(page === null ? '' : markdownOf(page)).toMatch(/\n\nWhat to do: Undo that one step/);
    expect(codePage('HX-4999')).toBeNull();
  });
});

test('a title that names an element is text in Markdown', () => {
  const page = codePage('HX-2201');
  expect(page === null ? '' : markdownOf(page)).toMatch(/^# HX-2201: &lt;cases> stands on /);
});

test('texts are sentences, without what Markdown would take for its own', () => {
  for (const page of codePages) {
    for (const text of [page.why, ...('mend' in page ? [page.mend] : [])]) {
      expect(text, page.code).toMatch(/^[A-Z].*[.]$/s);
      // Within a word an underscore is one, as in max_delay.
      expect(text, page.code).not.toMatch(/[*`\]]|\n|(?<!\w)_|_(?!\w)/);
    }
    expect(page.title, page.code).not.toMatch(/[.\n]$/);
  }
});
