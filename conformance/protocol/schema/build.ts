/** What the schemas are built of: TypeBox, and three things that it has not. */

import { Kind, type Static, type TSchema, Type, TypeRegistry } from '@sinclair/typebox';
import type { Json } from '../../../core/model/json.ts';

/** Not a type of JSON Schema's: a name out of a closed list. */
const CHOICE = 'Choice';

interface ChoiceSchema {
  readonly enum: readonly unknown[];
}

TypeRegistry.Set<ChoiceSchema>(CHOICE, (schema, value) => schema.enum.includes(value));

/** What stands under this key is read instead where reading is lenient. */
const LENIENT = Symbol('lenient');

type Lenient = TSchema & { readonly [LENIENT]?: TSchema };

/** The type that a schema describes, as read only: no message is changed once it is there. */
export type Of<Schema extends TSchema> = Frozen<Static<Schema>>;

type Frozen<T> = [Json] extends [T]
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Frozen<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Frozen<T[Key]> }
      : T;

/** One of the names of a closed list. */
export const choice = <const Names extends readonly string[]>(names: Names, description?: string) =>
  Type.Unsafe<Names[number]>({
    [Kind]: CHOICE,
    type: 'string',
    enum: [...names],
    ...of(description),
  });

/** An object. Whoever validates refuses members that are not known; whoever reads ignores them. */
export const object = <const Members extends Parameters<typeof Type.Object>[0]>(
  members: Members,
  description?: string,
) => Type.Object(members, { additionalProperties: false, ...of(description) });

/** An object that may have members of its author's own, whoever looks. */
export const openObject = <const Members extends Parameters<typeof Type.Object>[0]>(
  members: Members,
  description?: string,
) => Type.Object(members, of(description));

/** Any JSON value. */
export const json = (description?: string) => Type.Unsafe<Json>(Type.Any(of(description)));

export const nullable = <Schema extends TSchema>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

/** Strict as the first schema where traffic is validated, lenient as the second where it is read. */
export const leniently = <Schema extends TSchema>(strict: Schema, lenient: TSchema): Schema =>
  Object.assign(strict, { [LENIENT]: lenient });

export const text = (description?: string) => Type.String(of(description));
export const flag = (description?: string) => Type.Boolean(of(description));
export const always = (description?: string) => Type.Literal(true, of(description));

/** Ms on the runtime's clock; fractions are allowed. */
export const time = (description?: string) =>
  Type.Number({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...of(description) });

export const count = (minimum: number, description?: string) =>
  Type.Integer({ minimum, maximum: Number.MAX_SAFE_INTEGER, ...of(description) });

function of(description: string | undefined): { readonly description?: string } {
  return description === undefined ? {} : { description };
}

/** The schema by which a message is read: unknown members pass, and so does what is marked so. */
export function lenientOf<Schema extends TSchema>(schema: Schema): Schema {
  return relaxed(schema) as Schema;
}

function relaxed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(relaxed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const lenient = (schema as Lenient)[LENIENT];
  if (lenient !== undefined) return lenient;
  const copy: Record<PropertyKey, unknown> = {};
  for (const key of Reflect.ownKeys(schema)) {
    if (key === 'additionalProperties' && (schema as TSchema)['additionalProperties'] === false) {
      continue;
    }
    copy[key] = relaxed((schema as Record<PropertyKey, unknown>)[key]);
  }
  return copy;
}
