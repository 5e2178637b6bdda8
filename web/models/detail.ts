/** One attempt in detail, as far as the run has got; and the attempt that can be changed. */

import { isPerformed } from '../../core/model/performed.ts';
import type { AttemptStartedEvent, TraceEvent } from '../../core/model/trace.ts';
import type { Workflow, WorkflowNode } from '../../core/model/workflow.ts';
import { errorWords } from '../../simulator/trace/explain/headline.ts';
import { isCompensation, nodesOf, unitName } from '../../simulator/trace/explain/words.ts';
import { formatTime } from '../../simulator/trace/explain.ts';
import type { RunAnswer } from '../worker/messages.ts';
import { LOOK_WORDS, type Look, lookOfOutcome } from './look.ts';
import { isBare } from './recording.ts';
import type { Selection } from './selection.ts';
import { unbroken } from './text.ts';

export interface AttemptDetail {
  readonly unit: string;
  readonly node: string;
  /** From 1. */
  readonly attempt: number;
  readonly title: string;
  readonly look: Look;
  /** How it stands at the cursor. */
  readonly word: string;
  /** From when to when, as far as it is known. */
  readonly time: string;
  readonly rows: readonly { readonly label: string; readonly value: string }[];
  /** Bound on the attempt in ms. */
  readonly timeout: number | null;
  /** The world answers it, so it can be made to end otherwise. */
  readonly isCalled: boolean;
  readonly previous: number | null;
  readonly next: number | null;
}

/** Null where nothing is looked at. */
export function detailOf(
  result: RunAnswer,
  selection: Selection | null,
  cursor: number,
): AttemptDetail | null {
  if (selection === null) return null;
  const { run, workflow, timeline } = result;
  const { trace } = run;
  const unit = selection.unit ?? unitOf(selection.node, trace, cursor) ?? selection.node;
  const starts = trace.filter(
    (event): event is AttemptStartedEvent =>
      event.type === 'attempt.started' && event.unit === unit && event.purpose !== 'reconcile',
  );
  const most = starts.reduce((highest, { attempt }) => Math.max(highest, attempt), 0);
  const attempt = selection.attempt ?? lastBegun(starts, cursor) ?? 1;
  const node = starts[0]?.node ?? selection.node;
  const definition = definitionOf(workflow, node, unit);
  const lane = timeline.lanes.find((one) => one.bars.some((bar) => bar.unit === unit));
  const name = unitName(nodesOf(workflow), unit);
  const isUndo = isCompensation(unit);
  const isCalled = most > 0 || (definition !== null && isPerformed(definition.kind));
  const state = stateOf(trace, unit, attempt, cursor, isUndo);
  return {
    unit,
    node,
    attempt,
    title: `${isUndo ? `Undo of ${name}` : name}${isCalled ? `, attempt ${attempt}` : ''}`,
    look: state.look,
    word: isCalled ? state.word : (lane?.state.toLowerCase() ?? 'calls no task'),
    time: unbroken(state.time),
    rows: [...state.rows, ...policyRows(isBare(result) ? null : definition)].map(
      ({ label, value }) => ({
        label,
        value: unbroken(value),
      }),
    ),
    timeout: definition?.timeout?.duration ?? null,
    isCalled,
    previous: attempt > 1 ? attempt - 1 : null,
    next: attempt < most ? attempt + 1 : null,
  };
}

/** A step stands for its unit that did something last, else for the one that will first. */
function unitOf(node: string, trace: readonly TraceEvent[], cursor: number): string | null {
  let found: string | null = null;
  for (const event of trace) {
    if (event.type !== 'attempt.started' || event.node !== node) continue;
    if (found !== null && event.seq > cursor) break;
    found = event.unit;
  }
  return found;
}

function lastBegun(starts: readonly AttemptStartedEvent[], cursor: number): number | null {
  return starts.filter(({ seq }) => seq <= cursor).at(-1)?.attempt ?? null;
}

function definitionOf(workflow: Workflow, node: string, unit: string): WorkflowNode | null {
  const nodes = nodesOf(workflow);
  if (isCompensation(unit)) return nodes.get(`compensate:${node}`) ?? nodes.get(node) ?? null;
  return nodes.get(node) ?? null;
}

interface Row {
  readonly label: string;
  readonly value: string;
}

function stateOf(
  trace: readonly TraceEvent[],
  unit: string,
  attempt: number,
  cursor: number,
  isUndo: boolean,
): {
  readonly look: Look;
  readonly word: string;
  readonly time: string;
  readonly rows: readonly Row[];
} {
  const own = trace.filter(
    (event) =>
      event.seq <= cursor &&
      (event.type === 'attempt.started' || event.type === 'attempt.ended') &&
      event.purpose !== 'reconcile' &&
      event.unit === unit &&
      event.attempt === attempt,
  );
  const start = own.find((event) => event.type === 'attempt.started');
  const end = own.findLast((event) => event.type === 'attempt.ended');
  if (start?.type !== 'attempt.started')
    return { look: 'idle', word: 'not yet', time: '', rows: [] };
  const key = { label: 'key', value: start.key };
  if (end?.type !== 'attempt.ended') {
    return {
      look: 'running',
      word: 'under way',
      time: `since ${formatTime(start.at)}`,
      rows: [key],
    };
  }
  const look = lookOfOutcome(end.outcome, isUndo);
  const time = `${formatTime(start.at)} to ${formatTime(end.at)}, took ${formatTime(end.at - start.at)}`;
  const error = end.error === undefined ? '' : `: ${errorWords(end.error)}`;
  const message = end.error?.message;
  return {
    look,
    word: `${look === 'unknown' ? endWord(end.outcome) : LOOK_WORDS[look]}${error}`,
    time,
    rows: [...(message === undefined ? [] : [{ label: 'says', value: message }]), key],
  };
}

function endWord(outcome: string): string {
  return outcome === 'timed_out' ? 'timed out' : 'effect unknown';
}

function policyRows(node: WorkflowNode | null): readonly Row[] {
  if (node === null) return [];
  const { timeout, retry, idempotent } = node;
  const bound = timeout === null ? 'none' : formatTime(timeout.duration);
  return [
    { label: 'timeout', value: bound },
    { label: 'attempts', value: retry === null ? '1' : `up to ${retry.maxAttempts}` },
    ...(idempotent ? [] : [{ label: 'repeating it', value: 'is not safe' }]),
  ];
}

/** The next attempt behind the cursor, of whichever unit; null where none comes. */
export function nextAttempt(
  trace: readonly TraceEvent[],
  cursor: number,
): AttemptStartedEvent | null {
  for (const event of trace) {
    if (event.seq > cursor && event.type === 'attempt.started' && event.purpose !== 'reconcile') {
      return event;
    }
  }
  return null;
}
