/** The characters in a text that drive a terminal, or that XML 1.0 can not hold, by number. */
export const unsafeIn = (text: string): readonly string[] => {
  const found = new Set<string>();
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const isControl = (code < 0x20 && code !== 0x0a) || (code >= 0x7f && code < 0xa0);
    const turnsText = code >= 0x202a && code <= 0x202e;
    const isNone = (code >= 0xd800 && code < 0xe000) || code === 0xfffe || code === 0xffff;
    if (isControl || turnsText || isNone) found.add(code.toString(16));
  }
  return [...found];
};
