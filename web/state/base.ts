/** What a place of the page holds: the document and the scenario that a person starts from. */

import { type Example, findExample } from '../models/catalogue.ts';
import { type FaultPlan, NO_FAULTS } from '../models/faults.ts';
import type { Place } from '../models/link.ts';
import { type Unpacked, unpack } from '../models/packed.ts';
import { type Play, readPlay } from '../models/play.ts';
import type { Drafts } from './drafts.ts';
import type { ExampleText } from './examples.ts';

/** A lesson as the page needs it: what it runs. What it says is its own panel's. */
export interface LessonBase {
  readonly id: string;
  readonly title: string;
  /** A sentence below the title. */
  readonly lead: string;
  load(): Promise<ExampleText & { readonly faults?: FaultPlan; readonly seed?: number }>;
}

export interface Library {
  readonly catalogue: readonly Example[];
  readonly lessons?: readonly LessonBase[];
  load(example: Example): Promise<ExampleText | null>;
  /** Asked for each file that is opened or dropped; the first that says true keeps it. */
  readonly openers?: readonly ((text: string, name: string) => boolean)[];
}

export interface Base {
  readonly place: Place;
  readonly title: string | null;
  readonly lead: string | null;
  readonly document: string;
  readonly scenario: string;
  readonly seed: number | null;
  readonly faults: FaultPlan;
  /** A run in the address itself, which the worker reads. */
  readonly token: string | null;
  /** Of the trace that a link was made from. */
  readonly digest: string | null;
  /** Under which it is kept. */
  readonly draft: string | null;
}

export type Loaded =
  | { readonly ok: true; readonly base: Base }
  | { readonly ok: false; readonly title: string; readonly text: string };

const EMPTY: Base = {
  place: { kind: 'start' },
  title: null,
  lead: null,
  document: '',
  scenario: '',
  seed: null,
  faults: NO_FAULTS,
  token: null,
  digest: null,
  draft: null,
};

const PICK =
  'Pick one of the examples above. If a link brought you here, it may be older or newer than this page.';

export async function loadBase(place: Place, library: Library, drafts: Drafts): Promise<Loaded> {
  const loaded = await load(place, library, drafts);
  return loaded.ok ? { ok: true, base: { ...loaded.base, place } } : loaded;
}

function load(place: Place, library: Library, drafts: Drafts): Promise<Loaded> | Loaded {
  switch (place.kind) {
    case 'start':
      return loadExampleBase(library, null);
    case 'example':
      return loadExampleBase(library, place.id);
    case 'lesson':
      return loadLesson(library, place.id);
    case 'token':
      return { ok: true, base: { ...EMPTY, token: place.token } };
    case 'play':
      return loadPlay(place.token);
    case 'draft': {
      const play = drafts.read(place.id);
      if (play === null) {
        return missing(
          'This draft is not in this browser',
          'Drafts stay where they were made, and the oldest make room for new ones.',
        );
      }
      return { ok: true, base: { ...baseOfPlay(play), draft: place.id } };
    }
  }
}

async function loadExampleBase(library: Library, id: string | null): Promise<Loaded> {
  const example = findExample(library.catalogue, id);
  if (example === null) {
    return missing(
      id === null ? 'There are no examples here.' : `There is no example “${id}”.`,
      PICK,
    );
  }
  const text = await library.load(example).catch(() => null);
  if (text === null) return missing(`The files of “${example.title}” could not be loaded.`, PICK);
  return { ok: true, base: { ...EMPTY, title: example.title, lead: example.lesson, ...text } };
}

async function loadLesson({ lessons = [] }: Library, id: string): Promise<Loaded> {
  const lesson = lessons.find((one) => one.id === id);
  if (lesson === undefined) return missing(`There is no lesson “${id}”.`, PICK);
  const loaded = await lesson.load().catch(() => null);
  if (loaded === null) return missing(`The files of “${lesson.title}” could not be loaded.`, PICK);
  const { title, lead } = lesson;
  return { ok: true, base: { ...EMPTY, title, lead, ...loaded } };
}

async function loadPlay(token: string): Promise<Loaded> {
  const unpacked = await unpack(token);
  if (!unpacked.ok) return missing('This link can not be shown', unpackWords(unpacked));
  const reading = readPlay(unpacked.value);
  if (!reading.ok) return missing('This link can not be shown', reading.message);
  return { ok: true, base: baseOfPlay(reading.play) };
}

function baseOfPlay(play: Play): Base {
  return { ...EMPTY, ...play };
}

/** Why a word of an address could not be read. */
export function unpackWords({ why }: Extract<Unpacked, { readonly ok: false }>): string {
  switch (why) {
    case 'newer':
      return 'It was made by a newer version of this page.';
    case 'too-large':
      return 'It holds more than this page reads from a link.';
    case 'no-token':
    case 'damaged':
      return 'It was cut off or changed on its way: chat and mail programs cut long links. Ask whoever sent it for a new one.';
  }
}

function missing(title: string, text: string): Loaded {
  return { ok: false, title, text };
}
