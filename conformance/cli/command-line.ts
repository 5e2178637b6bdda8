/** A command as a person can paste it into a shell. */

/** Quoted where a POSIX shell would otherwise take a word for more than itself. */
export function commandLine(words: readonly string[]): string {
  return words.map(quoted).join(' ');
}

function quoted(word: string): string {
  if (/^[A-Za-z0-9_./:=@%+,-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", "'\\''")}'`;
}
