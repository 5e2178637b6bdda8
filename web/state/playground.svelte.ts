/**
 * The page's state: a link, and the run that belongs to it. Everything that is seen is derived
 * from these two, so that going back is nothing but a smaller cursor.
 */

import { findExample } from '../models/catalogue.ts';
import { choicesFor } from '../models/choices.ts';
import { carryCursor } from '../models/compare.ts';
import { nextAttempt } from '../models/detail.ts';
import { type Make, makeOf } from '../models/faults.ts';
import type { Detail, Scale } from '../models/link.ts';
import { attemptFrom, notableFrom } from '../models/notable.ts';
import { writeSelection } from '../models/selection.ts';
import { cursorOf, stepAt } from '../models/steps.ts';
import type { Runner } from '../worker/runner.ts';
import type { Address } from './address.ts';
import type { Library } from './base.ts';
import { createChanges } from './changes.svelte.ts';
import { createDrafts, type Drafts } from './drafts.ts';
import { join } from './join.ts';
import { createPin } from './pin.svelte.ts';
import { createPlace } from './place.svelte.ts';
import { createPlayer } from './player.svelte.ts';
import { createSource } from './source.svelte.ts';
import { createToast } from './toast.svelte.ts';
import { createView } from './view.svelte.ts';

export type Playground = ReturnType<typeof createPlayground>;

export function createPlayground(
  library: Library,
  runner: Runner,
  address: Address,
  drafts: Drafts = createDrafts(),
) {
  const made = createSource(runner);
  const toast = createToast();
  const place = createPlace({
    ...{ library, drafts, address, made },
    say: (text) => toast.say(text),
    leaving: () => player.pause(),
    opened(draft) {
      view.comparing = false;
      pin.clear();
      changes.opened(draft);
    },
    changed: ({ run }) => carryCursor(view.trace, run.trace, view.cursor),
  });
  const view = createView(made, place, goTo);
  const player = createPlayer(view, goToStep);
  const pin = createPin(view, toEvent);
  const changes = createChanges({ made, toast, drafts, place, view });

  function goToStep(to: number): void {
    const clamped = Math.max(-1, Math.min(to, view.steps.length - 1));
    place.move({ cursor: cursorOf(view.steps, clamped), selected: null });
  }

  /** A person who moves by hand takes over from play. */
  function goTo(to: number): void {
    player.pause();
    goToStep(to);
  }

  function toEvent(seq: number): void {
    goTo(stepAt(view.steps, seq));
  }

  function selectAttempt(unit: string, attempt: number): void {
    place.move({ selected: writeSelection(unit, attempt) });
  }

  function make(how: Make | null): void {
    const { attempt } = view;
    if (attempt?.isCalled !== true) return;
    // What is looked at stays so, wherever the cursor comes to stand.
    selectAttempt(attempt.unit, attempt.attempt);
    changes.setMake(attempt, how);
  }

  const commands = {
    toast,
    player,
    pin,
    /** What a person may change: document, faults, seed; Reset and Share. */
    changes,
    get example() {
      const { place: at } = place;
      if (at.kind === 'start') return findExample(library.catalogue, null);
      return at.kind === 'example' ? findExample(library.catalogue, at.id) : null;
    },
    goTo,
    step: (count: number) => goTo(view.index + count),
    toEvent,
    toNotable: (direction: 1 | -1) => goTo(notableFrom(view.steps, view.index, direction)),
    toAttempt: (direction: 1 | -1) => goTo(attemptFrom(view.steps, view.index, direction)),
    select: (node: string) => place.move({ selected: node }),
    selectAttempt,
    /** Makes the attempt that is looked at end otherwise; null: as the scenario says. */
    make,
    /** By the key of a choice, `0` to `7`. */
    choose(key: string) {
      const { attempt } = view;
      if (attempt === null) return;
      const before = makeOf(made.faults, attempt.unit, attempt.attempt);
      const choice = choicesFor(before, attempt.timeout).find((one) => one.key === key);
      if (choice !== undefined) make(choice.make);
    },
    /** Looks at the next attempt that comes; false where none does. */
    lookAtNext() {
      const next = nextAttempt(view.trace, view.cursor);
      if (next === null) {
        toast.say('No attempt comes after this moment.');
        return false;
      }
      selectAttempt(next.unit, next.attempt);
      return true;
    },
    setScale: (scale: Scale) => place.move({ scale }),
    setDetail: (detail: Detail) => place.move({ detail }),
  };
  place.start();
  return join(place, view, commands);
}
