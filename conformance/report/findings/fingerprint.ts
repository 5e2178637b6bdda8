/**
 * A name for each finding that stays when lines move, so that a service that has seen it
 * before knows it again: made of its code, the nearest id and the text at its place, and a
 * number where these are alike. Neither the message nor a position is a part of it.
 */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Place } from '../../../core/model/diagnostic.ts';
import type { CheckedFile } from './checked-file.ts';
import { concealCredentials } from './conceal.ts';
import { linesOf } from './lines.ts';

/** Characters of a place that count; a place may be a whole start tag. */
const COUNTED = 1000;
const LENGTH = 32;

/** A hex text for each finding of the file, in their order; no two are the same. */
export function fingerprintsOf(file: CheckedFile): readonly string[] {
  if (file.findings.length === 0) return [];
  // A hash of a short credential can be guessed, so what is hashed must not hold one.
  const characters = charactersOf(concealCredentials(linesOf(file.bytes), file.findings));
  const counts = new Map<string, number>();
  return file.findings.map((finding) => {
    const name = JSON.stringify([finding.code, finding.id, textAt(characters, finding)]);
    const number = counts.get(name) ?? 0;
    counts.set(name, number + 1);
    return bytesToHex(sha256(utf8ToBytes(`${name} ${number}`))).slice(0, LENGTH);
  });
}

type Characters = (line: number) => readonly string[];

/** Keeps the last line: findings are sorted, and all of them may stand in one long line. */
function charactersOf(lines: readonly string[]): Characters {
  let kept = { line: 0, characters: [] as readonly string[] };
  return (line) => {
    if (kept.line !== line) kept = { line, characters: [...(lines[line - 1] ?? '')] };
    return kept.characters;
  };
}

/** The text at a place; how it is broken into lines and indented does not count. */
function textAt(characters: Characters, { line, column, endLine, endColumn }: Place): string {
  let text = '';
  for (let at = line; at <= endLine && text.length < COUNTED; at += 1) {
    const from = at === line ? column - 1 : 0;
    const to = at === endLine ? endColumn - 1 : from + COUNTED;
    text += ` ${characters(at)
      .slice(from, Math.min(to, from + COUNTED))
      .join('')}`;
  }
  return text.trim().replace(/\s+/g, ' ').slice(0, COUNTED);
}
