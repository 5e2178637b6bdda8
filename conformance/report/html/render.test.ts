/** The page as a tree: whatever a report holds, it is one page, and does nothing by itself. */

import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { certificationOf, profileReport, ruleReport } from '../testing/certification.ts';
import { renderHtml } from './render.ts';
import { calls, everyVerdict, withTexts } from './testing.ts';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** It is written so that it is well-formed XML too: what is not closed, or not escaped, is found. */
const elementsOf = (page: string): readonly Element[] => {
  const elements: Element[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    elements.push({ name, attributes: attributes as Element['attributes'] });
  });
  parser.write(page).close();
  return elements;
};

const textOf = (page: string): string => page.replace(/<style>.*?<\/style>/s, '');

const UNSEEN = '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\ufeff';

/** Steers what shows it, or can't be seen. */
const isUnseen = (sign: string): boolean => (sign < ' ' && sign !== '\n') || UNSEEN.includes(sign);

const plain = renderHtml(everyVerdict());
const elements = elementsOf(plain);
const named = (name: string) => elements.filter((element) => element.name === name);
const attribute = (name: string) => elements.flatMap(({ attributes }) => attributes[name] ?? []);

describe('the page', () => {
  it('is the same again', () => {
    expect(renderHtml(everyVerdict())).toBe(plain);
  });

  it('has one style, allowed by its hash, and nothing that loads or runs', () => {
    const names = new Set(elements.map(({ name }) => name));
    for (const name of ['script', 'link', 'img', 'iframe', 'object', 'form', 'base', 'use']) {
      expect(names).not.toContain(name);
    }
    expect(named('style')).toHaveLength(1);
    const policy = named('meta').find(({ attributes }) => attributes['http-equiv'] !== undefined);
    expect(policy?.attributes['content']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'$/,
    );
    const own = elements.flatMap(({ attributes }) => Object.keys(attributes));
    expect(own.filter((name) => name === 'style' || name.startsWith('on'))).toEqual([]);
  });

  it('has no two places of one name, and no link to none', () => {
    const places = attribute('id');
    expect(new Set(places).size).toBe(places.length);
    const links = attribute('href').filter((href) => href.startsWith('#'));
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter((href) => !places.includes(href.slice(1)))).toEqual([]);
  });

  it('leaves out no level of headings, and says of each head of a table what it heads', () => {
    const levels = elements.flatMap(({ name }) => /^h(\d)$/.exec(name)?.[1] ?? []).map(Number);
    expect(levels[0]).toBe(1);
    levels.forEach((level, index) => {
      expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
    });
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(named('th').filter(({ attributes }) => attributes['scope'] === undefined)).toEqual([]);
  });

  it('says each verdict by colour, shape and word', () => {
    for (const verdict of [
      ...['pass', 'fail', 'degraded', 'choice', 'vacuous', 'inconclusive', 'blocked', 'stale'],
      ...['unsupported', 'skipped'],
    ]) {
      expect(plain).toMatch(
        new RegExp(
          `<td data-verdict="${verdict}">(<a [^>]+>)?<span class="mark" data-verdict="${verdict}"><svg [^>]+><path d="[^"]+"/></svg><span class="word">${verdict}</span>`,
        ),
      );
    }
  });

  it('has a page for what is broken, with both sides, a picture and the way to see it again', () => {
    const pages = plain.split('<article class="failure"').slice(1);
    expect(pages).toHaveLength(5);
    const [first = ''] = pages;
    expect(first).toContain('charge was called a fourth time');
    expect(first).toContain('<dt>expected</dt><dd>3 calls</dd>');
    expect(first).toContain('<dt>observed</dt><dd>4 calls</dd>');
    expect(first).toContain('at 6.3 s');
    expect(first).toContain('unwind replay u1.abc --driver &quot;python3 driver.py&quot;');
    expect(first).toContain('#/x/u1.abc');
    expect(first).toMatch(/<svg class="timeline" role="img"/);
    expect(first).toContain('cancel 2 s');
    expect(first).toContain('charge, attempt 3, delivered again');
  });

  it('is told as a part where it is one', () => {
    expect(renderHtml(everyVerdict({ truncated: true }))).toContain('Cut off:');
    expect(renderHtml(everyVerdict({ interrupted: true }))).toContain('Interrupted:');
    expect(renderHtml(everyVerdict({ shard: { index: 2, count: 3 } }))).toContain('Part 2 of 3');
    expect(textOf(plain)).not.toMatch(/Cut off:|Interrupted:|Part \d/);
  });

  it('is there where nothing was judged', () => {
    const nothing = renderHtml(
      certificationOf([], { kind: 'traces', driver: null, command: null }),
    );
    expect(elementsOf(nothing).length).toBeGreaterThan(20);
    const empty = renderHtml(certificationOf([profileReport([])]));
    expect(empty).not.toContain('id="matrix"');
  });

  it('names a rule that this version does not know', () => {
    const page = renderHtml(certificationOf([profileReport([ruleReport('new/rule')])]));
    expect(page).toContain('Others');
    expect(page).toContain('This version of unwind has no page on it.');
  });
});

describe('a hostile text', () => {
  const count = elements.length;

  it.each([
    ['an end of script and style', '</script></style><script>alert(1)</script>'],
    ['quotes', `"'\` onmouseover="alert(1)" x='`],
    ['an image', '<img src=x onerror=alert(1)>'],
    ['a comment', '<!-- --> ]]> <![CDATA['],
    ['signs that steer', '\0\u0007\u001b[2J\u202Eabc\u2066\u200b\ufeff'],
    ['halves of pairs', '\ud800\udc00\udfff'],
    ['entities', '&lt;script&gt;&#x3c;'],
    ['an address', 'javascript:alert(1)'],
    ['a megabyte', '<'.repeat(1 << 20)],
    ['nothing', ''],
  ])('of %s is a text everywhere', (_, text) => {
    const page = renderHtml(withTexts(everyVerdict(), text));
    const found = elementsOf(page);
    expect(found.length).toBeLessThan(count * 1.2);
    expect(found.map(({ name }) => name)).not.toContain('script');
    expect(found.map(({ name }) => name)).not.toContain('img');
    const hrefs = found.flatMap(({ attributes }) => attributes['href'] ?? []);
    expect(hrefs.filter((href) => !href.startsWith('#'))).toEqual([]);
    const names = found.flatMap(({ attributes }) => Object.keys(attributes));
    expect(names.filter((name) => name.startsWith('on'))).toEqual([]);
    expect([...textOf(page)].filter(isUnseen)).toEqual([]);
    expect(page.length).toBeLessThan(2_000_000);
  });
});

describe('the size of a page', () => {
  it('is bounded, and what is left out is said', () => {
    const many = everyVerdict();
    const [profile] = many.profiles;
    const [first] = profile?.rules ?? [];
    if (profile === undefined || first === undefined) throw new Error('there are no rules');
    const observed = Array.from({ length: 500 }, (_, index) => ({
      ...(calls.observed[0] as (typeof calls.observed)[number]),
      ...{ index, unit: `unit-${index}`, at: index * 10 },
    }));
    const rules = Array.from({ length: 80 }, (_, index) => ({
      ...{ ...first, id: `many/rule-${index}` },
      counterexample: {
        ...(first.counterexample as NonNullable<typeof first.counterexample>),
        observed,
        document: { format: 'harness' as const, text: '<'.repeat(50_000) },
        token: `u1.${'a'.repeat(9000)}`,
      },
    }));
    const page = renderHtml({ ...many, profiles: [{ ...profile, rules }] });
    expect(page.length).toBeLessThan(16_000_000);
    // Not toContain: what it prints of a page of this size helps nobody.
    for (const words of [
      '[cut: 38000 of 50000 signs are left out]',
      ...['and 380 more, left out', '468 later calls not drawn.', 'Its token has 9003 signs'],
    ]) {
      expect(page.includes(words), words).toBe(true);
    }
    expect(page.split('Picture, document and scenario are left out')).toHaveLength(80 - 48 + 1);
  });
});
