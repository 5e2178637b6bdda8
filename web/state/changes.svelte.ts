/**
 * What a person may change: document, scenario, faults, seed. Each change makes the run again
 * with the same seed, and stands in the address, so that the browser's Back takes it back.
 */

import { MOST_INPUTS } from '../models/faults/read.ts';
import {
  type Act,
  type AnswerFault,
  type FaultPlan,
  type Input,
  isEmpty,
  type Make,
  USUAL_DOWN,
  withAnswer,
  withInput,
  withoutInput,
} from '../models/faults.ts';
import { formatLink } from '../models/link.ts';
import { momentAt } from '../models/moment.ts';
import { pack } from '../models/packed.ts';
import { LONG_LINK, type Play, writePlay } from '../models/play.ts';
import type { Drafts } from './drafts.ts';
import type { PlaceState } from './place.svelte.ts';
import { isEdited, type Source, type SourceState, sourceOf } from './source.svelte.ts';
import type { createToast } from './toast.svelte.ts';

export interface Changed {
  readonly made: SourceState;
  readonly toast: ReturnType<typeof createToast>;
  readonly drafts: Drafts;
  readonly place: Pick<PlaceState, 'link' | 'move' | 'rerun'>;
  readonly view: { readonly cursor: number };
}

/** How long a person pauses in typing before the run is made again, in ms. */
const PAUSE = 250;
/** How long people take before they act, in ms of the run. */
const OPERATOR_DELAY = 20_000;

export function createChanges({ made, toast, drafts, place: page, view }: Changed) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let draft: string | null = null;
  /** What is packed late belongs to an older change. */
  let turn = 0;

  /** Takes over what a place brought. */
  function opened(id: string | null): void {
    clearTimeout(timer);
    turn += 1;
    draft = id;
  }

  function change(next: Source): void {
    made.write(next);
    void page.rerun(next);
    void remember(next, true);
  }

  /** While somebody types, the address follows without a way back for each letter. */
  function type(next: Source): void {
    const isFirst = made.source !== null && !isEdited(made.source);
    made.write(next);
    clearTimeout(timer);
    timer = setTimeout(() => {
      void page.rerun(next);
      void remember(next, isFirst);
    }, PAUSE);
  }

  async function remember(source: Source, isNewPlace: boolean): Promise<void> {
    turn += 1;
    const now = turn;
    const { base } = source;
    if (!isEdited(source)) {
      const isSame = JSON.stringify(source.faults) === JSON.stringify(base.faults);
      const faults = isSame ? null : await pack(source.faults);
      const seed = source.seed === base.seed ? null : source.seed;
      if (now === turn) page.move({ place: base.place, faults, seed }, isNewPlace);
      return;
    }
    const play = playOf(source);
    const kept = drafts.save(draft, play);
    draft = kept.id;
    if (!kept.isStored) toast.say('This browser keeps nothing: save the run before you leave.');
    const token = await pack(writePlay({ ...play, digest: null }));
    if (now !== turn) return;
    const place =
      token.length <= LONG_LINK
        ? ({ kind: 'play', token } as const)
        : ({ kind: 'draft', id: kept.id } as const);
    page.move({ place, faults: null, seed: null }, isNewPlace);
  }

  function playOf({ base, document, scenario, seed, faults }: Source): Play {
    const digest = made.refusal === null ? (made.result?.digest ?? null) : null;
    return { document, scenario, seed, faults, title: base.title, digest };
  }

  function setFaults(plan: FaultPlan): void {
    const { source } = made;
    if (source !== null) change({ ...source, faults: plan });
  }

  function addInput(input: Input): void {
    if (made.faults.inputs.length >= MOST_INPUTS) {
      toast.say(`A run takes ${MOST_INPUTS} inputs at most: take one out first.`);
      return;
    }
    setFaults(withInput(made.faults, input));
  }

  /** Right behind where the page stands. */
  function here(): string {
    return momentAt(made.result?.run.trace ?? [], view.cursor) ?? '';
  }

  return {
    opened,
    get faults() {
      return made.faults;
    },
    get isEdited() {
      return made.source !== null && isEdited(made.source);
    },
    /** There is something to go back from. */
    get isChanged() {
      const { source } = made;
      if (source === null) return false;
      const { base, seed, faults } = source;
      return isEdited(source) || faults !== base.faults || seed !== base.seed;
    },
    /** The document as text; its run follows when the typing pauses. */
    editDocument(document: string) {
      if (made.source !== null) type({ ...made.source, document });
    },
    editScenario(scenario: string) {
      if (made.source !== null) type({ ...made.source, scenario });
    },
    setFaults,
    /** Null: as the scenario says. */
    setMake(attempt: Pick<AnswerFault, 'unit' | 'node' | 'attempt'>, make: Make | null) {
      setFaults(withAnswer(made.faults, attempt, make));
    },
    addInput,
    removeInput: (index: number) => setFaults(withoutInput(made.faults, index)),
    cancelHere: () => addInput({ after: here(), delay: 0, action: 'cancel' }),
    crashHere: () => addInput({ after: here(), delay: 0, action: 'crash', down: USUAL_DOWN }),
    /** A person takes their time; a signal comes at once. */
    act: (act: Act) =>
      addInput({ after: here(), delay: act.action === 'operator' ? OPERATOR_DELAY : 0, ...act }),
    nextSeed() {
      const { source, result } = made;
      if (source !== null) change({ ...source, seed: (result?.seed ?? source.seed ?? 0) + 1 });
    },
    /** As the place was when it was opened. */
    reset() {
      const { source } = made;
      if (source === null) return;
      clearTimeout(timer);
      change(sourceOf(source.base, null));
    },
    /** All of it, for a link or a file; null where nothing is loaded. */
    play: (): Play | null => (made.source === null ? null : playOf(made.source)),
    /** The hash that brings somebody else to the same moment of the same run. */
    async share(): Promise<string | null> {
      const { source } = made;
      if (source === null) return null;
      const { base, faults } = source;
      const link = { ...page.link, cursor: view.cursor };
      const isShort =
        !isEdited(source) &&
        link.place.kind !== 'draft' &&
        (link.place.kind !== 'play' || isEmpty(faults) || link.faults === null) &&
        (base.token === null || isEmpty(faults));
      if (isShort) return formatLink(link);
      const token = await pack(writePlay(playOf(source)));
      return formatLink({ ...link, place: { kind: 'play', token }, faults: null, seed: null });
    },
  };
}
