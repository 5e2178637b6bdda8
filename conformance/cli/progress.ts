/** How far long work is: one line on a terminal, written over and over; nothing elsewhere. */

import type { Output } from './host.ts';

export interface ProgressLine {
  /** @param rest What is said behind the count. */
  show(label: string, done: number, total: number, rest: string): void;
  clear(): void;
}

/** In ms: more often than this nobody can read it. */
const BETWEEN = 100;

export const createProgress = (output: Output, now: () => number): ProgressLine => {
  let shownAt = Number.NEGATIVE_INFINITY;
  let began: { readonly label: string; readonly at: number } | null = null;
  let isShown = false;
  const clear = (): void => {
    if (isShown) output.write('\r\u001b[K');
    isShown = false;
  };
  if (!output.isTerminal) return { show: () => {}, clear };
  return {
    show: (label, done, total, rest) => {
      const at = now();
      if (began?.label !== label) began = { label, at };
      if (at - shownAt < BETWEEN) return;
      shownAt = at;
      const seconds = (at - began.at) / 1000;
      const rate = seconds > 0.2 ? `, ${Math.round(done / seconds)} a second` : '';
      const line = `${label}: ${done} of ${total}${rate}${rest}`;
      output.write(`\r${line.slice(0, (output.columns || 80) - 1)}\u001b[K`);
      isShown = true;
    },
    clear,
  };
};
