/** What every log in the Static Analysis Results Interchange Format 2.1.0 is made of here. */

import type { Locate } from '../findings/located.ts';

export const SARIF_SCHEMA =
  'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** What relative URIs are relative to: where the command was run. */
const BASE = '%SRCROOT%';

/** Braces stand for placeholders, and a text in brackets before one in parentheses for a link. */
export function sarifMessage(text: string): { readonly text: string } {
  const escaped = text.replace(/[{}]/g, '$&$&').replace(/\[(?=[^\]]*\]\()/g, '\\[');
  return { text: escaped };
}

export const sarifBases = {
  [BASE]: { description: sarifMessage('The directory in which the command was run.') },
};

/** The standard input has no URI (§3.4.2), so a description stands for it. */
export function sarifLocation(path: string, locate: Locate) {
  const { uri } = locate(path);
  if (uri === null) return { description: sarifMessage('The standard input.') };
  return uri.startsWith('file:') ? { uri } : { uri, uriBaseId: BASE };
}
