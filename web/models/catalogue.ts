/** The examples that come with the page. */

export interface Example {
  readonly id: string;
  readonly title: string;
  /** What it shows, in a sentence. */
  readonly lesson: string;
  /** Paths inside the folder of examples. */
  readonly document: string;
  readonly scenario: string;
}

/** What the index says, without the entries that are no examples. */
export function readCatalogue(index: unknown): readonly Example[] {
  if (!Array.isArray(index)) return [];
  return index.filter(isExample);
}

function isExample(entry: unknown): entry is Example {
  if (typeof entry !== 'object' || entry === null) return false;
  const fields = entry as Record<string, unknown>;
  return ['id', 'title', 'lesson', 'document', 'scenario'].every(
    (name) => typeof fields[name] === 'string' && fields[name] !== '',
  );
}

/** The example of an id; the first for null; null where there is none. */
export function findExample(catalogue: readonly Example[], id: string | null): Example | null {
  if (id === null) return catalogue[0] ?? null;
  return catalogue.find((example) => example.id === id) ?? null;
}
