/** `run --format perfetto`: a run for the trace viewer of Perfetto, handed out in pieces. */

import { timelineOf } from '../../../../simulator/trace/timeline.ts';
import type { RunReport } from '../../run-report.ts';
import { nodesOf } from '../../story/nodes.ts';
import { notableEvents } from '../../story/notable.ts';
import { safeJson } from '../../terminal/visible.ts';
import { type PerfettoEvent, PROCESS } from './event.ts';
import { flowsOf } from './flows.ts';
import { instantsOf } from './instants.ts';
import { runSlices, slicesOf } from './slices.ts';
import { stampsOf } from './stamps.ts';
import { tracksOf } from './tracks.ts';

/** An object with a line for each event. */
export function* renderPerfetto(report: RunReport): Generator<string> {
  const { workflow, run, seed, digest } = report;
  const about = { workflow: workflow.id, outcome: run.outcome, seed, digest };
  yield `{\n"displayTimeUnit": "ms",\n"otherData": ${json(about)},\n"traceEvents": [`;
  let separator = '\n';
  for (const event of eventsOf(report)) {
    yield separator + json(event);
    separator = ',\n';
  }
  yield '\n]}\n';
}

/** Slices before the arrows that start in them: viewers read events of one time in this order. */
function* eventsOf({ workflow, run, documents }: RunReport): Generator<PerfettoEvent> {
  const timeline = timelineOf(run.trace);
  const tracks = tracksOf(timeline);
  const stamps = stampsOf(timeline);
  const nodes = nodesOf(workflow, documents);
  const story = new Map(
    notableEvents(run.trace, workflow, nodes).map((event) => [event.seq, event]),
  );
  const process = { ph: 'M', pid: PROCESS } as const;
  const name = workflow.name ?? workflow.id;
  yield { ...process, tid: 0, name: 'process_name', args: { name } };
  for (const track of tracks.all) {
    const { tid } = track;
    yield { ...process, tid, name: 'thread_name', args: { name: track.name } };
    yield { ...process, tid, name: 'thread_sort_index', args: { sort_index: tid } };
  }
  yield* runSlices(run, timeline, stamps);
  for (const track of tracks.all) yield* slicesOf(track, run.trace, stamps);
  yield* instantsOf(run, timeline, tracks, stamps, story);
  yield* flowsOf(tracks, run.trace, stamps);
}

function json(value: unknown): string {
  return safeJson(JSON.stringify(value));
}
