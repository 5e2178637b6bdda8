/** Where a step begins in its document; the model does not keep that. */

import type { Dialect } from '../../core/reading.ts';

/** From 1; null where it was not found. Steps of children are looked for by their own name. */
export const placeOfStep = (
  text: string,
  dialect: Dialect,
  step: string,
): { readonly line: number; readonly column: number } | null => {
  const name = (step.split('/').at(-1) ?? step).replace(/^compensate:/, '');
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = patternFor(dialect, escaped);
  // Comments may quote a document, and are as long as what stands for them here.
  const bare = text.replace(
    dialect === 'orbit' ? /\/\/[^\n]*|\/\*[\s\S]*?\*\//g : /<!--[\s\S]*?-->/g,
    blank,
  );
  const at = pattern.exec(bare)?.index;
  if (at === undefined) return null;
  const before = text.slice(0, at);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: at - lineStart + 1 };
};

const blank = (comment: string): string => comment.replace(/[^\n]/g, ' ');

const patternFor = (dialect: Dialect, name: string): RegExp => {
  switch (dialect) {
    case 'harness':
      return new RegExp(`<(?:[\\w.-]+:)?node(?=\\s)[^>]*?\\sid\\s*=\\s*["']${name}["']`);
    case 'orbit':
      return new RegExp(`(?<![\\w.])step\\s+${name}(?!\\w)`);
    case 'plan':
      return new RegExp(`"id"\\s*:\\s*"${name}"`);
  }
};
