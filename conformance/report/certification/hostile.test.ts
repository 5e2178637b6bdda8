/** What a driver says reaches a terminal as text, in every format that is printed, and is cut. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../testing/runs.ts';
import type { Certification } from '../../suite/certification.ts';
import { createTerminal } from '../terminal/terminal.ts';
import { arbitraryCertification, HOSTILE_TEXTS } from '../testing/arbitrary-certification.ts';
import {
  certificationOf,
  counterexampleOf,
  profileReport,
  ruleReport,
} from '../testing/certification.ts';
import { spokenBy } from '../testing/spoken-by.ts';
import { unsafeIn } from '../testing/unsafe.ts';
import { renderBadgeJson } from './badge.ts';
import { renderBadgeSvg } from './badge-svg.ts';
import { renderCertificationGithub } from './github.ts';
import { renderCertificationJson } from './json.ts';
import { renderJunit } from './junit.ts';
import { renderCertificationMarkdown } from './markdown.ts';
import { renderCertification } from './pretty.ts';

const pretty = (certification: Certification) =>
  renderCertification(certification, createTerminal(), { verbose: true });

describe('for a terminal', () => {
  it.each(HOSTILE_TEXTS)('nothing but text comes through: %j', (text) => {
    expect(unsafeIn(pretty(spokenBy(text)))).toEqual([]);
    expect(unsafeIn(pretty(spokenBy(text, { kind: 'traces', truncated: true })))).toEqual([]);
  });

  it('nothing but text comes through of a record that somebody made up', () => {
    fc.assert(
      fc.property(arbitraryCertification, (certification) => {
        for (const format of [pretty, renderCertificationGithub, renderCertificationMarkdown]) {
          expect(unsafeIn(format(certification))).toEqual([]);
        }
        for (const format of [renderJunit, renderBadgeJson, renderBadgeSvg]) {
          expect(unsafeIn(format(certification))).toEqual([]);
        }
      }),
      runs(10_000),
    );
  });

  it('texts without end are cut', () => {
    const endless = 'x'.repeat(10_000_000);
    const shown = pretty(spokenBy(endless));
    expect(shown.length).toBeLessThan(100_000);
    expect(shown).toContain('…');
  });

  it('documents without end are cut, and it is said how much is missing', () => {
    const document = { format: 'orbit' as const, text: 'step\n'.repeat(5000) };
    const counterexample = counterexampleOf('retry/a', { document });
    const rule = ruleReport('retry/a', { verdict: 'fail', counterexample });
    expect(pretty(certificationOf([profileReport([rule])]))).toContain('… and 4600 lines more\n');
  });
});

describe('as JSON', () => {
  it.each(HOSTILE_TEXTS)('a terminal is safe, and the value is the same: %j', (text) => {
    const certification = spokenBy(text);
    const json = renderCertificationJson(certification, 1);
    expect(unsafeIn(json).filter((code) => code !== 'fffe')).toEqual([]);
    expect(JSON.parse(json)).toMatchObject({ ...certification, exitCode: 1 });
  });

  it('leaves out what would be longer than a text can be, and says how much', () => {
    const ran = {
      ...{ id: 'harness/run/0', name: 'generated #0', outcome: 'succeeded' as const, calls: 1 },
      ...{ endedAt: 0, broken: [] },
    };
    const many = Array.from({ length: 100_002 }, () => ran);
    const certification = certificationOf([profileReport([ruleReport('retry/a')], { ran: many })]);
    const [report] = JSON.parse(renderCertificationJson(certification, 0)).profiles;
    expect([report.ran.length, report.ranLeftOut]).toEqual([100_000, 2]);
  });

  it('says of each profile whether it is certified, and why not', () => {
    const good = [profileReport([ruleReport('retry/a')])];
    const told = (rest: Partial<Certification>) => {
      const json = JSON.parse(renderCertificationJson(certificationOf(good, rest), 0));
      return [json.profiles[0].certified, json.profiles[0].standing];
    };
    expect(told({})).toEqual([true, 'certified']);
    expect(told({ truncated: true })).toEqual([false, 'unbroken']);
    expect(told({ interrupted: true })).toEqual([false, 'unbroken']);
    expect(told({ shard: { index: 1, count: 2 } })).toEqual([false, 'unbroken']);
  });
});
