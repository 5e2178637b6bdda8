/**
 * When a value of one port type may flow into a port of another (§4.2): equal types, anything
 * into `json`, and the subtypes that this project takes: `integer` is a `number`, and lists
 * and maps are as compatible as what they hold. Domain types are compared by name.
 */

import { collapse } from '../datatypes.ts';

interface PortType {
  readonly name: string;
  readonly of: readonly PortType[];
}

/** Types inside each other that are still looked into; deeper ones must be equal as text. */
const MAXIMUM_DEPTH = 20;

export function compatible(from: string, to: string): boolean {
  const source = withoutBlanks(from);
  const target = withoutBlanks(to);
  if (source === target) return true;
  return accepts(parseType(target, 0), parseType(source, 0));
}

/** Blanks at the ends and around brackets and commas mean nothing; inside a name they count. */
function withoutBlanks(type: string): string {
  return collapse(type).replace(/ ?([<>,]) ?/g, '$1');
}

function accepts(target: PortType, source: PortType): boolean {
  if (target.name === 'json') return true;
  if (target.name === 'number' && source.name === 'integer') return true;
  if (target.name !== source.name || target.of.length !== source.of.length) return false;
  return target.of.every((inner, index) => accepts(inner, source.of[index] ?? inner));
}

/** `map<string,array<T>>` taken apart; whatever has another form is a name as a whole. */
function parseType(text: string, depth: number): PortType {
  const open = text.indexOf('<');
  if (open <= 0 || !text.endsWith('>') || depth >= MAXIMUM_DEPTH) return { name: text, of: [] };
  const parts = splitAtTop(text.slice(open + 1, -1));
  if (parts === null) return { name: text, of: [] };
  return { name: text.slice(0, open), of: parts.map((part) => parseType(part, depth + 1)) };
}

function splitAtTop(text: string): readonly string[] | null {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '<') depth += 1;
    else if (character === '>') depth -= 1;
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
    if (depth < 0) return null;
  }
  return depth === 0 ? [...parts, text.slice(start)] : null;
}
