/** A recorded trace as a run that the page shows like one of its own. */

import { judgeTraces } from '../../conformance/judge/judge-traces.ts';
import { readRecordedTrace } from '../../conformance/judge/recorded-trace.ts';
import { strangersIn } from '../../conformance/judge/strangers.ts';
import type { RecordedTrace } from '../../conformance/judge/trace-reading.ts';
import { rules } from '../../conformance/rules/index.ts';
import type { Run } from '../../core/model/run.ts';
import type { NodeState, TraceEvent } from '../../core/model/trace.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import { readDocument } from '../../core/read.ts';
import { countOf, joinWords } from '../../simulator/trace/explain/words.ts';
import { timelineOf } from '../../simulator/trace/timeline.ts';
import { layoutOf } from '../models/layout.ts';
import type { RunAnswer } from '../worker/messages.ts';
import { nodeLines } from '../worker/node-lines.ts';
import { bareWorkflow } from './bare-workflow.ts';
import type { ReadAnswer, TraceBreach } from './messages.ts';
import { knownEvents } from './trace-events.ts';

const FORMATS: Readonly<Record<RecordedTrace['format'], string>> = {
  ndjson: 'a trace of unwind',
  'harness-trace':
    'transitions alone, without times: each event stands a millisecond after the other',
  'orbit-log': 'an ORBIT log',
};

export function readTrace(text: string, name: string, document: string | null): ReadAnswer {
  const reading = readRecordedTrace(text);
  if (!reading.ok) {
    return { kind: 'problem', title: `${name} can not be shown`, text: `${reading.message}.` };
  }
  return traceAnswer(reading.trace, name, document);
}

/** Events that stand in a report. */
export function readEvents(
  values: readonly unknown[],
  name: string,
  document: string | null,
): ReadAnswer {
  const evidence: RecordedTrace['evidence'] = new Set(['world', 'trace', 'outcome']);
  const events = values as readonly TraceEvent[];
  return traceAnswer({ format: 'ndjson', events, evidence }, name, document, false);
}

function traceAnswer(
  trace: RecordedTrace,
  name: string,
  document: string | null,
  isJudged = true,
): ReadAnswer {
  const { events, strange, cut } = knownEvents(trace.events);
  if (events.length === 0) {
    const text = 'No event in it is one that this page knows.';
    return { kind: 'problem', title: `${name} can not be shown`, text };
  }
  const { workflow, notes } = workflowFor(events, document);
  const shown = workflow ?? bareWorkflow(events);
  const broken = workflow === null || !isJudged ? [] : breachesIn({ ...trace, events }, workflow);
  return {
    kind: 'trace',
    trace: {
      name,
      format: FORMATS[trace.format],
      run: answerFor(events, shown, workflow === null ? '' : (document ?? '')),
      notes: [
        ...notes,
        ...(strange > 0
          ? [
              `${countOf(strange, 'event')} that this page does not know ${strange === 1 ? 'is' : 'are'} left out.`,
            ]
          : []),
        ...(cut > 0 ? [`${countOf(cut, 'later event')} left out: the trace is very long.`] : []),
      ],
      broken,
    },
  };
}

interface Found {
  readonly workflow: Workflow | null;
  readonly notes: readonly string[];
}

const BARE = 'steps stand in the order in which the trace names them';

function workflowFor(events: readonly TraceEvent[], document: string | null): Found {
  if (document === null) {
    return {
      workflow: null,
      notes: [`Without its document, ${BARE}: drop trace and document together to see both.`],
    };
  }
  const { workflow } = readDocument(document);
  if (workflow === null) {
    return { workflow: null, notes: [`Its document is not valid, so ${BARE}.`] };
  }
  const { steps, isOther } = strangersIn(workflow, events);
  if (isOther) {
    return {
      workflow: null,
      notes: [
        `The document at hand is of another workflow, so ${BARE}: drop trace and document together.`,
      ],
    };
  }
  const named = steps.slice(0, 5).map((step) => step.slice(0, 100));
  return {
    workflow,
    notes: steps.length === 0 ? [] : [`Not in the document: ${joinWords(named)}.`],
  };
}

function answerFor(events: readonly TraceEvent[], workflow: Workflow, document: string): RunAnswer {
  return {
    kind: 'run',
    recorded: true,
    workflow,
    run: runOf(events),
    seed: 0,
    document,
    scenario: '',
    counterexample: null,
    timeline: timelineOf(events),
    layouts: { right: layoutOf(workflow, 'right'), down: layoutOf(workflow, 'down') },
    lines: document === '' ? {} : nodeLines(document, workflow),
    findings: [],
    unused: [],
    profile: workflow.profile,
    digest: null,
  };
}

/** What a trace tells of how its run came out; of the outside world it tells nothing. */
function runOf(trace: readonly TraceEvent[]): Run {
  const states: Record<string, NodeState> = {};
  let ended: Extract<TraceEvent, { readonly type: 'instance.ended' }> | null = null;
  for (const event of trace) {
    if (event.type === 'transition') states[event.unit] = event.to;
    if (event.type === 'instance.ended') ended = event;
  }
  return {
    outcome: ended?.outcome ?? 'stalled',
    compensation: ended?.compensation ?? 'none',
    endedAt: trace.at(-1)?.at ?? 0,
    states,
    effects: [],
    failures: [],
    errors: [],
    output: null,
    trace,
    stalledBecause: null,
  };
}

const MOST_BROKEN = 20;

function breachesIn(trace: RecordedTrace, workflow: Workflow): readonly TraceBreach[] {
  const { profile } = workflow;
  const named = [{ name: 'the trace', trace }];
  const report = judgeTraces(rules, workflow, profile, named, { globs: [] }, '');
  return report.profiles
    .flatMap(({ rules: judged }) => judged)
    .flatMap(({ id, verdict, breach }) =>
      breach !== null && (verdict === 'fail' || verdict === 'degraded')
        ? [
            {
              rule: id,
              message: breach.message,
              expected: breach.expected,
              observed: breach.observed,
              seq: breach.seq,
            },
          ]
        : [],
    )
    .slice(0, MOST_BROKEN);
}
