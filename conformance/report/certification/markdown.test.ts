import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../testing/runs.ts';
import { arbitraryCertification, HOSTILE_TEXTS } from '../testing/arbitrary-certification.ts';
import {
  certificationOf,
  counterexampleOf,
  profileReport,
  ruleReport,
} from '../testing/certification.ts';
import { spokenBy } from '../testing/spoken-by.ts';
import { unsafeIn } from '../testing/unsafe.ts';
import { LONGEST_PAGE, renderCertificationMarkdown } from './markdown.ts';

/** The page without what stands within fences, which is shown as it is. */
const outsideFences = (page: string): string => {
  const lines: string[] = [];
  let fence: string | null = null;
  for (const line of page.split('\n')) {
    const found = /^`{3,}/.exec(line)?.[0] ?? null;
    if (fence === null) lines.push(line);
    if (fence === null) fence = found;
    else if (line.trim() === fence) fence = null;
  }
  if (fence !== null) throw new Error('a fence is open');
  return lines.join('\n');
};

/** What a line is, and how many cells it has. */
const shapeOf = (page: string): readonly string[] =>
  outsideFences(page)
    .split('\n')
    .map((line) => {
      const start = /^ *(?:#+ |[-*+] |\d+[.)] |> |`{3,}\w*|<\/?\w+>)?/.exec(line)?.[0] ?? '';
      return `${start}${line.startsWith('|') ? line.split(/(?<!\\)\|/).length : ''}`;
    });

/** Nothing that is code or escaped: what is left would be markup. */
const withoutCode = (page: string): string =>
  outsideFences(page)
    .replace(/^`{3,}.*$/gm, '')
    .replace(/``[^`].*?[^`]``|`[^`]+`/g, 'code')
    .replace(/\\[^\w\s]/g, '');

describe('a certification as Markdown', () => {
  it('says of an open question whether what was seen is what is declared', () => {
    const question = { question: 'Q1', declared: 'failed', seen: 'failed' } as const;
    const rowOf = (verdict: 'choice' | 'fail') =>
      renderCertificationMarkdown(
        certificationOf([profileReport([], { questions: [{ ...question, verdict }] })]),
      )
        .split('\n')
        .find((line) => line.startsWith('| Q1 '));
    expect(rowOf('fail')).toMatch(/\*\*not as declared\*\* \|$/);
    expect(rowOf('choice')).not.toContain('not as declared');
  });

  it.each(HOSTILE_TEXTS)('has the same shape, whatever a driver says: %j', (text) => {
    const page = renderCertificationMarkdown(spokenBy(text));
    expect(shapeOf(page)).toEqual(shapeOf(renderCertificationMarkdown(spokenBy('harmless'))));
    const rest = withoutCode(page);
    expect(rest).not.toMatch(/<(?!\/?details>|\/?summary>|!-- -->)|\]\(|:\/\/|@[a-z]/);
    expect(unsafeIn(page)).toEqual([]);
  });

  it('ends each fence that it begins', () => {
    fc.assert(
      fc.property(arbitraryCertification, (certification) => {
        const page = renderCertificationMarkdown(certification);
        expect(() => outsideFences(page)).not.toThrow();
        expect(unsafeIn(page)).toEqual([]);
      }),
      runs(5000),
    );
  });

  it('keeps within what GitHub takes for a summary', () => {
    const endless = 'x'.repeat(10_000_000);
    expect(renderCertificationMarkdown(spokenBy(endless)).length).toBeLessThan(60_000);
    const many = Array.from({ length: 300 }, (_, index) => {
      const counterexample = counterexampleOf('r', {
        document: { format: 'orbit', text: `${'y'.repeat(400)}\n`.repeat(500) },
      });
      return ruleReport(`retry/r${index}`, { verdict: 'fail', broken: 1, counterexample });
    });
    const page = renderCertificationMarkdown(certificationOf([profileReport(many)]));
    expect(page.length).toBeLessThan(LONGEST_PAGE + 1000);
    expect(page).toContain('report.ndjson have it all');
    expect(page).toContain('## How this was made');
  });

  it('tells families by profile, loud what is broken', () => {
    const page = renderCertificationMarkdown(
      certificationOf([
        profileReport([ruleReport('retry/a'), ruleReport('retry/b', { verdict: 'fail' })], {
          profile: 'baseline',
        }),
        profileReport([ruleReport('timeout/c', { verdict: 'vacuous' })]),
      ]),
    );
    expect(page).toContain('| rules | baseline | harness |\n');
    expect(page).toContain('| retry | 1 passed, **1 broken** | – |\n');
    expect(page).toContain('| timeout | – | 1 vacuous |\n');
  });

  it('tells of a failure what happened, and how to see it again', () => {
    const counterexample = counterexampleOf('retry/a', {
      difference: { expected: 'no further call', observed: '700 ms: charge, attempt 4', at: 700 },
    });
    const rule = ruleReport('retry/a', { verdict: 'fail', broken: 2, counterexample });
    const page = renderCertificationMarkdown(certificationOf([profileReport([rule])]));
    expect(page).toContain('- ❌ **harness, level full:** not certified (5 cases and 10');
    expect(page).toContain(
      '### retry/a (harness)\n\nMUST: a runtime does so (§1). It is broken in 2 of 9 runs.\n',
    );
    expect(page).toContain('**charge was called a fourth time**\n\n- expected: 3 calls\n');
    expect(page).toContain('- observed: 700 ms: charge, attempt 4\n');
    expect(page).toContain('```sh\nunwind replay u1.abc --driver "python3 driver.py"\n```');
  });

  it('tells gaps by their reason, and what was expected to fail', () => {
    const reason = 'timeout: it has no clock';
    const page = renderCertificationMarkdown(
      certificationOf([
        profileReport([
          ruleReport('retry/a', { verdict: 'unsupported', reason }),
          ruleReport('retry/b', { verdict: 'unsupported', reason }),
          ruleReport('retry/c', {
            verdict: 'fail',
            expectedFailure: { reason: 'not yet', expires: '2027-01-31', ticket: 'T-1' },
          }),
        ]),
      ]),
    );
    expect(page).toContain('| timeout: it has no clock | retry/a, retry/b |\n');
    expect(page).toContain('| expected to fail until 2027-01-31: not yet (T-1) | retry/c |\n');
    expect(page).not.toContain('## What is broken');
  });

  it('claims nothing where the record is cut off, and tells what is known', () => {
    const ran = {
      ...{ id: 'harness/run/1', name: 'generated #1', outcome: null, calls: 1, endedAt: null },
      broken: ['retry/a'],
    };
    const page = renderCertificationMarkdown(
      certificationOf([profileReport([], { ran: [ran] })], { truncated: true }),
    );
    expect(page).toContain('**Cut off:**');
    expect(page).toContain(
      'the record is cut off; after 1 of 15 runs there are breaches of retry/a (1 run)',
    );
    expect(page).not.toMatch(/\bcertified|✅/);
  });
});
