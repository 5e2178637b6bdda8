/** The page's own policy: it loads nothing, runs nothing, and has one style, by its hash. */

import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { toBase64Url } from '../../token/base64url.ts';

/** For a `meta` element. */
export const policyFor = (style: string): string =>
  `default-src 'none'; style-src 'sha256-${base64(sha256(utf8ToBytes(style)))}'; base-uri 'none'; form-action 'none'`;

/** With the two other signs and the padding: 32 bytes are 43 signs. */
const base64 = (bytes: Uint8Array): string => {
  const text = toBase64Url(bytes).replaceAll('-', '+').replaceAll('_', '/');
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=');
};
