import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { formatLink, type Link, parseAddress, START } from './link.ts';

const order = { kind: 'example', id: 'order' } as const;
const token = { kind: 'token', token: 'u1.abc-_9' } as const;

const linkOf = (hash: string): Link | null => {
  const address = parseAddress(hash);
  return address.kind === 'link' ? address.link : null;
};

describe('an address', () => {
  it.each([
    ['', START],
    ['#', START],
    ['#/', START],
    ['#/e/order', { ...START, place: order }],
    ['#/e/order?i=9', { ...START, place: order, cursor: 9 }],
    [
      '#/e/order?i=9&sel=charge&ax=t&all=1&seed=7&f=u1.abc',
      {
        place: order,
        cursor: 9,
        selected: 'charge',
        scale: 'true',
        detail: 'events',
        seed: 7,
        faults: 'u1.abc',
      },
    ],
    ['#/e/a%20b', { ...START, place: { kind: 'example', id: 'a b' } }],
    ['#/x/u1.abc-_9?i=4', { ...START, place: token, cursor: 4 }],
    ['#/p/u1.abc?i=4', { ...START, place: { kind: 'play', token: 'u1.abc' }, cursor: 4 }],
    ['#/l/lost-reply', { ...START, place: { kind: 'lesson', id: 'lost-reply' } }],
    ['#/d/12', { ...START, place: { kind: 'draft', id: '12' } }],
  ])('%s is read', (hash, link) => {
    expect(linkOf(hash)).toEqual(link);
  });

  it.each([
    '#/e/order?i=-1',
    '#/e/order?i=1e9',
    '#/e/order?i=99999999999999999',
    '#/e/order?i=<script>',
    '#/e/order?ax=x&all=yes&seed=-3&sel=&f=u1.<b>',
  ])('what makes no sense in %s is as at the start', (hash) => {
    expect(linkOf(hash)).toEqual({ ...START, place: order });
  });

  it.each([
    '#/l/',
    '#/d/x',
    '#/p/x',
    '#/q/3',
    '#/x/',
    '#/x/u1.a b',
    '#/x/v1.abc',
    '#/e/',
    '#/e/a/b',
    '#/e/%',
    '#order',
    `#/e/${'x'.repeat(60_000)}`,
  ])('%s is no page', (hash) => {
    expect(parseAddress(hash).kind).toBe('unknown');
  });

  it('says no more than needed', () => {
    expect(formatLink(START)).toBe('#/');
    expect(formatLink({ ...START, place: order, cursor: 9 })).toBe('#/e/order?i=9');
    expect(formatLink({ ...START, place: token, cursor: 9 })).toBe('#/x/u1.abc-_9?i=9');
  });

  test.prop(
    [
      fc.record({
        place: fc.oneof(
          fc.constant(START.place),
          fc.record({
            kind: fc.constantFrom('example' as const, 'lesson' as const),
            id: fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }),
          }),
          fc.constant(token),
          fc.constant({ kind: 'play' as const, token: 'u1.a-_' }),
          fc.constant({ kind: 'draft' as const, id: '7' }),
        ),
        cursor: fc.nat(1e6),
        selected: fc.option(fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' })),
        scale: fc.constantFrom('compressed' as const, 'true' as const),
        detail: fc.constantFrom('steps' as const, 'events' as const),
        seed: fc.option(fc.maxSafeNat()),
        faults: fc.constantFrom(null, 'u1.abc-_'),
      }),
    ],
    runs(10_000),
  )('is read as it was written', (link) => {
    expect(linkOf(formatLink(link))).toEqual(link);
  });

  test.prop([fc.string({ unit: 'binary', maxLength: 200 })], runs(10_000))(
    'never throws',
    (hash) => {
      expect(['link', 'unknown']).toContain(parseAddress(`#${hash}`).kind);
    },
  );
});
