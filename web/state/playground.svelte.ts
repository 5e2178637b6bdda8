/**
 * The page's state: a link, and the run that belongs to it. Everything that is seen is derived
 * from these two, so that going back is nothing but a smaller cursor.
 */

import { eventBySeq } from '../../simulator/trace/explain/history.ts';
import { titleOf } from '../../simulator/trace/explain.ts';
import { findExample } from '../models/catalogue.ts';
import { choicesFor } from '../models/choices.ts';
import { carryCursor, compareRuns } from '../models/compare.ts';
import { type AttemptDetail, detailOf, nextAttempt } from '../models/detail.ts';
import { readFaults } from '../models/faults/read.ts';
import { type FaultPlan, type Make, makeOf } from '../models/faults.ts';
import {
  type Detail,
  isSamePlace,
  type Link,
  linkTo,
  parseAddress,
  type Scale,
  START,
} from '../models/link.ts';
import { spokenStep } from '../models/log.ts';
import { attemptFrom, notableFrom } from '../models/notable.ts';
import { MOST_SIGNS, pack, unpack } from '../models/packed.ts';
import { type Play, writePlay } from '../models/play.ts';
import { reasonOf } from '../models/reason.ts';
import { selectionOf, writeSelection } from '../models/selection.ts';
import { cursorOf, stepAt, stepsOf } from '../models/steps.ts';
import type { RunAnswer } from '../worker/messages.ts';
import type { Runner } from '../worker/runner.ts';
import type { Address } from './address.ts';
import { type Library, loadBase, unpackWords } from './base.ts';
import { createChanges } from './changes.svelte.ts';
import { createDrafts, type Drafts } from './drafts.ts';
import { createPin } from './pin.svelte.ts';
import { createPlayer } from './player.svelte.ts';
import { createSource, type Occasion, type Source, sourceOf } from './source.svelte.ts';
import { createToast } from './toast.svelte.ts';

export type { Library } from './base.ts';

export type Playground = ReturnType<typeof createPlayground>;

/** Why the page has nothing to show. */
export interface Missing {
  readonly title: string;
  readonly text: string;
}

export function createPlayground(
  library: Library,
  runner: Runner,
  address: Address,
  drafts: Drafts = createDrafts(),
) {
  let link = $state.raw<Link>(START);
  let missing = $state.raw<Missing | null>(null);
  let future = $state<'shown' | 'hidden'>('shown');
  let comparing = $state(false);
  /** Each address that is shown is a turn; what comes too late belongs to an older one. */
  let turn = 0;

  const made = createSource(runner);
  const toast = createToast();

  const result = $derived(made.result);
  const trace = $derived(result?.run.trace ?? []);
  // The link is another object at each step: what follows from parts of it hangs on these.
  const place = $derived(link.place);
  const detail = $derived(link.detail);
  const scale = $derived(link.scale);
  const keptDrafts = $derived.by(() => {
    void place;
    return drafts.list();
  });
  const steps = $derived(stepsOf(trace, detail));
  const cursor = $derived(Math.min(link.cursor, trace[trace.length - 1]?.seq ?? 0));
  const index = $derived(cursor === 0 ? -1 : stepAt(steps, cursor));
  const step = $derived(steps[index]);
  const event = $derived(step?.lead ?? null);
  const selection = $derived(
    result === null ? null : selectionOf(link.selected, event, result.timeline),
  );
  const explanation = $derived(
    result === null || step === undefined ? null : reasonOf(step, trace, result.workflow),
  );
  const cause = $derived.by(() => {
    const found = event === null ? null : eventBySeq(trace, event.cause);
    const at = found === null ? -1 : stepAt(steps, found.seq);
    const causing = steps[at];
    return causing === undefined || at >= index || result === null
      ? null
      : { title: titleOf(causing.lead, result.workflow), go: () => goTo(at) };
  });
  const spoken = $derived(result === null ? '' : spokenStep(steps, index, result.workflow));
  const before = $derived(made.before);
  const stepsBefore = $derived(before === null ? [] : stepsOf(before.run.trace, detail));
  const comparison = $derived(
    before === null ? null : compareRuns(before.run.trace, trace, stepsBefore, steps),
  );

  const player = createPlayer({
    get index() {
      return index;
    },
    get count() {
      return steps.length;
    },
    get event() {
      return event;
    },
    goToStep,
  });
  const pin = createPin({
    get trace() {
      return trace;
    },
    get cursor() {
      return cursor;
    },
    isHere: (seq) => stepAt(steps, seq) === index,
    go: (seq) => toEvent(seq),
  });
  const changes = createChanges({
    made,
    toast,
    drafts,
    get link() {
      return link;
    },
    get cursor() {
      return cursor;
    },
    move,
    rerun: (source) => ask(source, 'change'),
  });

  async function show(hash: string): Promise<void> {
    turn += 1;
    const now = turn;
    const parsed = parseAddress(hash);
    if (parsed.kind === 'unknown') {
      player.pause();
      made.clear();
      missing = unknownWords(parsed);
      return;
    }
    const wanted = parsed.link;
    const known = missing === null && isSamePlace(wanted.place, link.place) ? made.source : null;
    if (known !== null && wanted.faults === link.faults && wanted.seed === link.seed) {
      link = wanted;
      return;
    }
    player.pause();
    const loaded =
      known === null
        ? await loadBase(wanted.place, library, drafts)
        : ({ ok: true, base: known.base } as const);
    if (now !== turn) return;
    if (!loaded.ok) {
      made.clear();
      missing = loaded;
      return;
    }
    const faults = wanted.faults === null ? loaded.base.faults : await faultsIn(wanted.faults);
    if (now !== turn) return;
    const source = sourceOf(loaded.base, wanted.seed, faults ?? loaded.base.faults);
    if (known !== null) link = { ...wanted, cursor: link.cursor };
    await ask(source, known === null ? 'open' : 'change', wanted, () => now === turn);
  }

  /** Null where the address holds none that can be read: the page says so, and goes on without. */
  async function faultsIn(word: string): Promise<FaultPlan | null> {
    const unpacked = await unpack(word);
    const faults = unpacked.ok ? readFaults(unpacked.value) : null;
    if (faults === null) {
      const why = unpacked.ok ? 'They are not what this page knows.' : unpackWords(unpacked);
      toast.say(`The faults of this link can not be read. ${why}`);
    }
    return faults;
  }

  async function ask(
    source: Source,
    occasion: Occasion,
    wanted: Link = link,
    isWanted: () => boolean = () => true,
  ): Promise<void> {
    if (occasion === 'open') {
      changes.opened(source.base.draft);
      if (made.result === null) missing = null;
    }
    await made.ask(source, occasion, (run) => {
      if (!isWanted()) return;
      missing = null;
      if (occasion === 'open') settleOpen(wanted, run);
      else settleChange(run);
    });
    if (occasion === 'open' && made.refusal !== null && isWanted()) {
      link = wanted;
      missing = null;
    }
  }

  function settleOpen(wanted: Link, run: RunAnswer): void {
    const step = run.counterexample?.step ?? 0;
    comparing = false;
    pin.clear();
    link = wanted;
    if (wanted.cursor === 0 && step > 0) move({ cursor: step });
  }

  function settleChange(run: RunAnswer): void {
    const old = made.result?.run.trace ?? [];
    move({ cursor: carryCursor(old, run.run.trace, cursor) });
  }

  function move(change: Partial<Link>, isNewPlace = false): void {
    link = { ...link, ...change };
    address.write(link, isNewPlace);
  }

  function goToStep(to: number): void {
    const clamped = Math.max(-1, Math.min(to, steps.length - 1));
    move({ cursor: cursorOf(steps, clamped), selected: null });
  }

  void show(address.read());
  $effect(() => address.listen(() => void show(address.read())));

  function lookedAt(): AttemptDetail | null {
    const looked = result === null ? null : detailOf(result, selection, cursor);
    return looked?.isCalled === true ? looked : null;
  }

  function make(how: Make | null): void {
    const looked = lookedAt();
    if (looked === null) return;
    // What is looked at stays so, wherever the cursor comes to stand.
    move({ selected: writeSelection(looked.unit, looked.attempt) });
    changes.setMake(looked, how);
  }

  function openAddress(hash: string): void {
    const parsed = parseAddress(hash);
    if (parsed.kind === 'link') address.write(parsed.link, true);
    void show(hash);
  }

  /** A person who moves by hand takes over from play. */
  function goTo(to: number): void {
    player.pause();
    goToStep(to);
  }

  function toEvent(seq: number): void {
    goTo(stepAt(steps, seq));
  }

  return {
    library,
    /** Newest first; read again whenever the place changes. */
    get keptDrafts() {
      return keptDrafts;
    },
    toast,
    player,
    pin,
    /** What a person may change: document, faults, seed; Reset, Share, Save, Open. */
    changes,
    /** Where document and scenario come from. */
    get place() {
      return place;
    },
    get example() {
      return place.kind === 'start' || place.kind === 'example'
        ? findExample(library.catalogue, place.kind === 'example' ? place.id : null)
        : null;
    },
    get source() {
      return made.source;
    },
    get missing() {
      return missing;
    },
    /** Why the document as it stands gives no run. */
    get refusal() {
      return made.refusal;
    },
    /** The last good run; null where there is none. */
    get result() {
      return result;
    },
    /** The run is that of an older document: what stands in the editor gives none. */
    get isStale() {
      return result !== null && made.refusal !== null;
    },
    /** The run before the last change, and what the change did. */
    get before() {
      return before;
    },
    get comparison() {
      return comparison;
    },
    /** The run before the change is drawn beside this one. */
    /** What a link said of its trace, where this page gives another one. */
    get isOtherRun() {
      const digest = made.source?.base.digest ?? null;
      return digest !== null && !changes.isChanged && digest !== (result?.digest ?? digest);
    },
    get comparing() {
      return comparing && before !== null;
    },
    set comparing(value: boolean) {
      comparing = value;
    },
    /** Whether what has not happened yet is drawn. */
    get future() {
      return future;
    },
    set future(value: 'shown' | 'hidden') {
      future = value;
    },
    get detail() {
      return detail;
    },
    get scale() {
      return scale;
    },
    get steps() {
      return steps;
    },
    /** The event (by `seq`) at which the page stands, never beyond the last. */
    get cursor() {
      return cursor;
    },
    /** The step at which the page stands; −1 before the first. */
    get index() {
      return index;
    },
    get event() {
      return event;
    },
    get explanation() {
      return explanation;
    },
    /** What led to the current step, where that was another step. */
    get cause() {
      return cause;
    },
    get selection() {
      return selection;
    },
    /** The node that is looked at. */
    get selected() {
      return selection?.node ?? null;
    },
    get spoken() {
      return spoken;
    },
    /** A run that came as a file: it becomes a place of its own, and overwrites nothing. */
    async openPlay(play: Play) {
      const token = await pack(writePlay(play));
      if (token.length <= MOST_SIGNS) openAddress(linkTo({ kind: 'play', token }));
      else openAddress(linkTo({ kind: 'draft', id: drafts.save(null, play).id }));
    },
    openAddress,
    goTo,
    step: (count: number) => goTo(index + count),
    toEvent,
    toNotable: (direction: 1 | -1) => goTo(notableFrom(steps, index, direction)),
    toAttempt: (direction: 1 | -1) => goTo(attemptFrom(steps, index, direction)),
    select: (node: string) => move({ selected: node }),
    selectAttempt: (unit: string, attempt: number) =>
      move({ selected: writeSelection(unit, attempt) }),
    /** Makes the attempt that is looked at end otherwise; null: as the scenario says. */
    make,
    /** By the key of a choice, `0` to `7`. */
    choose(key: string) {
      const looked = lookedAt();
      if (looked === null) return;
      const before = makeOf(made.faults, looked.unit, looked.attempt);
      const choice = choicesFor(before, looked.timeout).find((one) => one.key === key);
      if (choice !== undefined) make(choice.make);
    },
    /** Looks at the next attempt that comes; false where none does. */
    lookAtNext() {
      const next = nextAttempt(trace, cursor);
      if (next === null) {
        toast.say('No attempt comes after this moment.');
        return false;
      }
      move({ selected: writeSelection(next.unit, next.attempt) });
      return true;
    },
    setScale: (scale: Scale) => move({ scale }),
    setDetail: (detail: Detail) => move({ detail }),
  };
}

function unknownWords({ path, why }: { readonly path: string; readonly why: string }): Missing {
  if (why === 'long') {
    return {
      title: 'This link is too long to be read',
      text: 'The page reads links of up to 32 KiB. Whoever made it can save the run as a file instead.',
    };
  }
  const newer = /^\/[xp]\/u\d+/.test(path);
  return {
    title: `There is no page ${path} here.`,
    text: newer
      ? 'The link was cut off or changed on its way.'
      : 'Pick one of the examples above. If a link brought you here, it may be older or newer than this page.',
  };
}
