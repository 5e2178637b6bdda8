/**
 * Where the page is: the link that its address holds. A new address brings a document and a
 * scenario, or lays other faults over those that are there.
 */

import { readFaults } from '../models/faults/read.ts';
import type { FaultPlan } from '../models/faults.ts';
import { isSamePlace, type Link, linkTo, parseAddress, START } from '../models/link.ts';
import { MOST_SIGNS, pack, unpack } from '../models/packed.ts';
import { type Missing, unknownWords } from '../models/page.ts';
import { type Play, writePlay } from '../models/play.ts';
import type { RunAnswer } from '../worker/messages.ts';
import type { Address } from './address.ts';
import { type Library, loadBase, unpackWords } from './base.ts';
import type { Drafts } from './drafts.ts';
import { type Occasion, type Source, type SourceState, sourceOf } from './source.svelte.ts';

export interface Surroundings {
  readonly library: Library;
  readonly drafts: Drafts;
  readonly address: Address;
  readonly made: SourceState;
  say(text: string): void;
  /** The page goes elsewhere. */
  leaving(): void;
  /** Another place is there, and kept as this draft. */
  opened(draft: string | null): void;
  /** The run was made again; the old one is still in `made`. Tells where the cursor goes. */
  changed(run: RunAnswer): number;
}

export function createPlace({ library, drafts, address, made, ...page }: Surroundings) {
  let link = $state.raw<Link>(START);
  let missing = $state.raw<Missing | null>(null);
  /** Each address that is shown is a turn; what comes too late belongs to an older one. */
  let turn = 0;
  // The link is another object at each step: what follows from parts of it hangs on these.
  const place = $derived(link.place);
  const detail = $derived(link.detail);
  const scale = $derived(link.scale);
  let removed = $state(0);
  const kept = $derived.by(() => {
    void [place, removed];
    return drafts.list();
  });

  async function show(hash: string): Promise<void> {
    turn += 1;
    const now = turn;
    const parsed = parseAddress(hash);
    if (parsed.kind === 'unknown') {
      miss(unknownWords(parsed));
      return;
    }
    const wanted = parsed.link;
    const known = missing === null && isSamePlace(wanted.place, link.place) ? made.source : null;
    if (known !== null && wanted.faults === link.faults && wanted.seed === link.seed) {
      link = wanted;
      return;
    }
    page.leaving();
    const loaded =
      known === null
        ? await loadBase(wanted.place, library, drafts)
        : ({ ok: true, base: known.base } as const);
    if (now !== turn) return;
    if (!loaded.ok) {
      miss(loaded);
      return;
    }
    const faults = wanted.faults === null ? loaded.base.faults : await faultsIn(wanted.faults);
    if (now !== turn) return;
    const source = sourceOf(loaded.base, wanted.seed, faults ?? loaded.base.faults);
    if (known !== null) {
      link = { ...wanted, cursor: link.cursor };
      await ask(source, 'change');
    } else {
      await open(source, wanted, () => now === turn);
    }
  }

  function miss(words: Missing): void {
    page.leaving();
    made.clear();
    missing = words;
  }

  /** Null where the address holds none that can be read: the page says so, and goes on without. */
  async function faultsIn(word: string): Promise<FaultPlan | null> {
    const unpacked = await unpack(word);
    const faults = unpacked.ok ? readFaults(unpacked.value) : null;
    if (faults === null) {
      const why = unpacked.ok ? 'They are not what this page knows.' : unpackWords(unpacked);
      page.say(`The faults of this link can not be read. ${why}`);
    }
    return faults;
  }

  async function open(source: Source, wanted: Link, isWanted: () => boolean): Promise<void> {
    if (made.result === null) missing = null;
    await made.ask(source, 'open', (run) => {
      if (isWanted()) enter(source, wanted, run.counterexample?.step ?? 0);
    });
    if (made.refusal !== null && isWanted()) enter(source, wanted, 0);
  }

  /** @param step Where a run that shows something begins, unless the address says more. */
  function enter({ base }: Source, wanted: Link, step: number): void {
    missing = null;
    link = wanted;
    page.opened(base.draft);
    if (wanted.cursor === 0 && step > 0) move({ cursor: step });
  }

  async function ask(source: Source, occasion: Occasion): Promise<void> {
    await made.ask(source, occasion, (run) => move({ cursor: page.changed(run) }));
  }

  function move(change: Partial<Link>, isNewPlace = false): void {
    link = { ...link, ...change };
    address.write(link, isNewPlace);
  }

  function openAddress(hash: string): void {
    const parsed = parseAddress(hash);
    if (parsed.kind === 'link') address.write(parsed.link, true);
    void show(hash);
  }

  return {
    /** Shows what the address says, now and whenever it changes. */
    start() {
      void show(address.read());
      $effect(() => address.listen(() => void show(address.read())));
    },
    library,
    /** All that the address says. */
    get link() {
      return link;
    },
    /** Where document and scenario come from. */
    get place() {
      return place;
    },
    get detail() {
      return detail;
    },
    get scale() {
      return scale;
    },
    /** Why there is nothing to show. */
    get missing() {
      return missing;
    },
    /** Drafts of this browser, newest first. */
    get keptDrafts() {
      return kept;
    },
    removeDraft(id: string) {
      drafts.remove(id);
      removed += 1;
    },
    move,
    /** Makes the run of a changed source, and stays where it is. */
    rerun: (source: Source) => ask(source, 'change'),
    openAddress,
    /** A run that came as a file: it becomes a place of its own, and overwrites nothing. */
    async openPlay(play: Play) {
      const token = await pack(writePlay(play));
      if (token.length <= MOST_SIGNS) openAddress(linkTo({ kind: 'play', token }));
      else openAddress(linkTo({ kind: 'draft', id: drafts.save(null, play).id }));
    },
  };
}

export type PlaceState = ReturnType<typeof createPlace>;
