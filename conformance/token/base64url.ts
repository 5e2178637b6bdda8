/** Bytes as text that a link, a shell and a mail leave alone (RFC 4648 §5, without padding). */

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const VALUES: ReadonlyMap<string, number> = new Map([...SIGNS].map((sign, value) => [sign, value]));

export const toBase64Url = (bytes: Uint8Array): string => {
  let text = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const first = bytes[index] as number;
    const second = bytes[index + 1];
    const third = bytes[index + 2];
    const word = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    text += `${SIGNS[word >> 18]}${SIGNS[(word >> 12) & 63]}`;
    if (second !== undefined) text += SIGNS[(word >> 6) & 63];
    if (third !== undefined) text += SIGNS[word & 63];
  }
  return text;
};

/** Null where a sign is none of the 64, or a byte is not whole. */
export const fromBase64Url = (text: string): Uint8Array | null => {
  if (text.length % 4 === 1) return null;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let word = 0;
  let bits = 0;
  let filled = 0;
  for (const sign of text) {
    const value = VALUES.get(sign);
    if (value === undefined) return null;
    word = ((word << 6) | value) & 0xff_ff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[filled] = (word >> bits) & 0xff;
    filled += 1;
  }
  return bytes;
};
