/** Colours by meaning. Nothing is told by colour alone. */

import pico from 'picocolors';

export type Tone =
  | 'plain'
  | 'strong'
  | 'faint'
  | 'good'
  | 'bad'
  | 'unknown'
  | 'undo'
  | 'wait'
  | 'warning';

export type Paint = (tone: Tone, text: string) => string;

export function createPaint(colours: boolean): Paint {
  if (!colours) return (_, text) => text;
  const { bold, dim, green, red, magenta, cyan, blue, yellow } = pico.createColors(true);
  const tones: Readonly<Record<Tone, (text: string) => string>> = {
    plain: (text) => text,
    strong: bold,
    faint: dim,
    good: green,
    bad: red,
    unknown: (text) => bold(magenta(text)),
    undo: cyan,
    wait: blue,
    warning: yellow,
  };
  return (tone, text) => (text === '' ? '' : tones[tone](text));
}
