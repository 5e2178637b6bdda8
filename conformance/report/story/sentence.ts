/** One sentence that says what happened in a run, from its trace and its workflow. */

import type { Run } from '../../../core/model/run.ts';
import type { Workflow } from '../../../core/model/workflow.ts';
import {
  countOf,
  formatTime,
  isNamedByUndone,
  joinWords,
} from '../../../simulator/trace/explain/words.ts';
import type { Bar, Lane, Timeline, Undo } from '../../../simulator/trace/timeline.ts';
import { isList, type Nodes, nodesOf } from './nodes.ts';
import { joinBehind } from './notable.ts';
import { returnErrorOf } from './return-error.ts';
import { tellPauses } from './tell-pauses.ts';

/** Names in one list; of more the rest is counted. */
const NAMES = 5;

/** @param nodes By the names that the trace has for them; without it, those of the workflow. */
export function tellRun(
  run: Run,
  workflow: Workflow,
  timeline: Timeline,
  nodes: Nodes = nodesOf(workflow),
): string {
  const parts = [
    ...tellCrashes(run, timeline),
    ...tellAlike(timeline.lanes.filter(succeededUnseen), tellUnseenSuccess),
    ...tellAlike(timeline.lanes.filter(succeededLate), tellLateSuccess),
    ...tellAlike(failedLanes(timeline, nodes), (lane) =>
      tellFailure(lane, workflow, nodes, timeline),
    ),
    ...tellReturn(run),
    ...tellPauses(run),
    ...tellCancel(run, timeline),
    ...tellSkipped(timeline),
    ...tellCancelled(run, timeline),
    ...tellUndos(run, timeline),
  ];
  if (parts.length === 0) parts.push(tellPlainSuccess(timeline));
  return `${[...parts, tellEnd(run, timeline)].join('; ')}.`;
}

/** A list that failed since an element did is not told beside it. */
function failedLanes({ lanes }: Timeline, nodes: Nodes): readonly Lane[] {
  const failed = lanes.filter(({ state }) => state === 'FAILED').sort(byEnd);
  const ofElements = new Set(
    failed.flatMap(({ node, iteration }) => (iteration === null ? [] : [node])),
  );
  return failed.filter((lane) => !isList(lane, nodes.get(lane.node)) || !ofElements.has(lane.node));
}

/** ORBIT: all steps are done, and the value of the run can't be made. */
function tellReturn({ trace }: Run): readonly string[] {
  const error = returnErrorOf(trace);
  return error === null ? [] : [`nothing could be returned (${error})`];
}

/** What failed first is told first: a step of a subworkflow before the subworkflow. */
function byEnd(left: Lane, right: Lane): number {
  const endOf = ({ bars }: Lane) => bars.at(-1)?.lastSeq ?? 0;
  return endOf(left) - endOf(right);
}

function tellEnd({ outcome, endedAt, stalledBecause }: Run, { turns }: Timeline): string {
  const time = formatTime(endedAt);
  switch (outcome) {
    case 'stalled':
      return `the run stalled at ${time}${stalledBecause === null ? '' : `: ${stalledBecause.replace(/\.$/, '')}`}`;
    case 'paused': {
      const since = turns.findLast(({ kind }) => kind === 'pause')?.at ?? endedAt;
      return `the run is paused since ${formatTime(since)}, until an operator acts`;
    }
    case 'refused':
      return 'the run was refused';
    case 'timed_out':
      return `the run timed out after ${time}`;
    default:
      return `the run ended ${outcome} after ${time}`;
  }
}

function tellPlainSuccess({ lanes }: Timeline): string {
  const ran = lanes.filter(({ state }) => state === 'SUCCEEDED').length;
  if (ran === 0) return lanes.some(({ bars }) => bars.length > 0) ? 'nothing ended' : 'nothing ran';
  return ran === 1
    ? 'the one node that ran succeeded at once'
    : `all ${ran} nodes that ran succeeded at the first attempt`;
}

/** Of what happened to several units alike, as to the elements of a loop, one part is made. */
function tellAlike(lanes: readonly Lane[], tell: (lane: Lane) => string): readonly string[] {
  const units = new Map<string, string[]>();
  for (const lane of lanes) addTo(units, tell(lane), lane.unit);
  return [...units].map(([what, names]) => `${listed(names)} ${what}`);
}

function addTo<Key>(lists: Map<Key, string[]>, key: Key, unit: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [unit]);
  else list.push(unit);
}

function attemptsOf({ bars }: Lane): readonly Bar[] {
  return bars.filter(({ kind, purpose }) => kind === 'attempt' && purpose === 'forward');
}

/** Whether the far side was asked what became of the unit's last attempt. */
function wasAsked({ bars }: Lane): boolean {
  return bars.findLast(({ kind }) => kind === 'attempt')?.purpose === 'reconcile';
}

function succeeded({ state }: Lane): boolean {
  return state === 'SUCCEEDED' || state === 'COMPENSATED';
}

/** The call that did it never answered: others said so. */
function succeededUnseen(lane: Lane): boolean {
  return succeeded(lane) && attemptsOf(lane).at(-1)?.outcome === 'uncertain';
}

function tellUnseenSuccess(lane: Lane): string {
  const last = attemptsOf(lane).at(-1);
  const silence = last === undefined ? 'gave no answer' : tellSilence(last);
  return wasAsked(lane) ? `${silence}, but was done, as the far side said when asked` : silence;
}

function succeededLate(lane: Lane): boolean {
  return succeeded(lane) && lane.attempts > 1 && !succeededUnseen(lane);
}

function tellLateSuccess(lane: Lane): string {
  const failed = attemptsOf(lane).filter(({ outcome }) => outcome !== 'succeeded');
  return `succeeded at attempt ${lane.attempts} (before: ${tellClasses(failed)})`;
}

/** `rate_limit, unavailable twice`. */
function tellClasses(failed: readonly Bar[]): string {
  const counts = new Map<string, number>();
  for (const bar of failed) {
    const word = bar.outcome === 'timed_out' ? 'timeout' : (bar.error?.class ?? bar.outcome);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts]
    .map(([word, count]) =>
      count === 1 ? word : `${word} ${count === 2 ? 'twice' : `${count} times`}`,
    )
    .join(', ');
}

function tellFailure(lane: Lane, workflow: Workflow, nodes: Nodes, timeline: Timeline): string {
  const handlers = workflow.edges
    .filter(({ type, from }) => type === 'error' && from === lane.node)
    .map(({ to }) => to)
    .filter((to) => timeline.lanes.some(({ node, bars }) => node === to && bars.length > 0));
  const handled = handlers.length === 0 ? '' : `, and its error edge led to ${listed(handlers)}`;
  return `${howItFailed(lane, nodes)}${handled}`;
}

function howItFailed(lane: Lane, nodes: Nodes): string {
  const attempts = attemptsOf(lane);
  const last = attempts.at(-1);
  if (last === undefined) {
    const span = lane.bars.findLast(({ direction }) => direction === 'forward');
    return `failed${inBrackets(span)}`;
  }
  if (last.outcome === 'uncertain' || isUnrepeatableTimeout(last, nodes)) {
    const known = wasAsked(lane)
      ? 'and had not been done when the far side was asked'
      : 'so whether it was done is uncertain';
    return `${tellSilence(last)}, ${known}${tellLate(lane, last)}`;
  }
  const count = attempts.length > 1 ? ` after ${countOf(attempts.length, 'attempt')}` : '';
  const verb = last.outcome === 'timed_out' ? 'timed out' : 'failed';
  return `${verb}${count}${last.outcome === 'timed_out' ? '' : inBrackets(last)}${tellLate(lane, last)}`;
}

function tellSilence({ from, to, error }: Bar): string {
  if (error === null || error.class === 'timeout') {
    return `gave no answer for ${formatTime(to - from)}`;
  }
  if (error.class === 'internal') return 'was lost in the crash';
  return `lost its answer (${error.class})`;
}

function isUnrepeatableTimeout(bar: Bar, nodes: Nodes): boolean {
  return bar.outcome === 'timed_out' && nodes.get(bar.node)?.idempotent === false;
}

function inBrackets(bar: Bar | undefined): string {
  if (bar?.error === undefined || bar.error === null) return '';
  const { code } = bar.error;
  return ` (${bar.error.class}${code === undefined ? '' : `, ${code}`})`;
}

function tellLate({ marks }: Lane, last: Bar): string {
  const late = marks.find(({ kind, attempt }) => kind === 'late' && attempt === last.attempt);
  if (late === undefined) return '';
  const after = formatTime(late.at - last.to);
  return late.result === 'succeeded'
    ? ` (its success came ${after} later and was ignored)`
    : ` (its failure came ${after} later and was ignored)`;
}

function tellCancel(run: Run, { turns, lanes }: Timeline): readonly string[] {
  const cancel = turns.find(({ kind }) => kind === 'cancel');
  if (cancel === undefined || run.outcome !== 'cancelled') return [];
  const finished = lanes
    .filter(
      (lane) => lane.state !== 'CANCELLED' && attemptsOf(lane).some(({ to }) => to > cancel.at),
    )
    .map(({ unit }) => unit);
  return [
    `the run was cancelled from outside at ${formatTime(cancel.at)}`,
    ...(finished.length === 0 ? [] : [`${listed(finished)} could only be left to finish`]),
  ];
}

function tellCrashes({ trace }: Run, { turns }: Timeline): readonly string[] {
  const crashes = turns.filter(({ kind }) => kind === 'crash');
  const [first] = crashes;
  if (first === undefined) return [];
  const back = turns.find(({ kind, seq }) => kind === 'resume' && seq > first.seq);
  const once =
    back === undefined
      ? `at ${formatTime(first.at)}`
      : `at ${formatTime(first.at)} and was back at ${formatTime(back.at)}`;
  const again = trace.flatMap((event) =>
    event.type === 'attempt.started' && event.redelivered === true ? [event.unit] : [],
  );
  const units = [...new Set(again)];
  return [
    `the runtime crashed ${crashes.length === 1 ? once : `${crashes.length} times`}`,
    ...(units.length === 0 ? [] : [`${listed(units)} ${wasOrWere(units)} called again`]),
  ];
}

function tellSkipped({ lanes }: Timeline): readonly string[] {
  const units = lanes.filter(({ state }) => state === 'SKIPPED').map(({ unit }) => unit);
  return units.length === 0 ? [] : [`${listed(units)} ${wasOrWere(units)} skipped`];
}

/** Those that a join cancelled are told apart from those that an end of the run did. */
function tellCancelled({ trace }: Run, { lanes }: Timeline): readonly string[] {
  const cancelled = new Set(
    lanes.filter(({ state }) => state === 'CANCELLED').map(({ unit }) => unit),
  );
  const byJoin = new Map<string | null, string[]>();
  for (const event of trace) {
    if (event.type !== 'transition' || event.to !== 'CANCELLED') continue;
    if (!cancelled.has(event.unit)) continue;
    const join = joinBehind(event, trace);
    addTo(byJoin, join, event.unit);
  }
  return [...byJoin].map(([join, units]) =>
    join === null
      ? `${listed(units)} ${wasOrWere(units)} cancelled`
      : `${join} went on without ${listed(units)}`,
  );
}

function tellUndos({ trace }: Run, timeline: Timeline): readonly string[] {
  if (!timeline.turns.some(({ kind }) => kind === 'unwinding')) return [];
  const lanes = new Map(timeline.lanes.map((lane) => [lane.unit, lane]));
  const began: { readonly lane: Lane; readonly undo: Undo }[] = trace.flatMap((event) => {
    if (event.type !== 'compensation.started') return [];
    const lane = lanes.get(event.undoes);
    const undo = lane?.undos.find(({ node, unit }) => node === event.node && unit === event.unit);
    return lane === undefined || undo === undefined ? [] : [{ lane, undo }];
  });
  if (began.length === 0) {
    // ORBIT awaits what is in flight first, which may never end.
    const isDue = trace.some(
      (event) => event.type === 'unwinding.started' && event.order.length > 0,
    );
    return [isDue ? 'nothing was undone yet' : 'there was nothing to undo'];
  }
  const done = began
    .filter(({ lane, undo }) =>
      isNamedByUndone(undo.node, undo.unit)
        ? undo.state === 'compensated'
        : lane.state === 'COMPENSATED',
    )
    .map(({ lane }) => lane.unit);
  const units = [...new Set(done)];
  const parts: string[] = [];
  if (units.length > 0) {
    const order = units.length > 1 ? ', newest first' : '';
    parts.push(`${listed(units)} ${wasOrWere(units)} undone${order}`);
  }
  for (const { lane, undo } of began) {
    if (undo.state !== 'compensation_failed') continue;
    const count = undo.attempts > 1 ? ` after ${countOf(undo.attempts, 'attempt')}` : '';
    if (isNamedByUndone(undo.node, undo.unit)) {
      const why = undo.error?.code ?? undo.error?.class ?? 'internal';
      parts.push(`${lane.unit} could not be undone${count} (${why})`);
      continue;
    }
    const why = undo.error === null ? 'HX-4110' : `${undo.error.class}, HX-4110`;
    parts.push(`${undo.node} could not undo ${lane.unit}${count} (${why})`);
  }
  return parts;
}

function listed(units: readonly string[]): string {
  if (units.length <= NAMES) return joinWords(units);
  return `${units.slice(0, NAMES - 1).join(', ')} and ${units.length - NAMES + 1} more`;
}

function wasOrWere(units: readonly string[]): string {
  return units.length === 1 ? 'was' : 'were';
}
