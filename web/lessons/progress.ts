/** How far a person got, kept in their browser where that is allowed. */

export interface Progress {
  /** Lessons, by id, that were gone through to their end. */
  readonly done: readonly string[];
  /** The stage at which each was left, from 0. */
  readonly stages: Readonly<Record<string, number>>;
}

const NAME = 'unwind.lessons';
const NOTHING: Progress = { done: [], stages: {} };
/** A stage beyond this is nobody's. */
const MOST_STAGES = 20;

export type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

/** What is stored and makes sense; nothing where storage is blocked. */
export function readProgress(storage: () => Storage = () => localStorage): Progress {
  try {
    const value: unknown = JSON.parse(storage().getItem(NAME) ?? '{}');
    if (typeof value !== 'object' || value === null) return NOTHING;
    const { done, stages } = value as { readonly done?: unknown; readonly stages?: unknown };
    return {
      done: Array.isArray(done) ? done.filter((id) => typeof id === 'string').slice(0, 100) : [],
      stages: typeof stages === 'object' && stages !== null ? readStages(stages) : {},
    };
  } catch {
    return NOTHING;
  }
}

function readStages(value: object): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(value).filter(
      ([, stage]) => Number.isInteger(stage) && stage >= 0 && stage <= MOST_STAGES,
    ),
  );
}

/** A lesson was left at a stage; false where the browser keeps nothing. */
export function keepProgress(
  lesson: string,
  stage: number,
  isDone: boolean,
  storage: () => Storage = () => localStorage,
): boolean {
  const { done, stages } = readProgress(storage);
  const next: Progress = {
    done: isDone && !done.includes(lesson) ? [...done, lesson] : done,
    stages: { ...stages, [lesson]: stage },
  };
  try {
    storage().setItem(NAME, JSON.stringify(next));
    return true;
  } catch {
    return false;
  }
}
