/** Types, and the fields that have them. */

import { quote } from '../../model/show.ts';
import { MAXIMUM_TYPE_NESTING } from '../limits.ts';
import { advance, type Cursor, expectSign, isSign, Misread, takeSign } from './cursor.ts';
import type { Field, TypeExpression } from './document.ts';
import { type Outer, type Reader, readItems, readName } from './reader.ts';

/** `{ name: Type, … }` */
export function readFields(reader: Reader, what: () => string, outer: Outer): readonly Field[] {
  const fields: Field[] = [];
  readItems(reader, what, outer, () => {
    const name = readName(reader.cursor, 'the name of a field');
    expectSign(reader.cursor, ':');
    fields.push({ name, type: readType(reader.cursor, 0) });
  });
  return fields;
}

function readType(cursor: Cursor, depth: number): TypeExpression {
  if (depth > MAXIMUM_TYPE_NESTING) {
    const message = `more than ${MAXIMUM_TYPE_NESTING} types are nested here`;
    throw new Misread(message, cursor.token, true);
  }
  const type = readPlainType(cursor, depth);
  if (!isSign(cursor, '?')) return type;
  const { end } = advance(cursor);
  if (isSign(cursor, '?')) {
    throw new Misread('a type is optional once; one ? too many', cursor.token);
  }
  return { kind: 'optional', of: type, start: type.start, end };
}

function readPlainType(cursor: Cursor, depth: number): TypeExpression {
  const name = readName(cursor, 'a type');
  const { start, end } = name;
  switch (name.text) {
    case 'List': {
      expectSign(cursor, '<');
      const of = readType(cursor, depth + 1);
      expectSign(cursor, '>');
      return { kind: 'list', of, start, end: cursor.behind };
    }
    case 'Map': {
      expectSign(cursor, '<');
      const misread = readKeyType(cursor);
      expectSign(cursor, ',');
      const of = readType(cursor, depth + 1);
      expectSign(cursor, '>');
      if (misread !== null) throw misread;
      return { kind: 'map', of, start, end: cursor.behind };
    }
    default:
      if (isSign(cursor, '<')) {
        const message = `${quote(name.text)} takes no types; List<…> and Map<String, …> do`;
        throw new Misread(message, cursor.token);
      }
      return { kind: 'name', name: name.text, start, end };
  }
}

/** A mistake that is told once the type is read to its end: its comma is none between fields. */
function readKeyType(cursor: Cursor): Misread | null {
  const key = readName(cursor, "'String'");
  if (key.text === 'String' && takeSign(cursor, '?') === null) return null;
  return new Misread(`the keys of a map are String, not ${quote(key.text)}`, key);
}
