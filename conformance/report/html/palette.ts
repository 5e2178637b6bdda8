/**
 * The colours of the playground, for a page of its own that loads nothing. A test holds them equal
 * to web/styles/palette.css, where they are measured.
 */

type Palette = Readonly<Record<string, string>>;

export const LIGHT: Palette = {
  ground: '#ffffff',
  'ground-raised': '#f5f6f8',
  'ground-sunken': '#eceef2',
  line: '#dcdfe5',
  'line-strong': '#767d8a',
  ink: '#191b1f',
  'ink-soft': '#545a66',
  accent: '#172bff',
  'accent-soft': '#e1e6ff',
  focus: '#172bff',
  succeeded: '#1d8a63',
  'succeeded-fill': '#d3efe3',
  failed: '#d0500b',
  'failed-fill': '#fee0d2',
  unknown: '#b33bd0',
  'unknown-fill': '#f5ddfa',
  undone: '#623200',
  'undone-fill': '#ffe7bd',
  running: '#172bff',
  'running-fill': '#dbe1ff',
  waiting: '#33363c',
  idle: '#767d8a',
};

export const DARK: Palette = {
  ground: '#14161a',
  'ground-raised': '#1b1e24',
  'ground-sunken': '#101215',
  line: '#30343c',
  'line-strong': '#868d9a',
  ink: '#eceef1',
  'ink-soft': '#a9afba',
  accent: '#b9c8ff',
  'accent-soft': '#222c4f',
  focus: '#d4e9ff',
  succeeded: '#34e08f',
  'succeeded-fill': '#11402c',
  failed: '#f0703a',
  'failed-fill': '#4d230e',
  unknown: '#d765f5',
  'unknown-fill': '#441c50',
  undone: '#ffcc14',
  'undone-fill': '#46360a',
  running: '#d4e9ff',
  'running-fill': '#1d3a55',
  waiting: '#b6bcc7',
  idle: '#868d9a',
};

/** The person's own colours: shapes, words and lines carry everything. */
const FORCED: Palette = Object.fromEntries(
  Object.keys(LIGHT).map((name) => [name, forcedColour(name)]),
);

function forcedColour(name: string): string {
  if (name === 'focus' || name === 'accent') return 'LinkText';
  if (name.startsWith('ground') || name.endsWith('-fill') || name.endsWith('-soft')) {
    return name === 'ink-soft' ? 'CanvasText' : 'Canvas';
  }
  return name === 'idle' ? 'GrayText' : 'CanvasText';
}

const declared = (palette: Palette): string =>
  Object.entries(palette)
    .map(([name, colour]) => `--${name}:${colour};`)
    .join('');

/** Paper is white whatever the screen is. */
export const PALETTE_STYLE = `:root{color-scheme:light dark;${declared(LIGHT)}}
@media screen and (prefers-color-scheme:dark){:root{${declared(DARK)}}}
@media print{:root{color-scheme:light}}
@media (forced-colors:active){:root{${declared(FORCED)}}}`;
