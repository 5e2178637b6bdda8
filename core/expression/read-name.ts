/**
 * Names in expressions. Ids may hold `-` and `.`, which are also an operator and the mark of a
 * member: the longest id that is declared wins, and without one a name ends at its first `-`
 * or `.`.
 */

import { MAXIMUM_ID_LENGTH } from './limits.ts';
import type { Expression } from './syntax.ts';
import { expected, peek, type Text } from './text.ts';

/** All that could belong to an id and a port behind it. */
const RUN = /[A-Za-z_][A-Za-z0-9_.-]{0,511}/y;
const WORD = /[A-Za-z_][A-Za-z0-9_]*/y;
const BOUNDARY = /[.-]/;

export function startsName(letter: string | undefined): boolean {
  return letter !== undefined && /[A-Za-z_]/.test(letter);
}

/** Letters, digits and `_` alone. */
export function peekWord(text: Text): string {
  return peek(text, WORD);
}

/** A reference to a declared name, or null where the longest name here is none. */
export function readDeclared(text: Text): Expression | null {
  const run = peek(text, RUN);
  const node = longestNode(text, run);
  const variable = longestVariable(text, run);
  const offset = text.at;
  if (variable !== '' && variable.length >= node.length) {
    text.at += variable.length;
    return { kind: 'variable', name: variable, written: run, offset };
  }
  if (node === '' || node === 'config') return null;
  const port = longestPort(text, node, run.slice(node.length + 1));
  if (port === '') return null;
  text.at += node.length + 1 + port.length;
  return { kind: 'port', node, port, offset };
}

/** A name that nothing declares: it ends at the first `-` or `.`. */
export function readUndeclared(text: Text): Expression {
  const offset = text.at;
  const name = peekWord(text);
  const written = peek(text, RUN);
  text.at += name.length;
  return { kind: 'variable', name, written, offset };
}

/** `config.name`; the finger stands on `config`. Null where no name follows. */
export function readConfig(text: Text): Expression | null {
  const offset = text.at;
  const run = peek(text, RUN);
  if (!run.startsWith('config.')) return null;
  const rest = run.slice('config.'.length);
  const declared = longest(rest, (name) => text.declarations.hasConfig?.(name) === true);
  const name = declared === '' ? firstWord(rest) : declared;
  if (name === '') return null;
  text.at += 'config.'.length + name.length;
  return { kind: 'config', name, offset };
}

/** The name of a member, behind its dot. */
export function readMemberName(text: Text): string {
  const name = peekWord(text);
  if (name === '') throw expected(text, "a name after '.'");
  text.at += name.length;
  return name;
}

function longestNode(text: Text, run: string): string {
  let end = Math.min(run.length - 1, MAXIMUM_ID_LENGTH);
  for (end = run.lastIndexOf('.', end); end > 0; end = run.lastIndexOf('.', end - 1)) {
    const id = run.slice(0, end);
    if (text.declarations.hasNode(id)) return id;
  }
  return '';
}

/** The longest declared port; failing that, the first word, which nothing declares. */
function longestPort(text: Text, node: string, rest: string): string {
  const declared = longest(rest, (name) => text.declarations.hasPort(node, name));
  return declared === '' ? firstWord(rest) : declared;
}

function longestVariable(text: Text, run: string): string {
  const { declarations } = text;
  if (declarations.hasVariable === undefined) return '';
  return longest(run, (name) => declarations.hasVariable?.(name) === true);
}

/** The longest beginning of `run` that ends at a boundary and passes. */
function longest(run: string, passes: (name: string) => boolean): string {
  for (let end = Math.min(run.length, MAXIMUM_ID_LENGTH); end > 0; end -= 1) {
    const next = run[end];
    if (next !== undefined && !BOUNDARY.test(next)) continue;
    const name = run.slice(0, end);
    if (passes(name)) return name;
  }
  return '';
}

function firstWord(run: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*/.exec(run)?.[0] ?? '';
}
