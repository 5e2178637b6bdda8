/** Where a person is in a lesson. The run, its faults and the cursor are the page's. */

import { untrack } from 'svelte';
import type { HerdState } from '../herd/herd-state.svelte.ts';
import { stepAt } from '../models/steps.ts';
import type { Playground } from '../state/playground.svelte.ts';
import type { Lesson, Stage, Told } from './lesson.ts';
import { keepProgress, readProgress } from './progress.ts';
import { isGuessing, type Standing, seqOf, showsHerd, viewOf } from './view.ts';

export function createLesson(page: Playground, lesson: Lesson, herd: HerdState | null) {
  const last = lesson.stages.length;
  let at = $state(Math.min(readProgress().stages[lesson.id] ?? 0, last));
  let chosen = $state.raw<Readonly<Record<number, string>>>({});
  let entered = false;

  const stage = $derived<Stage | undefined>(lesson.stages[at]);
  const told = $derived<Told | null>(
    page.result === null
      ? null
      : {
          run: page.result.run,
          workflow: page.result.workflow,
          herd: herd?.answer ?? null,
        },
  );
  const standing = $derived<Standing | null>(
    told === null
      ? null
      : { told, cursor: page.cursor, plan: page.changes.faults, chosen: chosen[at] ?? null },
  );
  const view = $derived(standing === null ? null : viewOf(lesson, at, standing));
  const guessing = $derived(standing !== null && isGuessing(stage, standing));

  // Whoever comes by a link to a moment stays there; else the stage says where it begins.
  $effect(() => {
    if (told === null || entered) return;
    entered = true;
    untrack(() => {
      if (page.link.cursor === 0) goToBeginning();
    });
  });
  $effect(() => {
    page.future = guessing ? 'hidden' : 'shown';
  });
  $effect(() => () => {
    page.future = 'shown';
  });

  function goToBeginning(): void {
    if (told === null || stage === undefined) return;
    if (stage.kind === 'predict') {
      const seq = seqOf(stage.from, told);
      if (seq === null) page.goTo(-1);
      else page.toEvent(seq);
    }
    if (stage.kind === 'change' && stage.apply.kind !== 'herd') {
      const seq = seqOf(stage.at, told);
      if (seq !== null) page.toEvent(seq);
      if (stage.attempt !== null) page.selectAttempt(stage.attempt.unit, stage.attempt.attempt);
    }
  }

  function goTo(stageAt: number): void {
    at = Math.max(0, Math.min(stageAt, last));
    keepProgress(lesson.id, at === last ? 0 : at, at === last);
    goToBeginning();
  }

  return {
    lesson,
    /** From 0; the last is what it comes to. */
    get at() {
      return at;
    },
    get last() {
      return last;
    },
    /** Null until there is a run. */
    get view() {
      return view;
    },
    /** What is told of an answer or a change; null while nothing is. */
    get says() {
      if (view === null) return null;
      if (view.kind === 'change') return view.made;
      return 'verdict' in view ? (view.verdict?.because ?? null) : null;
    },
    get chosen() {
      return chosen[at] ?? null;
    },
    get showsHerd() {
      return herd !== null && showsHerd(stage);
    },
    goTo,
    choose(id: string) {
      chosen = { ...chosen, [at]: id };
    },
    look(seq: number) {
      page.toEvent(seq);
    },
    /** The page stands at the step that the event belongs to. */
    isAt(seq: number | null) {
      return seq !== null && stepAt(page.steps, seq) === page.index;
    },
    /** Does the change of this stage for the person. */
    change() {
      if (stage?.kind !== 'change') return;
      const { apply } = stage;
      switch (apply.kind) {
        case 'faults':
          page.changes.setFaults(apply.change(page.changes.faults));
          return;
        case 'document':
          page.changes.editDocument(apply.change(page.source?.document ?? ''));
          return;
        case 'herd':
          if (herd !== null) herd.set(apply.change(herd.parameters));
      }
    },
  };
}

export type LessonState = ReturnType<typeof createLesson>;
