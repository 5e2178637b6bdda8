/**
 * What the run is made from: a base that a place gives, the document as it was edited, and the
 * faults laid over it. A change asks the worker for another run; the last good one stays until
 * there is a better.
 */

import { type FaultPlan, NO_FAULTS } from '../models/faults.ts';
import type { Answer, Question, RunAnswer } from '../worker/messages.ts';
import type { Runner } from '../worker/runner.ts';
import type { Base } from './base.ts';

export interface Source {
  readonly base: Base;
  readonly document: string;
  readonly scenario: string;
  readonly faults: FaultPlan;
  readonly seed: number | null;
}

export function sourceOf(base: Base, seed: number | null, faults: FaultPlan = base.faults): Source {
  const { document, scenario } = base;
  return { base, document, scenario, faults, seed: seed ?? base.seed };
}

/** The document or the scenario is another than the place has. */
export function isEdited({ base, document, scenario }: Source): boolean {
  return document !== base.document || scenario !== base.scenario;
}

export function questionOf(source: Source): Question {
  const { base, document, scenario, faults, seed } = source;
  if (base.token !== null && !isEdited(source)) return { token: base.token, seed, faults };
  return { document, scenario, seed, faults };
}

/** Anything but a run. */
export type Refusal = Exclude<Answer, RunAnswer>;

/** How a run came to be asked for. */
export type Occasion = 'open' | 'change';

/** In ms. */
const SOON = 400;

export function createSource(runner: Runner) {
  let source = $state.raw<Source | null>(null);
  let result = $state.raw<RunAnswer | null>(null);
  let before = $state.raw<RunAnswer | null>(null);
  let refusal = $state.raw<Refusal | null>(null);
  let busy = $state(false);
  let asked = 0;

  /** An answer that comes at once is not worth a word. */
  async function patiently(question: Question): Promise<Answer | null> {
    asked += 1;
    const own = asked;
    const timer = setTimeout(() => {
      if (own === asked) busy = true;
    }, SOON);
    const answer = await runner.ask(question);
    clearTimeout(timer);
    if (own === asked) busy = false;
    return answer;
  }

  return {
    get isBusy() {
      return busy;
    },
    /** Null until a place was loaded. */
    get source() {
      return source;
    },
    /** The last run that could be made. */
    get result() {
      return result;
    },
    /** The run before the last change; null where nothing was changed. */
    get before() {
      return before;
    },
    /** Why the source as it stands gives no run; null where it gives one. */
    get refusal() {
      return refusal;
    },
    get faults() {
      return source?.faults ?? NO_FAULTS;
    },
    /** What is typed is seen at once, its run comes later. */
    write(next: Source) {
      source = next;
    },
    clear() {
      source = null;
      result = null;
      before = null;
      refusal = null;
    },
    /** Asks for the run; `settled` is called with it before it is shown. */
    async ask(next: Source, occasion: Occasion, settled: (run: RunAnswer) => void) {
      const answer = await patiently(questionOf(next));
      if (answer === null) return;
      const isChange = occasion === 'change' && result !== null;
      if (answer.kind !== 'run') {
        if (!isChange) result = null;
        before = isChange ? before : null;
        source = next;
        refusal = answer;
        return;
      }
      settled(answer);
      before = isChange ? result : null;
      result = answer;
      refusal = null;
      source = filled(next, answer);
    },
    forgetBefore() {
      before = null;
    },
  };
}

/** What a token holds is known once it was read. */
function filled(source: Source, { document, scenario }: RunAnswer): Source {
  if (source.base.token === null || source.base.document !== '') return source;
  const base = { ...source.base, document, scenario };
  return { ...source, base, document, scenario };
}

export type SourceState = ReturnType<typeof createSource>;
