/** What an evaluation reads, and what it comes to. */

import type { Json } from '../model/json.ts';

/** The values that an expression may read. An unresolved reference is null (§10.7). */
export interface Scope {
  port(node: string, port: string): Json;
  /** Undefined where no such loop variable is visible; it reads as null. */
  variable(name: string): Json | undefined;
  /** The declaration as a map; `artifactValue` and `resourceValue` make one. */
  artifact(id: string): Json;
  resource(id: string): Json;
  /** A property of the current node; null where it has none of that name. */
  config(name: string): Json;
}

export type Evaluation =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly code: 'HX-4106'; readonly message: string };
