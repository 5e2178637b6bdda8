import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../testing/runs.ts';
import type { Certification } from '../../suite/certification.ts';
import { standingOf } from '../../suite/standing.ts';
import { arbitraryCertification, HOSTILE_TEXTS } from '../testing/arbitrary-certification.ts';
import { certificationOf, profileReport, ruleReport } from '../testing/certification.ts';
import { spokenBy } from '../testing/spoken-by.ts';
import { renderBadgeJson } from './badge.ts';
import { renderBadgeSvg } from './badge-svg.ts';

const pass = ruleReport('retry/a');
const fail = ruleReport('retry/b', { verdict: 'fail', broken: 1 });

const shown = (certification: Certification) => {
  const { message, color } = JSON.parse(renderBadgeJson(certification));
  return `${color}: ${message}`;
};

const of = (rules: Parameters<typeof profileReport>[0], rest: Partial<Certification> = {}) =>
  shown(certificationOf([profileReport(rules)], rest));

describe('a badge', () => {
  it('is what the endpoint badge of shields.io reads', () => {
    expect(JSON.parse(renderBadgeJson(certificationOf([profileReport([pass])])))).toEqual({
      ...{ schemaVersion: 1, label: 'unwind', message: 'harness ✓ 1 rule', color: 'brightgreen' },
    });
  });

  it('tells each profile', () => {
    const certification = certificationOf([
      profileReport([pass, ruleReport('retry/c')], { profile: 'baseline' }),
      profileReport([pass, fail]),
    ]);
    expect(shown(certification)).toBe('red: baseline ✓ 2 rules, harness ✗ 1 broken');
  });

  it('names the level that was judged, where it is not the highest', () => {
    expect(of([pass], { level: 'core' })).toBe('brightgreen: harness core ✓ 1 rule');
  });

  it('tells how much is unsupported', () => {
    const rules = [pass, ruleReport('retry/c', { verdict: 'unsupported' })];
    expect(of(rules)).toBe('brightgreen: harness ✓ 1 rule, 1 unsupported');
  });

  it('is not green where nothing was judged, or only a part', () => {
    expect(shown(certificationOf([]))).toBe('lightgrey: nothing judged');
    expect(of([ruleReport('retry/a', { verdict: 'vacuous' })])).toBe(
      'lightgrey: harness ? nothing judged',
    );
    expect(of([pass], { truncated: true })).toBe('lightgrey: harness … 1 rule, cut off');
    expect(of([pass], { interrupted: true })).toBe('lightgrey: harness … 1 rule, interrupted');
    expect(of([pass], { shard: { index: 1, count: 2 } })).toBe(
      'blue: harness ✓ 1 rule, part 1 of 2',
    );
    expect(of([fail], { truncated: true })).toBe('red: harness ✗ 1 broken, cut off');
  });

  it('is red for what was lost, is stale, or is not as declared', () => {
    expect(shown(certificationOf([profileReport([pass], { blocked: 2 })]))).toBe(
      'red: harness ✗ 2 runs lost',
    );
    expect(of([pass, ruleReport('retry/c', { verdict: 'stale' })])).toBe('red: harness ✗ 1 stale');
    const questions = [{ question: 'Q1', declared: 'a', seen: 'b', verdict: 'fail' as const }];
    expect(shown(certificationOf([profileReport([pass], { questions })]))).toBe(
      'red: harness ✗ 1 choice not as declared',
    );
  });

  it('is green only where every profile that was asked for is certified', () => {
    fc.assert(
      fc.property(arbitraryCertification, (certification) => {
        const { profiles, truncated, interrupted } = certification;
        const standings = profiles
          .map((report) => standingOf(certification, report))
          .filter((standing) => standing !== 'left-out');
        const isGood = standings.length > 0 && standings.every((each) => each === 'certified');
        const isGreen = shown(certification).startsWith('brightgreen');
        expect(isGreen).toBe(isGood && truncated !== true && interrupted !== true);
      }),
      runs(20_000),
    );
  });
});

describe('a badge as SVG', () => {
  const elementsOf = (svg: string) => {
    const names: string[] = [];
    const texts: string[] = [];
    const parser = new SaxesParser({ fragment: false });
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('opentag', ({ name }) => names.push(name));
    parser.on('text', (text) => texts.push(text));
    parser.write(svg).close();
    return { names, text: texts.join('') };
  };

  it('is a picture with a name, and nothing that runs or is fetched', () => {
    for (const text of HOSTILE_TEXTS) {
      const svg = renderBadgeSvg(spokenBy(text));
      const { names } = elementsOf(svg);
      expect(new Set(names)).toEqual(new Set(['svg', 'title', 'path', 'g', 'text']));
      expect(svg).toContain('role="img" aria-label="unwind: harness ✗ 2 broken"');
      expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(
        /https?:|href|style| id=|\bon\w+=/,
      );
    }
  });

  it('is as wide as its words', () => {
    const width = (certification: Certification) =>
      Number(/ width="(\d+)"/.exec(renderBadgeSvg(certification))?.[1]);
    const one = width(certificationOf([profileReport([pass])]));
    const two = width(
      certificationOf([profileReport([pass]), profileReport([pass], { profile: 'baseline' })]),
    );
    expect(one).toBeGreaterThan(100);
    expect(one).toBeLessThan(200);
    expect(two).toBeGreaterThan(one + 80);
  });

  it('can be read: white on each of its colours has a contrast of 4.5 at least', () => {
    const luminance = (hex: string): number => {
      const [red = 0, green = 0, blue = 0] = [1, 3, 5]
        .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const badges = [[pass], [fail], []].map((rules) =>
      renderBadgeSvg(certificationOf([profileReport(rules)])),
    );
    badges.push(renderBadgeSvg(certificationOf([profileReport([pass])], { kind: 'traces' })));
    const fills = new Set(badges.flatMap((svg) => svg.match(/#[0-9a-f]{6}/g) ?? []));
    expect(fills.size).toBe(5);
    for (const fill of fills) expect(1.05 / (luminance(fill) + 0.05)).toBeGreaterThan(4.5);
  });
});
