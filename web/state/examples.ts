/** The texts of the examples, each fetched from the page's own files when it is picked. */

import { type Example, readCatalogue } from '../models/catalogue.ts';

const indexes = import.meta.glob<unknown>('../../examples/index.json', {
  eager: true,
  import: 'default',
});
const texts = import.meta.glob<string>('../../examples/*/*.{hxml,orbit,json}', {
  query: '?raw',
  import: 'default',
});

export interface ExampleText {
  readonly document: string;
  readonly scenario: string;
}

export const catalogue: readonly Example[] = readCatalogue(Object.values(indexes)[0]);

/** Null if a file of the example is missing. */
export async function loadExample(example: Example): Promise<ExampleText | null> {
  const load = (path: string) => texts[`../../examples/${path}`]?.() ?? null;
  const [document, scenario] = await Promise.all([load(example.document), load(example.scenario)]);
  return document === null || scenario === null ? null : { document, scenario };
}
