/** The picture as SVG: what it means by colour it says by shape and words too. */

import { html, type Markup, nothing } from '../markup.ts';
import { SIDE } from './axis.ts';
import { BAR, type Bar } from './lane.ts';
import { type Drawing, type Lane, laneName, type Panel } from './layout.ts';
import type { Turn } from './turns.ts';

/** Signs on a field of 16 by 16. */
const SIGNS = {
  succeeded: 'M2.8 8.6l3.4 3.6l7-8',
  failed: 'M3.6 3.6l8.8 8.8M12.4 3.6l-8.8 8.8',
  unknown: 'M5.2 5.6c0-3.9 5.8-3.7 5.8-.3c0 2.3-2.9 2.4-2.9 4.7M8.1 13v.4',
  asked: 'M5.2 5.6c0-3.9 5.8-3.7 5.8-.3c0 2.3-2.9 2.4-2.9 4.7M8.1 13v.4',
  undone: 'M6.5 3L3 6.4l3.5 3.4M3.2 6.4h6.3c4.4 0 4.4 6.4 0 6.4H7',
} as const;

/** Once in a page: what is unknown is hatched. */
export const HATCH: Markup = html`<svg class="defs" width="0" height="0" aria-hidden="true" focusable="false"><defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch-line" d="M0 0v6"/></pattern></defs></svg>`;

/** @param name What it is a picture of; a table beside it says the same in words. */
export const drawTimeline = (drawing: Drawing, name: string): Markup => {
  const { width, height, axis, axisY, panels, turns } = drawing;
  const [first] = panels;
  const top = first?.y ?? 0;
  return html`<svg class="timeline" role="img" aria-label="${name}" width="${width}" height="${height}" viewBox="${-SIDE} 0 ${width} ${height}">
${axis.ticks.map(({ x }) => html`<path class="grid" d="M${n(x)} ${top}V${axisY}"/>`)}
${turns.map((turn) => drawTurn(turn, top, axisY))}${turns.map(drawTurnWord)}
${panels.map((panel) => drawPanel(panel, width))}
${drawAxis(drawing)}</svg>`;
};

const drawPanel = ({ title, y, lanes }: Panel, width: number): Markup =>
  html`<g><path class="rule" d="M${-SIDE} ${y + 1}H${width - SIDE}"/><text class="panel" x="${-SIDE + 4}" y="${y + 17}">${title}</text>
${lanes.map(drawLane)}</g>
`;

const drawLane = ({ name, y, bars, waits }: Lane): Markup =>
  html`<g${bars.length === 0 ? html` class="empty"` : null}><text class="lane" x="${-SIDE + 4}" y="${y + 13}">${laneName(name)}${bars.length === 0 ? ': never called' : ''}</text>
${waits.map(
  ({ x, width, y: middle, text }) =>
    html`<path class="wait" d="M${n(x + 2)} ${n(middle - 5)}v10m0-5H${n(x + width - 2)}m0-5v10"/>${
      text === ''
        ? null
        : html`<text class="wait-text" x="${n(x + width / 2)}" y="${n(middle - 6)}">${text}</text>`
    }`,
)}${bars.map(drawBar)}</g>
`;

const TIP = 8;

const drawBar = (bar: Bar): Markup => {
  const { x, y, width, kind, look, text, isOpen, isOnlyHere } = bar;
  const path = shapeOf(bar);
  const inset = kind === 'undo' ? TIP + 3 : 6;
  return html`<g data-look="${look}">${drawLate(bar)}<path class="shape" d="${path}"/>${
    look === 'unknown' ? html`<path class="hatched" d="${path}"/>` : null
  }${isOnlyHere ? html`<path class="only" d="${outline(bar)}"/>` : null}${
    isOpen
      ? html`<path class="on" d="M${n(x + width + 3)} ${n(y - 4)}l5 4l-5 4m5-8l5 4l-5 4"/>`
      : null
  }<g transform="translate(${n(x + inset)} ${n(y - 6)}) scale(.75)"><path class="sign" d="${SIGNS[look]}"/></g><text x="${n(x + inset + 15)}" y="${n(y + 4)}">${text}</text></g>
`;
};

/** Forward points right, undo left, a question is low. */
const shapeOf = ({ x, y, width, kind, isOpen }: Bar): string => {
  const half = kind === 'ask' ? BAR * 0.36 : BAR / 2;
  const [left, right, top, bottom] = [x + 1, x + width - 1, y - half, y + half].map(n);
  const tip = Math.min(TIP, width / 3);
  if (kind === 'undo') {
    return `M${right} ${top}H${n(x + 1 + tip)}L${left} ${n(y)}L${n(x + 1 + tip)} ${bottom}H${right}z`;
  }
  if (isOpen) return `M${right} ${top}H${left}V${bottom}H${right}`;
  return `M${left} ${top}H${n(x + width - 1 - tip)}L${right} ${n(y)}L${n(x + width - 1 - tip)} ${bottom}H${left}z`;
};

const outline = ({ x, y, width }: Bar): string =>
  `M${n(x - 2)} ${n(y - BAR / 2 - 3)}H${n(x + width + 2)}V${n(y + BAR / 2 + 3)}H${n(x - 2)}z`;

/** The task went on, and its result came when nobody waited for it. */
const drawLate = ({ x, y, width, lateX, lateLook }: Bar): Markup =>
  lateX === null
    ? nothing
    : html`<path class="late" d="M${n(x + width)} ${n(y)}H${n(lateX - 7)}"/><g data-look="${lateLook}"><circle class="late-end" cx="${n(lateX)}" cy="${n(y)}" r="7"/><g transform="translate(${n(lateX - 5)} ${n(y - 5)}) scale(.625)"><path class="sign" d="${SIGNS[lateLook]}"/></g></g>`;

/** Below the words of all, so that it goes through none. */
const drawTurn = ({ x, kind }: Turn, top: number, bottom: number): Markup =>
  html`<path class="turn is-${kind}" d="M${n(x)} ${top}V${bottom}"/>`;

const drawTurnWord = ({ kind, label }: Turn): Markup =>
  html`<text class="turn-word is-${kind}" x="${n(label.x)}" y="${label.y}">${label.text}</text>`;

const drawAxis = ({ axis, axisY }: Drawing): Markup =>
  html`<g class="axis"><path d="M0 ${axisY}H${n(axis.width)}${axis.ticks.map(({ x }) => `M${n(x)} ${axisY}v5`).join('')}"/>${axis.ticks.map(
    ({ label }) =>
      label === null ? null : html`<text x="${n(label.x)}" y="${axisY + 18}">${label.text}</text>`,
  )}${axis.gaps.map(({ x, text }) => html`<text class="gap" x="${n(x)}" y="${axisY + 18}">${text}</text>`)}</g>`;

const n = (value: number): number => Math.round(value * 10) / 10;

/** A bar for a legend. */
export const drawBarAlone = (kind: Bar['kind'], look: Bar['look']): Markup =>
  html`<svg class="timeline key" viewBox="0 0 44 26" width="44" height="26" aria-hidden="true" focusable="false">${drawBar(
    {
      ...{ x: 1, width: 42, y: 13, kind, look, text: '' },
      ...{ lateX: null, lateLook: 'succeeded', isOpen: false, isOnlyHere: false },
    },
  )}</svg>`;
