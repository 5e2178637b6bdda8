/** Findings of an ORBIT document: in the layout of its own compiler, in our terminal's terms. */

import { type RenderTone, renderOrbitFindings } from '../../../core/orbit/render.ts';
import type { Tone } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { visible, visibleCharacter } from '../terminal/visible.ts';
import { widthOf } from '../terminal/width.ts';
import type { CheckedFile } from './checked-file.ts';
import { linesOf } from './lines.ts';

const TONES: { readonly [tone in RenderTone]: Tone } = {
  error: 'bad',
  warning: 'warning',
  faint: 'faint',
  strong: 'strong',
};

/** Byte for byte what ORBIT's book shows, where there are no colours and nothing has to be hidden. */
export function renderOrbitFile(
  { path, bytes, findings }: CheckedFile,
  { paint }: Terminal,
): string {
  return renderOrbitFindings(visible(path), linesOf(bytes), findings, {
    show: visibleCharacter,
    width: widthOf,
    paint: (tone, text) => paint(TONES[tone], text),
  });
}
