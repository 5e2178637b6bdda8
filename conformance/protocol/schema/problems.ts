/**
 * What is wrong with a message, in sentences: which member, what was expected, what is there.
 * The check is TypeBox's own that walks the schema: nothing is compiled by `eval`, so it runs
 * under every policy.
 */

import { Kind, type TSchema } from '@sinclair/typebox';
import { Errors, type ValueError, ValueErrorType } from '@sinclair/typebox/errors';
import { Check } from '@sinclair/typebox/value';
import { quote, show } from '../../../core/model/show.ts';
import { didYouMean } from '../../../core/model/suggest.ts';

export interface MessageProblem {
  /** Where in the message: `result.clock.kind`. */
  readonly path: string;
  /** Completes a sentence that begins with the path: `must be …`. */
  readonly message: string;
}

/** More would not be read. */
const MAXIMUM_PROBLEMS = 10;

/** Whether a value is as its schema says. */
export const fits = (schema: TSchema, value: unknown): boolean => Check(schema, value);

/**
 * Why a value is not as its schema says, at most ten problems; none where it is.
 * @param root What stands before each path: `params`, `result`.
 */
export function problemsOf(schema: TSchema, value: unknown, root: string): MessageProblem[] {
  const problems: MessageProblem[] = [];
  collect(Errors(schema, value), root, problems);
  return problems;
}

/** As `problemsOf`, as one sentence. */
export function describeProblems(problems: readonly MessageProblem[]): string {
  return problems.map(({ path, message }) => `${path} ${message}`).join('; ');
}

function collect(errors: Iterable<ValueError>, root: string, problems: MessageProblem[]): void {
  const told = new Set<string>();
  for (const error of errors) {
    if (problems.length >= MAXIMUM_PROBLEMS) return;
    // A missing member is reported twice: that it is missing, and that nothing is no text.
    if (told.has(error.path)) continue;
    told.add(error.path);
    if (error.type === ValueErrorType.Union && explainUnion(error, root, problems)) continue;
    problems.push({ path: pathOf(root, error.path), message: explain(error) });
  }
}

/** The member that tells the alternatives of a union apart, as their schemas have it. */
function explainUnion(error: ValueError, root: string, problems: MessageProblem[]): boolean {
  const { value } = error;
  const variants = (error.schema['anyOf'] ?? []) as readonly TSchema[];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const meant = variants.find((variant) => isMeant(variant, value as Record<string, unknown>));
  if (meant === undefined) return explainChoice(error, variants, root, problems);
  const inner = [...Errors(meant, value)].map((each) => ({
    ...each,
    path: error.path + each.path,
  }));
  collect(inner, root, problems);
  return true;
}

/** A literal that fits, or else a required member that only this alternative has. */
function isMeant(variant: TSchema, value: Record<string, unknown>): boolean {
  const members = membersOf(variant);
  const literals = Object.entries(members).filter(([, member]) => 'const' in member);
  if (literals.length > 0 && variant['required']?.includes(literals[0]?.[0])) {
    return literals.every(([name, member]) => value[name] === member['const']);
  }
  const required = (variant['required'] ?? []) as readonly string[];
  return required.length > 0 && required.every((name) => Object.hasOwn(value, name));
}

/** None of the alternatives is meant: it says which ones there are. */
function explainChoice(
  error: ValueError,
  variants: readonly TSchema[],
  root: string,
  problems: MessageProblem[],
): boolean {
  const value = error.value as Record<string, unknown>;
  for (const name of new Set(variants.flatMap((variant) => Object.keys(membersOf(variant))))) {
    const literals = variants
      .map((variant) => membersOf(variant)[name]?.['const'])
      .filter((literal) => typeof literal === 'string');
    if (literals.length < 2) continue;
    const path = pathOf(root, `${error.path}/${name}`);
    problems.push({ path, message: mustBeOneOf(literals, value[name]) });
    return true;
  }
  const names = variants.flatMap((variant) => (variant['required'] ?? []) as readonly string[]);
  if (names.length === 0) return false;
  const message = `must have one of the members ${list(names)}, and has ${show(value)}`;
  problems.push({ path: pathOf(root, error.path), message });
  return true;
}

function membersOf(variant: TSchema): Record<string, TSchema> {
  return (variant['properties'] ?? {}) as Record<string, TSchema>;
}

function explain({ type, schema, value, path }: ValueError): string {
  switch (type) {
    case ValueErrorType.ObjectRequiredProperty:
      return `is missing; expected ${kindOf(schema)}`;
    case ValueErrorType.ObjectAdditionalProperties: {
      const known = Object.keys(membersOf(schema));
      const name = lastOf(path);
      return `is not a member that the protocol knows${didYouMean(name, known)}`;
    }
    case ValueErrorType.Kind:
      return mustBeOneOf((schema['enum'] ?? []) as readonly string[], value);
    default:
      return value === undefined
        ? `is missing; expected ${kindOf(schema)}`
        : `must be ${kindOf(schema)}, not ${show(value)}`;
  }
}

function mustBeOneOf(names: readonly string[], value: unknown): string {
  const near = typeof value === 'string' ? didYouMean(value, names) : '';
  if (value === undefined) return `is missing; expected one of ${list(names)}`;
  return `must be one of ${list(names)}, not ${show(value)}${near}`;
}

/** Long lists are cut: what is near is told beside them. */
function list(names: readonly string[]): string {
  const shown = names.slice(0, 9).join(', ');
  return names.length > 9 ? `${shown} … (${names.length} in all)` : shown;
}

/** What a schema wants, in words. */
function kindOf(schema: TSchema): string {
  if ('const' in schema) return show(schema['const']);
  if (Array.isArray(schema['enum'])) return `one of ${list(schema['enum'] as string[])}`;
  switch (schema[Kind]) {
    case 'String':
      return 'a text';
    case 'Boolean':
      return 'true or false';
    case 'Integer':
    case 'Number':
      return numberOf(schema);
    case 'Array':
      return schema['maxItems'] === undefined
        ? 'an array'
        : `an array of at most ${schema['maxItems']}`;
    case 'Object':
    case 'Record':
      return 'an object';
    case 'Null':
      return 'null';
    case 'Union':
      return (schema['anyOf'] as readonly TSchema[]).map(kindOf).join(' or ');
    default:
      return 'another value';
  }
}

function numberOf(schema: TSchema): string {
  const kind = schema[Kind] === 'Integer' ? 'a whole number' : 'a number';
  if (schema['exclusiveMinimum'] !== undefined)
    return `${kind} above ${schema['exclusiveMinimum']}`;
  const { minimum, maximum } = schema;
  if (minimum === undefined) return kind;
  const isOpen = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER;
  return isOpen ? `${kind} from ${minimum} on` : `${kind} from ${minimum} to ${maximum}`;
}

/** `/a/0/b` of `params` as `params.a[0].b`. */
function pathOf(root: string, pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, step) => {
      if (/^\d+$/.test(step)) return `${path}[${step}]`;
      return /^[A-Za-z_][\w-]*$/.test(step) ? `${path}.${step}` : `${path}[${quote(step)}]`;
    }, root);
}

function lastOf(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1);
}
