/** The page has the colours of the playground, which are measured where they are. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DARK, LIGHT, PALETTE_STYLE } from './palette.ts';

const css = readFileSync(join(import.meta.dirname, '../../../web/styles/palette.css'), 'utf8');

const coloursIn = (selector: string): Readonly<Record<string, string>> => {
  const block = css.split(selector)[1]?.split('}')[0] ?? '';
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, colour]) => [name, colour]),
  );
};

it.each([
  ['light', ':root {', LIGHT],
  ['dark', ':root[data-theme="dark"] {', DARK],
])('its %s colours are those of the playground', (_, selector, palette) => {
  expect(coloursIn(selector)).toMatchObject(palette);
});

it('says every colour in every scheme', () => {
  expect(Object.keys(DARK)).toEqual(Object.keys(LIGHT));
  for (const name of Object.keys(LIGHT)) {
    expect(PALETTE_STYLE.split(`--${name}:`)).toHaveLength(4);
  }
});
