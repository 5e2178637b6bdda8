/**
 * Values and names as messages show them: short, on one line, the same in every engine, and
 * without credentials, since messages end up in logs.
 */

import { withoutCredentials } from './credential-forms.ts';

/** Messages show no more of a value than this many characters, quotes included. */
const MAXIMUM_SHOWN = 40;

/** A JSON-like value in JSON form, cut with `…` where it is longer than about 40 characters. */
export function show(value: unknown): string {
  const parts: string[] = [];
  write(value, parts, { left: MAXIMUM_SHOWN });
  return shorten(parts.join(''));
}

/** A name in single quotes, cut where it is long. */
export function quote(name: string): string {
  return `'${shorten(textOf(name).slice(1, -1).replaceAll('\\"', '"'))}'`;
}

interface Room {
  left: number;
}

function write(value: unknown, parts: string[], room: Room): void {
  if (room.left <= 0) return;
  if (Array.isArray(value)) {
    writeList('[', value.length, ']', parts, room, (index) => write(value[index], parts, room));
  } else if (typeof value === 'object' && value !== null) {
    const object = value as { readonly [key: string]: unknown };
    const keys = Object.keys(object);
    writeList('{', keys.length, '}', parts, room, (index) => {
      const key = keys[index] as string;
      add(`${textOf(key)}:`, parts, room);
      write(object[key], parts, room);
    });
  } else if (typeof value === 'string') {
    add(textOf(value), parts, room);
  } else if (typeof value === 'function' || typeof value === 'symbol') {
    add(`a ${typeof value}`, parts, room);
  } else {
    add(String(value), parts, room);
  }
}

function writeList(
  open: string,
  length: number,
  close: string,
  parts: string[],
  room: Room,
  item: (index: number) => void,
): void {
  add(open, parts, room);
  for (let index = 0; index < length && room.left > 0; index += 1) {
    if (index > 0) add(',', parts, room);
    item(index);
  }
  add(close, parts, room);
}

/** Each text takes at least one character of the room, which bounds depth and work. */
function add(text: string, parts: string[], room: Room): void {
  parts.push(text);
  room.left -= text.length;
}

/**
 * Controls that JSON leaves alone: terminals obey C1 ones, and marks of direction make a line
 * read as another one than it is.
 */
const HIDDEN = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Of a longer text this many characters tell whether it begins with a key. */
const SEARCHED = 4096;

function textOf(text: string): string {
  const said = withoutCredentials(text.slice(0, SEARCHED));
  const start = said.length > MAXIMUM_SHOWN ? said.slice(0, MAXIMUM_SHOWN + 2) : said;
  return JSON.stringify(start).replace(HIDDEN, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function shorten(text: string): string {
  if (text.length <= MAXIMUM_SHOWN) return text;
  const cut = text.slice(0, MAXIMUM_SHOWN - 1);
  // A pair of surrogates is kept or dropped as a whole.
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
