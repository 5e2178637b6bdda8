/** A JSON value: what scenarios, ports, plans and traces are made of. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}
