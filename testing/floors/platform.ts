/**
 * Holds core and simulator to ECMAScript, and to the part of it that gives the same bytes
 * in every engine: no clock, no chance, no locale, no libm, no engine's words.
 */

import { join } from 'node:path';
import ts from 'typescript';
import { isPure } from './imports.ts';
import type { Files } from './sources.ts';

/** All that is there beyond the language. */
const ALLOWED_PLATFORM = `
  declare class TextEncoder { encode(text?: string): Uint8Array; }
  declare class TextDecoder {
    constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
    decode(bytes?: Uint8Array): string;
  }
`;

const BANNED_GLOBALS = new Map([
  ['Date', 'reads the clock or the time zone'],
  ['Intl', 'depends on the locale'],
  ['eval', 'is not there in a worker'],
  ['Function', 'is not there in a worker'],
  ['globalThis', 'hides what it reaches'],
  ['WeakRef', 'depends on the garbage collector'],
  ['FinalizationRegistry', 'depends on the garbage collector'],
  ['SharedArrayBuffer', 'is not there in every engine'],
  ['Atomics', 'is not there in every engine'],
]);

/** Exact in every engine; the rest of Math is chance or libm. */
const EXACT_MATH = [
  'abs',
  'ceil',
  'clz32',
  'floor',
  'imul',
  'max',
  'min',
  'round',
  'sign',
  'trunc',
];

const LOCALE_MEMBERS = /^(localeCompare|toLocale\w+)$/;
const ENGINE_MEMBERS = /^(message|stack)$/;

/** One sentence for each place that breaks a rule; empty if all hold. */
export function platformProblems(root: string, files: Files): readonly string[] {
  const pure = [...files].filter(([path]) => isPure(path));
  const program = programOf(root, new Map(pure));
  const checker = program.getTypeChecker();
  const isOfLanguage = (node: ts.Node) => declaredByLanguage(node, checker, program);
  return pure.flatMap(([path]) => {
    const source = program.getSourceFile(join(root, path));
    if (source === undefined) return [`${path} could not be read`];
    return [...unknownNames(source, program), ...bannedUses(source, checker, isOfLanguage)].map(
      ({ at, message }) => {
        const { line } = source.getLineAndCharacterOfPosition(at);
        return `${path}:${line + 1} ${message}`;
      },
    );
  });
}

interface Problem {
  readonly at: number;
  readonly message: string;
}

/** A name that neither the file nor the language declares comes from a platform. */
function unknownNames(source: ts.SourceFile, program: ts.Program): readonly Problem[] {
  return program.getSemanticDiagnostics(source).flatMap(({ start, messageText }) => {
    const text = ts.flattenDiagnosticMessageText(messageText, ' ');
    const name = /^Cannot find (?:name|namespace) '([^']+)'/.exec(text)?.[1];
    return name === undefined
      ? []
      : [{ at: start ?? 0, message: `uses ${name}, which is not of the language` }];
  });
}

function bannedUses(
  source: ts.SourceFile,
  checker: ts.TypeChecker,
  isOfLanguage: (node: ts.Node) => boolean,
): readonly Problem[] {
  const problems: Problem[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    const message = bannedUse(node, checker, isOfLanguage);
    if (message !== null) problems.push({ at: node.getStart(source), message });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return problems;
}

function bannedUse(
  node: ts.Node,
  checker: ts.TypeChecker,
  isOfLanguage: (node: ts.Node) => boolean,
): string | null {
  if (ts.isMetaProperty(node)) return 'uses import.meta, which depends on the bundler';
  if (ts.isBinaryExpression(node)) return bannedPower(node);
  if (!ts.isIdentifier(node)) return null;
  const { text, parent } = node;
  const isMember = ts.isPropertyAccessExpression(parent) && parent.name === node;
  if (isMember) return bannedMember(text, parent.expression, checker, isOfLanguage(node));
  if (!isOfLanguage(node)) return null;
  const reason = BANNED_GLOBALS.get(text);
  if (reason !== undefined) return `uses ${text}, which ${reason}`;
  return text === 'Math' ? bannedMath(parent) : null;
}

function bannedMember(
  name: string,
  receiver: ts.Expression,
  checker: ts.TypeChecker,
  isOfLanguage: boolean,
): string | null {
  const type = checker.getTypeAtLocation(receiver);
  const isUnknown = (type.flags & ts.TypeFlags.Any) !== 0;
  if (LOCALE_MEMBERS.test(name) && (isOfLanguage || isUnknown)) {
    return `uses ${name}, which depends on the locale`;
  }
  const isEngineError = /Error$/.test(type.symbol?.name ?? '') && isOfLanguage;
  const isOwnError = type.symbol?.declarations?.some((at) => ts.isClassDeclaration(at)) === true;
  return ENGINE_MEMBERS.test(name) && isEngineError && !isOwnError
    ? `reads ${name} of an engine's error, whose words differ between engines`
    : null;
}

function bannedMath(parent: ts.Node): string | null {
  const member = ts.isPropertyAccessExpression(parent) ? parent.name.text : null;
  if (member !== null && EXACT_MATH.includes(member)) return null;
  return `uses Math.${member ?? '…'}, which is not exact in every engine`;
}

function bannedPower({ operatorToken, left, right }: ts.BinaryExpression): string | null {
  const { kind } = operatorToken;
  if (kind === ts.SyntaxKind.AsteriskAsteriskEqualsToken) return 'uses **=, which is libm';
  if (kind !== ts.SyntaxKind.AsteriskAsteriskToken) return null;
  const isWhole = (operand: ts.Expression) =>
    ts.isNumericLiteral(operand) && Number.isInteger(Number(operand.text));
  return isWhole(left) && isWhole(right) ? null : 'uses ** between others than whole literals';
}

function declaredByLanguage(node: ts.Node, checker: ts.TypeChecker, program: ts.Program): boolean {
  const declarations = checker.getSymbolAtLocation(node)?.declarations ?? [];
  // `globalThis` is the checker's own and has no declaration anywhere.
  if (declarations.length === 0) return ts.isIdentifier(node) && node.text === 'globalThis';
  return declarations.every((at) => program.isSourceFileDefaultLibrary(at.getSourceFile()));
}

/** The language's own declarations, read once for all programs. */
const languageFiles = new Map<string, ts.SourceFile | undefined>();

/** Imports are not followed: whose names they bring is the business of `imports.ts`. */
function programOf(root: string, files: Files): ts.Program {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts'],
    types: [],
    strict: true,
    noResolve: true,
    noEmit: true,
  };
  const platform = join(root, 'allowed-platform.d.ts');
  const texts = new Map([...files].map(([path, text]) => [join(root, path), text]));
  texts.set(platform, ALLOWED_PLATFORM);
  const host = ts.createCompilerHost(options);
  const readSource = host.getSourceFile.bind(host);
  host.getSourceFile = (name, languageVersion) => {
    const text = texts.get(name);
    if (text !== undefined) return ts.createSourceFile(name, text, languageVersion, true);
    if (!languageFiles.has(name)) languageFiles.set(name, readSource(name, languageVersion));
    return languageFiles.get(name);
  };
  return ts.createProgram([...texts.keys()], options, host);
}
