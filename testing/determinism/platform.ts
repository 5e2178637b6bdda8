/**
 * QuickJS has the language and no platform; this brings the little that core and simulator
 * may use beyond it. Only the harness needs it: each real engine has its own.
 */
export const PLATFORM_SCRIPT = `
  // XState binds its default logger when it loads.
  globalThis.console = { log() {}, warn() {}, error() {} };
  globalThis.TextEncoder = class {
    encode(text = '') {
      const bytes = [];
      for (const character of String(text)) {
        const point = character.codePointAt(0);
        const code = point >= 0xd800 && point <= 0xdfff ? 0xfffd : point;
        if (code < 0x80) bytes.push(code);
        else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
        else if (code < 0x10000) {
          bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
        } else {
          bytes.push(
            0xf0 | (code >> 18),
            0x80 | ((code >> 12) & 63),
            0x80 | ((code >> 6) & 63),
            0x80 | (code & 63),
          );
        }
      }
      return Uint8Array.from(bytes);
    }
  };
`;
