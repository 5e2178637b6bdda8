/** Of any report, whoever made it: what holds of claims and comparisons. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { renderComparisonMarkdown } from '../report/comparison/markdown.ts';
import { renderComparison } from '../report/comparison/pretty.ts';
import { createTerminal } from '../report/terminal/terminal.ts';
import { arbitraryCertification } from '../report/testing/arbitrary-certification.ts';
import type { Verdict } from '../suite/verdict.ts';
import { compareReports } from './compare/compare-reports.ts';
import { checkClaim } from './file/check-claim.ts';
import { makeClaim } from './file/make-claim.ts';
import { readClaim } from './file/read-claim.ts';
import { levelsReached } from './levels-reached.ts';
import { wholeProfile, wholeReport } from './testing.ts';

describe('levels', () => {
  it('of HarnessXML are reached from the least on', () => {
    fc.assert(
      fc.property(arbitraryCertification, (certification) => {
        for (const { standings } of levelsReached(certification)) {
          const levels = standings.filter(({ tier }) => tier.addOn === null);
          const reached = levels.map((support) => support.reached);
          expect(reached).toEqual(reached.toSorted((one, other) => Number(other) - Number(one)));
          for (const { reached: is, against } of standings) {
            if (is) expect(against).toEqual([]);
          }
        }
      }),
      runs(5_000),
    );
  });
});

const VERDICTS: readonly Verdict[] = [
  ...(['pass', 'fail', 'degraded', 'choice', 'unsupported', 'vacuous'] as const),
  ...(['inconclusive', 'blocked', 'skipped', 'stale'] as const),
];

/** Reports in which a few rules did not pass. */
const flawed = fc
  .tuple(
    fc.constantFrom('baseline' as const, 'harness' as const, 'orbit' as const),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom(...VERDICTS)), { maxLength: 4 }),
  )
  .map(([profile, flaws]) => {
    const report = wholeProfile(profile);
    const changed = new Map(
      flaws.map(([index, verdict]) => [index % report.rules.length, verdict]),
    );
    const rules = report.rules.map((rule, index) => {
      const verdict = changed.get(index) ?? 'pass';
      return { ...rule, verdict };
    });
    return wholeReport([{ ...report, rules }]);
  });

describe('a claim', () => {
  it('can be read again, and is verified by the report that it was made of', () => {
    fc.assert(
      fc.property(flawed, (certification) => {
        const made = makeClaim(certification);
        if (!made.ok) {
          expect(made.refusals).not.toEqual([]);
          return;
        }
        expect(readClaim(JSON.stringify(made.claim))).toEqual({ ok: true, claim: made.claim });
        expect(checkClaim(made.claim, certification)).toEqual({ verified: true, differences: [] });
      }),
      runs(2_000),
    );
  });
});

describe('a comparison', () => {
  it('of a report with itself finds nothing', () => {
    fc.assert(
      fc.property(arbitraryCertification, (certification) => {
        expect(compareReports(certification, certification).differs).toBe(false);
      }),
      runs(3_000),
    );
  });

  it('finds as much in one direction as in the other, and shows nothing that drives a terminal', () => {
    fc.assert(
      fc.property(arbitraryCertification, arbitraryCertification, (a, b) => {
        const there = compareReports(a, b);
        const back = compareReports(b, a);
        const count = (all: typeof there, change: string) =>
          all.profiles.flatMap(({ rules }) => rules).filter((rule) => rule.change === change)
            .length;
        expect(there.differs).toBe(back.differs);
        expect(count(there, 'worse')).toBe(count(back, 'better'));
        expect(count(there, 'unknown')).toBe(count(back, 'unknown'));
        for (const text of [
          renderComparison(there, createTerminal()),
          renderComparisonMarkdown(there),
        ]) {
          // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what it looks for
          expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
        }
      }),
      runs(3_000),
    );
  });
});
