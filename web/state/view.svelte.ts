/** What follows from a run and a cursor: the step at which the page stands, and why it happened. */

import { eventBySeq } from '../../simulator/trace/explain/history.ts';
import { titleOf } from '../../simulator/trace/explain.ts';
import { compareRuns } from '../models/compare.ts';
import { detailOf } from '../models/detail.ts';
import { spokenStep } from '../models/log.ts';
import { reasonOf } from '../models/reason.ts';
import { BARE_REASON, isBare } from '../models/recording.ts';
import { selectionOf } from '../models/selection.ts';
import { stepAt, stepsOf } from '../models/steps.ts';
import type { PlaceState } from './place.svelte.ts';
import { isEdited, type SourceState } from './source.svelte.ts';

export function createView(made: SourceState, place: PlaceState, goTo: (index: number) => void) {
  let future = $state<'shown' | 'hidden'>('shown');
  let comparing = $state(false);

  const result = $derived(made.result);
  const trace = $derived(result?.run.trace ?? []);
  const steps = $derived(stepsOf(trace, place.detail));
  const cursor = $derived(Math.min(place.link.cursor, trace[trace.length - 1]?.seq ?? 0));
  const index = $derived(cursor === 0 ? -1 : stepAt(steps, cursor));
  const step = $derived(steps[index]);
  const event = $derived(step?.lead ?? null);
  const selection = $derived(
    result === null ? null : selectionOf(place.link.selected, event, result.timeline),
  );
  const attempt = $derived(result === null ? null : detailOf(result, selection, cursor));
  const explanation = $derived.by(() => {
    if (result === null || step === undefined) return null;
    const reason = reasonOf(step, trace, result.workflow);
    return isBare(result) ? { ...reason, because: BARE_REASON } : reason;
  });
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
  const stepsBefore = $derived(before === null ? [] : stepsOf(before.run.trace, place.detail));
  const comparison = $derived(
    before === null ? null : compareRuns(before.run.trace, trace, stepsBefore, steps),
  );

  return {
    /** What the run is made from; null until a place was loaded. */
    get source() {
      return made.source;
    },
    /** Why the source as it stands gives no run. */
    get refusal() {
      return made.refusal;
    },
    /** The last good run; null where there is none. */
    get result() {
      return result;
    },
    get trace() {
      return trace;
    },
    /** The run is that of an older document: what stands in the editor gives none. */
    get isStale() {
      return result !== null && made.refusal !== null;
    },
    /** Another run is being made, and takes its time. */
    get isBusy() {
      return made.isBusy;
    },
    /** The link was made from another run than this page gives. */
    get isOtherRun() {
      const { source } = made;
      if (source === null || isEdited(source) || source.faults !== source.base.faults) return false;
      const { digest, seed } = source.base;
      return digest !== null && source.seed === seed && digest !== (result?.digest ?? digest);
    },
    /** The run before the last change; null where nothing was changed. */
    get before() {
      return before;
    },
    /** What the last change did. */
    get comparison() {
      return comparison;
    },
    /** The run before the change is drawn beside this one. */
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
    /** The attempt that is looked at, in detail. */
    get attempt() {
      return attempt;
    },
    /** The current step as a sentence. */
    get spoken() {
      return spoken;
    },
  };
}
