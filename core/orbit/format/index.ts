/** One layout for every ORBIT document: what it says stays, and so does every comment. */

import type { Diagnostic } from '../../model/diagnostic.ts';
import { createFindings } from '../findings.ts';
import { parseOrbit } from '../syntax/parse.ts';
import { documentLayout } from './document.ts';
import { printLayout } from './print.ts';
import { itemsOf } from './tokens.ts';

export type Formatted =
  | { readonly ok: true; readonly text: string }
  /** The text does not follow the grammar, so what it says is not known. */
  | { readonly ok: false; readonly findings: readonly Diagnostic[] };

/**
 * Formats a text: four blanks a level, one member a line, fields and arguments on one line
 * where they fit into 100 columns, one blank line at most between members and one between
 * steps. Tokens stay as they are, save commas in front of closing brackets. Formatting what is
 * formatted changes nothing. Types and names are not looked at. Never throws.
 */
export function formatOrbit(source: string): Formatted {
  const findings = createFindings(source);
  parseOrbit(source, findings);
  if (findings.hasErrors) return { ok: false, findings: findings.diagnostics() };
  return { ok: true, text: printLayout(documentLayout(itemsOf(source))) };
}
