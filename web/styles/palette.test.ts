/** The colours that ship, measured: what is read needs 4.5 : 1, what is recognised 3 : 1. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

type Rgb = readonly [number, number, number];
type Palette = ReadonlyMap<string, Rgb>;

const palette = readFileSync(join(import.meta.dirname, 'palette.css'), 'utf8');

function colours(selector: string): Palette {
  const block = palette.split(selector)[1]?.split('}')[0] ?? '';
  const found = [...block.matchAll(/--([\w-]+): #([0-9a-f]{6});/g)];
  return new Map(
    found.map(([, name = '', hex = '']) => [
      name,
      [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb,
    ]),
  );
}

const light = colours(':root {');
const dark = colours(':root[data-theme="dark"] {');

const linear = (channel: number): number => {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
};
const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
const contrast = (one: Rgb, other: Rgb): number => {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
};

/** Machado, Oliveira and Fernandes 2009, severity 1, on linear light. */
const SIGHT: Readonly<Record<string, readonly Rgb[]>> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function seen(colour: Rgb, sight: string): Rgb {
  const light = colour.map(linear);
  return (SIGHT[sight] ?? []).map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, part, at) => sum + part * (light[at] ?? 0), 0),
      ),
    ),
  ) as unknown as Rgb;
}

/** CIE 1976 L*a*b* of linear light, D65. */
function lab([red, green, blue]: Rgb): Rgb {
  const f = (t: number): number => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);
  const x = f((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047);
  const y = f(0.2126729 * red + 0.7151522 * green + 0.072175 * blue);
  const z = f((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const distance = (one: Rgb, other: Rgb): number =>
  Math.hypot(...one.map((value, at) => value - (other[at] ?? 0)));

const GROUNDS = ['ground', 'ground-raised', 'ground-sunken', 'accent-soft'];
const FILLS = ['succeeded-fill', 'failed-fill', 'unknown-fill', 'undone-fill', 'running-fill'];
const STATUSES = ['succeeded', 'failed', 'unknown', 'undone', 'running'];

it('has the same colours for both schemes', () => {
  expect([...dark.keys()]).toEqual([...light.keys()]);
  expect(light.size).toBeGreaterThan(25);
});

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s palette', (_, colours) => {
  const of = (name: string): Rgb => {
    const colour = colours.get(name);
    if (colour === undefined) throw new Error(`no colour ${name}`);
    return colour;
  };

  it.each(GROUNDS.flatMap((ground) => ['ink', 'ink-soft'].map((ink) => [ink, ground] as const)))(
    '%s can be read on %s',
    (ink, ground) => {
      expect(contrast(of(ink), of(ground))).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(FILLS)('ink can be read well on %s', (fill) => {
    expect(contrast(of('ink'), of(fill))).toBeGreaterThanOrEqual(8);
  });

  it.each([
    ['on-accent', 'accent'],
    ['code-tag', 'ground-raised'],
    ['code-attribute', 'ground-raised'],
    ['code-value', 'ground-raised'],
    ['code-comment', 'ground-raised'],
    ['code-tag', 'mark'],
    ['code-attribute', 'mark'],
    ['code-value', 'mark'],
    ['code-comment', 'mark'],
  ])('%s can be read on %s', (ink, ground) => {
    expect(contrast(of(ink), of(ground))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(
    [...STATUSES, 'waiting', 'idle', 'line-strong', 'focus'].flatMap((name) =>
      ['ground', 'ground-raised'].map((ground) => [name, ground] as const),
    ),
  )('%s can be seen on %s', (name, ground) => {
    expect(contrast(of(name), of(ground))).toBeGreaterThanOrEqual(3);
  });

  it.each(STATUSES)('%s can be seen on its fill', (name) => {
    expect(contrast(of(name), of(`${name}-fill`))).toBeGreaterThanOrEqual(3);
  });

  it.each(Object.keys(SIGHT))('keeps statuses apart for %s', (sight) => {
    for (const [at, one] of STATUSES.entries()) {
      for (const other of STATUSES.slice(at + 1)) {
        const apart = distance(lab(seen(of(one), sight)), lab(seen(of(other), sight)));
        expect(apart, `${one} and ${other}`).toBeGreaterThanOrEqual(20);
      }
    }
  });
});
