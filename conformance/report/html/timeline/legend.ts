/** What the shapes of the pictures mean; once in a page. */

import { html, type Markup } from '../markup.ts';
import { drawBarAlone } from './draw.ts';

const ENTRIES = [
  ['forward', 'succeeded', 'an attempt that succeeds'],
  ['forward', 'failed', 'one that fails'],
  ['forward', 'unknown', 'given up on, or its result was not seen: the outcome is unknown'],
  ['undo', 'undone', 'a compensation: it points back to what it undoes'],
  ['ask', 'asked', 'a question about an uncertain call'],
] as const;

export const renderLegend = (): Markup =>
  html`<ul class="legend">${ENTRIES.map(
    ([kind, look, words]) => html`<li>${drawBarAlone(kind, look)} ${words}</li>`,
  )}<li><svg class="timeline key" viewBox="0 0 44 26" width="44" height="26" aria-hidden="true" focusable="false"><path class="wait" d="M3 8v10m0-5H41m0-5v10"/></svg> a wait until the next attempt</li><li><svg class="timeline key" viewBox="0 0 44 26" width="44" height="26" aria-hidden="true" focusable="false"><g data-look="unknown"><path class="late" d="M2 13h24"/><g data-look="succeeded"><circle class="late-end" cx="33" cy="13" r="7"/><g transform="translate(28 8) scale(.625)"><path class="sign" d="M2.8 8.6l3.4 3.6l7-8"/></g></g></g></svg> a result that came when nobody waited for it any more</li><li><svg class="timeline key" viewBox="0 0 44 26" width="44" height="26" aria-hidden="true" focusable="false"><path class="only" d="M3 3H41V23H3z"/></svg> a call that the other run does not make</li><li><svg class="timeline key" viewBox="0 0 44 26" width="44" height="26" aria-hidden="true" focusable="false"><path class="turn is-breach" d="M22 1v24"/></svg> the moment of the breach</li></ul>`;
