/** The schemas as files of JSON Schema, for authors of drivers. `npm run schemas` writes them. */

import { Kind, type TSchema } from '@sinclair/typebox';
import { MESSAGES } from './messages.ts';
import { plan } from './plan.ts';
import { traceEvent } from './trace-event.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** File name → content. */
export function renderSchemaFiles(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const add = (name: string, title: string, schema: TSchema): void => {
    files.set(`${name}.schema.json`, renderSchema(title, schema));
  };
  for (const [method, { parameters, result, sender }] of Object.entries(MESSAGES)) {
    const receiver = sender === 'suite' ? 'driver' : 'suite';
    add(
      `${method}.params`,
      `${method}: parameters, from the ${sender} to the ${receiver}`,
      parameters,
    );
    if (result !== null) add(`${method}.result`, `${method}: result, from the ${receiver}`, result);
  }
  add('plan', 'A workflow as JSON', plan);
  add('trace-event', "An event of a runtime's own trace", traceEvent);
  return files;
}

/** A schema as the content of a file. */
export function renderSchema(title: string, schema: TSchema): string {
  const content = { $schema: DIALECT, title, ...withoutSymbols(schema) };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** What TypeBox notes down for itself is written under symbols, which JSON leaves out. */
function withoutSymbols(schema: TSchema): object {
  const { [Kind]: _, ...rest } = schema;
  return rest;
}
