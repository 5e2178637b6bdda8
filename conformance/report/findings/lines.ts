/** The lines of a document as XML counts them: CR LF, LF and CR each end one (XML §2.11). */

export function linesOf(bytes: Uint8Array): readonly string[] {
  const text = new TextDecoder().decode(bytes);
  return text.split(/\r\n|\n|\r/);
}
