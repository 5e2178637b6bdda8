/**
 * Reads an expression of HarnessXML §10. Operators are read by precedence climbing, so that a
 * level of nesting costs few frames of the stack, and their number is limited.
 */

import { quote } from '../model/show.ts';
import { didYouMean } from '../model/suggest.ts';
import { Misread } from './failure.ts';
import { ARITIES, FUNCTION_NAMES } from './function-names.ts';
import { MAXIMUM_LENGTH } from './limits.ts';
import { readNumber, readString } from './read-literal.ts';
import {
  peekWord,
  readConfig,
  readDeclared,
  readMemberName,
  readUndeclared,
  startsName,
} from './read-name.ts';
import { peekOperator } from './read-operator.ts';
import type {
  Call,
  ChainOperator,
  Declarations,
  Expression,
  SyntaxError_,
  UnaryOperator,
} from './syntax.ts';
import { enter, expected, isAtEnd, leave, skipBlanks, stands, type Text } from './text.ts';

export type ExpressionReading =
  | { readonly ok: true; readonly expression: Expression }
  | { readonly ok: false; readonly error: SyntaxError_ };

/**
 * Reads what stands between `${` and `}`. The first mistake is returned, HX-3101 or HX-3105,
 * with its offset; the text may have 65,536 characters and 64 levels of nesting.
 */
export function parseExpression(text: string, declarations: Declarations): ExpressionReading {
  try {
    return { ok: true, expression: readExpression(text, 0, text.length, declarations) };
  } catch (error) {
    if (!(error instanceof Misread)) throw error;
    return { ok: false, error: error.error };
  }
}

/** Reads the stretch from `start` to `end`; offsets are those of the whole source. */
export function readExpression(
  source: string,
  start: number,
  end: number,
  declarations: Declarations,
): Expression {
  if (end - start > MAXIMUM_LENGTH) {
    throw new Misread(`an expression is longer than ${MAXIMUM_LENGTH} characters`, start);
  }
  const text: Text = { source, end, declarations, at: start, nesting: 0 };
  skipBlanks(text);
  if (isAtEnd(text)) throw new Misread('an expression is empty', start);
  const expression = readChain(text, 0);
  if (!isAtEnd(text)) throw expected(text, 'an operator or the end');
  return expression;
}

function readChain(text: Text, level: number): Expression {
  let left = readOperand(text);
  for (let next = peekOperator(text); next !== null && next.level >= level; ) {
    const chainLevel = next.level;
    const rest: { operator: ChainOperator; operand: Expression }[] = [];
    while (next !== null && next.level === chainLevel) {
      text.at += next.written.length;
      rest.push({ operator: next.name, operand: readChain(text, chainLevel + 1) });
      next = peekOperator(text);
    }
    left = { kind: 'chain', first: left, rest };
  }
  return left;
}

function readOperand(text: Text): Expression {
  skipBlanks(text);
  const operator = peekUnary(text);
  if (operator !== null) {
    text.at += operator.length;
    enter(text);
    const operand = readOperand(text);
    leave(text);
    return { kind: 'unary', operator: operator.name, operand };
  }
  return readMembers(text, readPrimary(text));
}

function peekUnary(text: Text): { readonly name: UnaryOperator; readonly length: number } | null {
  if (stands(text, '-')) return { name: '-', length: 1 };
  if (stands(text, '!') && !stands(text, '!=')) return { name: 'not', length: 1 };
  if (peekWord(text) !== 'not') return null;
  // A node may be called `not` or `not-yet`: the declared id wins.
  const at = text.at;
  const declared = readDeclared(text) !== null;
  text.at = at;
  return declared ? null : { name: 'not', length: 3 };
}

function readPrimary(text: Text): Expression {
  const letter = isAtEnd(text) ? undefined : text.source[text.at];
  if (letter === '(') return readGroup(text);
  if (letter === '[') return { kind: 'array', items: readList(text, ']') };
  if (letter === "'" || letter === '"') return { kind: 'literal', value: readString(text) };
  if (letter !== undefined && /\d/.test(letter)) {
    return { kind: 'literal', value: readNumber(text) };
  }
  if (startsName(letter)) return readNamed(text);
  throw expected(text, 'a value');
}

function readGroup(text: Text): Expression {
  const start = text.at;
  text.at += 1;
  enter(text);
  const inner = readChain(text, 0);
  leave(text);
  if (isAtEnd(text)) throw new Misread("'(' is not closed with ')'", start);
  if (!stands(text, ')')) throw expected(text, "an operator or ')'");
  text.at += 1;
  return inner;
}

/** Expressions between commas; the finger stands on the bracket that opens. */
function readList(text: Text, close: ')' | ']'): Expression[] {
  const start = text.at;
  const items: Expression[] = [];
  text.at += 1;
  skipBlanks(text);
  if (stands(text, close)) {
    text.at += 1;
    return items;
  }
  for (;;) {
    enter(text);
    items.push(readChain(text, 0));
    leave(text);
    if (isAtEnd(text)) {
      throw new Misread(`${quote(text.source[start] ?? '')} is not closed with '${close}'`, start);
    }
    const done = stands(text, close);
    if (!done && !stands(text, ',')) throw expected(text, `an operator, ',' or '${close}'`);
    text.at += 1;
    if (done) return items;
  }
}

function readNamed(text: Text): Expression {
  const word = peekWord(text);
  if (isCall(text, word)) return readCall(text, word);
  const declared = readDeclared(text);
  if (declared !== null) return declared;
  switch (word) {
    case 'true':
    case 'false':
    case 'null':
      text.at += word.length;
      return { kind: 'literal', value: word === 'null' ? null : word === 'true' };
    case 'and':
    case 'or':
    case 'in':
      throw expected(text, 'a value');
    case 'config':
      return readConfig(text) ?? readUndeclared(text);
    default:
      return readUndeclared(text);
  }
}

function isCall(text: Text, word: string): boolean {
  if (['and', 'or', 'in'].includes(word)) return false;
  const at = text.at;
  text.at += word.length;
  skipBlanks(text);
  const follows = stands(text, '(');
  text.at = at;
  return follows;
}

function readCall(text: Text, word: string): Expression {
  const offset = text.at;
  const name = FUNCTION_NAMES.find((known) => known === word);
  if (name === undefined) throw unknownFunction(word, offset);
  text.at += word.length;
  skipBlanks(text);
  const list = readList(text, ')');
  const arity = ARITIES[name];
  if (list.length !== arity) {
    const wanted = arity === 1 ? '1 argument' : `${arity} arguments`;
    throw new Misread(`${name} takes ${wanted}, not ${list.length}`, offset);
  }
  return name === 'artifact' || name === 'resource'
    ? readDeclaration(name, list[0], offset)
    : ({ kind: 'call', name, arguments: list, offset } satisfies Call);
}

/** Declarations are looked up before a run, so their ids are literal (§10.3). */
function readDeclaration(
  kind: 'artifact' | 'resource',
  id: Expression | undefined,
  offset: number,
): Expression {
  if (id?.kind === 'literal' && typeof id.value === 'string') return { kind, id: id.value, offset };
  throw new Misread(`${kind} takes an id in quotes, as in ${kind}('id')`, offset);
}

function readMembers(text: Text, of: Expression): Expression {
  const names: string[] = [];
  for (;;) {
    const end = text.at;
    skipBlanks(text);
    if (stands(text, '.')) {
      text.at += 1;
      skipBlanks(text);
      names.push(readMemberName(text));
    } else if (stands(text, '(')) {
      throw notCallable(text, of, names, end);
    } else if (stands(text, '[')) {
      throw new Misread(
        'elements cannot be picked by position; the language has no [ ] for it',
        end,
      );
    } else {
      return names.length === 0 ? of : { kind: 'member', of, names };
    }
  }
}

function notCallable(text: Text, of: Expression, names: readonly string[], end: number): Misread {
  const path = of.kind === 'variable' ? [of.name, ...names] : names;
  if (path.length === 0) return expected(text, 'an operator');
  return unknownFunction(path.join('.'), of.kind === 'variable' ? of.offset : end);
}

function unknownFunction(name: string, offset: number): Misread {
  const near = didYouMean(name, FUNCTION_NAMES);
  const hint = near === '' ? `; known are ${FUNCTION_NAMES.join(', ')}` : near;
  return new Misread(`there is no function ${quote(name)}${hint}`, offset, 'HX-3105');
}
