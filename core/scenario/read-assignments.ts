/** `port=value …` of the line format: names, and values that carry their type. */

import type { Json, JsonObject } from '../model/json.ts';
import { readJson } from '../model/read-json.ts';
import { quote } from '../model/show.ts';
import { createMap } from './empty.ts';

const NAME = /([^ \t=#]+)=/y;
const BLANKS = /[ \t]*/y;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;
const MAXIMUM_DEPTH = 20;

/**
 * Reads assignments up to the end of the line or a `#`. Values: `true`, `false`, `null`,
 * numbers as in JSON, `[a, 1, 'b c']`, JSON objects, texts in single or double quotes, and
 * anything else up to the next blank as a text.
 *
 * @returns the values by name, or what is wrong.
 */
export function readAssignments(text: string): JsonObject | string {
  const values = createMap<Json>();
  let at = 0;
  try {
    for (;;) {
      match(BLANKS);
      if (at >= text.length || text[at] === '#') return values;
      const name = match(NAME).slice(0, -1);
      if (name === '') {
        const word = text.slice(at).split(/[ \t]/, 1)[0] ?? '';
        return `${quote(word)} is no assignment; write port=value, texts with blanks in quotes`;
      }
      if (name in values) return `the port ${quote(name)} is given twice`;
      values[name] = readValue(0, /[^ \t]*/y);
      if (at < text.length && !/[ \t]/.test(text[at] ?? '')) {
        return `a blank is missing before ${quote(text.slice(at))}`;
      }
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return error.message;
  }

  function readValue(depth: number, bare: RegExp): Json {
    switch (text[at]) {
      case '[':
        return readArray(depth + 1);
      case '{':
        return readObject();
      case '"':
      case "'":
        return readQuoted();
      default:
        return scalarOf(match(bare));
    }
  }

  function readArray(depth: number): Json {
    const start = at;
    if (depth > MAXIMUM_DEPTH) throw new Unreadable('arrays are nested too deeply');
    const items: Json[] = [];
    at += 1;
    for (;;) {
      match(BLANKS);
      if (text[at] === ']' && items.length === 0) break;
      items.push(readValue(depth, /[^ \t,\]]*/y));
      match(BLANKS);
      if (text[at] === ']') break;
      if (text[at] !== ',')
        throw new Unreadable(`${quote(text.slice(start))} is not closed with ]`);
      at += 1;
    }
    at += 1;
    return items;
  }

  function readQuoted(): string {
    const start = at;
    const mark = text[at] as string;
    let result = '';
    for (at += 1; at < text.length; at += 1) {
      const letter = text[at] as string;
      if (letter === mark) {
        at += 1;
        return result;
      }
      if (letter === '\\' && (text[at + 1] === mark || text[at + 1] === '\\')) at += 1;
      result += text[at];
    }
    throw new Unreadable(`${quote(text.slice(start))} is not closed with ${mark}`);
  }

  /** A JSON object ends where its braces balance; readJson judges what is between. */
  function readObject(): Json {
    const start = at;
    let open = 0;
    for (let inText = false; at < text.length; at += 1) {
      const letter = text[at];
      if (inText && letter === '\\') at += 1;
      else if (letter === '"') inText = !inText;
      else if (!inText && letter === '{') open += 1;
      else if (!inText && letter === '}') open -= 1;
      if (open === 0) break;
    }
    at = Math.min(at + 1, text.length);
    const reading = readJson(text.slice(start, at));
    if (reading.ok) return reading.value;
    throw new Unreadable(`${quote(text.slice(start, at))} is no JSON object: ${reading.message}`);
  }

  function match(pattern: RegExp): string {
    pattern.lastIndex = at;
    const matched = pattern.exec(text)?.[0] ?? '';
    at += matched.length;
    return matched;
  }
}

class Unreadable {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

function scalarOf(word: string): Json {
  if (word === 'true') return true;
  if (word === 'false') return false;
  if (word === 'null') return null;
  if (!NUMBER.test(word)) return word;
  const number = Number(word);
  if (!Number.isFinite(number)) throw new Unreadable(`the number ${quote(word)} is too large`);
  return number;
}
