/** `run --format markdown`: a post-mortem, to be pasted into an issue or kept beside a change. */

import { codePage } from '../../../../core/harness/pages/index.ts';
import type { Run } from '../../../../core/model/run.ts';
import { formatTime } from '../../../../simulator/trace/explain/words.ts';
import { timelineOf } from '../../../../simulator/trace/timeline.ts';
import type { RunReport } from '../../run-report.ts';
import { nodesOf } from '../../story/nodes.ts';
import { notableEvents } from '../../story/notable.ts';
import type { Notable } from '../../story/notable-kind.ts';
import { tellRun } from '../../story/sentence.ts';
import { type Waiting, waitingIn } from '../../story/waiting.ts';
import { worldOf } from '../../story/world.ts';
import { createTerminal } from '../../terminal/terminal.ts';
import { renderChart } from '../../timeline/chart.ts';
import { type Clock, createClock } from '../../timeline/clock.ts';
import { renderLegend } from '../../timeline/legend.ts';
import { leftLines, oddLines, undoneLines } from './aftermath.ts';
import { failureLines, timeOf } from './failures.ts';
import { block, code, escaped, table } from './text.ts';

/** Lines of the table at the beginning and at the end of a long story. */
const FIRST = 60;
const LAST = 20;

export function renderPostMortem(report: RunReport): string {
  const { workflow, run, documents } = report;
  const timeline = timelineOf(run.trace);
  const nodes = nodesOf(workflow, documents);
  const clock = createClock(timeline.lastAt);
  const world = worldOf(run, workflow, nodes);
  const waiting = waitingIn(run, workflow, nodes);
  const odd = oddLines(world);
  const terminal = createTerminal({ columns: 88 });
  const picture = [...renderChart(timeline, clock, terminal), ...renderLegend(timeline, terminal)];
  const sections: readonly (readonly string[])[] = [
    [`# Post-mortem: ${escaped(workflow.name ?? workflow.id)}`],
    [`**${capitalised(escaped(tellRun(run, workflow, timeline, nodes)))}**`],
    factsOf(report),
    waiting.length === 0 ? [] : ['## What it waits for', '', ...waiting.map(waitingLine)],
    ['## What failed, and why', '', ...failureLines(run.trace, workflow, timeline, clock)],
    ['## Timeline', ...(picture.length === 0 ? [] : ['', ...block('text', picture.join('\n'))])],
    storyTable(notableEvents(run.trace, workflow, nodes), clock),
    ['## What was undone', '', ...undoneLines(run.trace, clock)],
    ['## What was left behind', '', ...leftLines(world, nodes, clock)],
    [
      '## What happened twice, never, or otherwise than the run believes',
      '',
      ...(odd.length === 0 ? ['Nothing.'] : odd),
    ],
    ['## Errors', '', ...errorTable(run)],
    reproduction(report),
  ];
  const filled = sections.filter((lines) => lines.length > 0);
  return `${filled.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function capitalised(text: string): string {
  return text.replace(
    /^(?:all|nothing|the|there) /,
    (word) => word[0]?.toUpperCase() + word.slice(1),
  );
}

function factsOf({ workflow, run, seed, digest }: RunReport): readonly string[] {
  return table(
    ['', ''],
    [
      ['workflow', code(workflow.id)],
      ['outcome', `**${run.outcome.replace('_', ' ')}**`],
      ['compensation', run.compensation],
      ['virtual time', formatTime(run.endedAt)],
      ['seed', String(seed)],
      ['events', String(run.trace.length)],
      ...(digest === null ? [] : [['trace digest', code(digest)]]),
    ],
  );
}

function waitingLine({ unit, text }: Waiting): string {
  return `- ${code(unit)} ${escaped(text)}`;
}

function storyTable(story: readonly Notable[], clock: Clock): readonly string[] {
  const row = ({ at, seq, text }: Notable) => [timeOf(at, clock), String(seq), escaped(text)];
  const left = story.length - FIRST - LAST;
  const rows =
    left <= 0
      ? story.map(row)
      : [
          ...story.slice(0, FIRST).map(row),
          ['…', '…', `${left} more`],
          ...story.slice(-LAST).map(row),
        ];
  return table(['time', 'event', 'what'], rows);
}

function errorTable({ errors }: Run): readonly string[] {
  if (errors.length === 0) return ['None was reported.'];
  const rows = errors.map((error) => [
    error.code ?? '',
    code(error.unit),
    String(error.attempt),
    escaped(error.class),
    escaped(error.message),
  ]);
  const codes = [...new Set(errors.flatMap((error) => error.code ?? []))].filter(
    (each) => codePage(each) !== null,
  );
  return [
    ...table(['code', 'unit', 'attempt', 'class', 'message'], rows),
    ...(codes.length === 0
      ? []
      : [
          '',
          `What a code means: ${codes.map((each) => code(`unwind rules ${each}`)).join(', ')}.`,
        ]),
  ];
}

function reproduction({ command, seed }: RunReport): readonly string[] {
  const how =
    command === undefined
      ? [`The same document and scenario give the same run with seed ${seed}.`]
      : block('sh', command);
  return ['## See it again', '', ...how];
}
