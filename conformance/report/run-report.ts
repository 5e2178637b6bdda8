/** A run as a person reads it in a terminal: picture, story, sentence, and the world. */

import { codePage } from '../../core/harness/pages/index.ts';
import type { Run } from '../../core/model/run.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import { countOf } from '../../simulator/trace/explain/words.ts';
import { type Timeline, timelineOf } from '../../simulator/trace/timeline.ts';
import type { RunVerdict } from '../suite/verdict.ts';
import { nodesOf } from './story/nodes.ts';
import { notableEvents } from './story/notable.ts';
import { renderStory } from './story/render-story.ts';
import { renderWaiting } from './story/render-waiting.ts';
import { renderWorld } from './story/render-world.ts';
import { tellRun } from './story/sentence.ts';
import { waitingIn } from './story/waiting.ts';
import { worldOf } from './story/world.ts';
import { createTerminal, type Terminal } from './terminal/terminal.ts';
import { visible } from './terminal/visible.ts';
import { cutEnd, wrap } from './terminal/width.ts';
import { renderChart } from './timeline/chart.ts';
import { createClock } from './timeline/clock.ts';
import { renderLegend } from './timeline/legend.ts';

export interface RunReport {
  readonly workflow: Workflow;
  readonly run: Run;
  readonly seed: number;
  /** Hex; null where there is none to print. */
  readonly digest: string | null;
  /** Subworkflows by the reference that names them, so that the report knows their nodes. */
  readonly documents?: { readonly [reference: string]: string };
  /** What the rules say of the run; those alone that had something to say. */
  readonly verdicts?: readonly RunVerdict[];
  /** What a person types to see the run again. */
  readonly command?: string;
}

/** Names of nodes that never ran; of more the rest is counted. */
const LISTED = 6;

/** The whole report, with a line end at its end. */
export function renderRun(report: RunReport, terminal: Terminal = createTerminal()): string {
  const { workflow, run, documents } = report;
  const nodes = nodesOf(workflow, documents);
  const timeline = timelineOf(run.trace);
  const clock = createClock(timeline.lastAt);
  const blocks = [
    [renderTitle(report, terminal)],
    [
      ...renderChart(timeline, clock, terminal),
      ...renderNeverRan(workflow, timeline, terminal),
      ...renderLegend(timeline, terminal),
    ],
    renderStory(notableEvents(run.trace, workflow, nodes), clock, terminal),
    renderSentence(tellRun(run, workflow, timeline, nodes), terminal),
    renderWaiting(waitingIn(run, workflow, nodes), terminal),
    renderWorld(worldOf(run, workflow, nodes), terminal),
    renderBroken(report, terminal),
    renderFooter(report, terminal),
  ];
  const filled = blocks.filter((lines) => lines.length > 0);
  return `${filled.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function renderTitle({ workflow, seed }: RunReport, { paint, glyphs, columns }: Terminal): string {
  const rest = ` ${glyphs.dot} seed ${seed}`;
  const name = workflow.name === null ? workflow.id : `${workflow.name} (${workflow.id})`;
  const title = cutEnd(visible(name), columns - 1 - rest.length, glyphs.ellipsis);
  return ` ${paint('strong', title)}${paint('faint', rest)}`;
}

function renderNeverRan(
  workflow: Workflow,
  timeline: Timeline,
  { columns, paint }: Terminal,
): readonly string[] {
  const ran = new Set(
    timeline.lanes.flatMap(({ node, undos, bars, marks }) => [
      ...(bars.length + marks.length > 0 ? [node] : []),
      ...undos.map((undo) => undo.node),
    ]),
  );
  // In ORBIT an undo goes by the step that it undoes.
  const undoing = new Set(
    workflow.edges.flatMap(({ type, to }) => (type === 'compensation' ? [to] : [])),
  );
  const isOrbit = workflow.profile === 'orbit';
  const never = workflow.nodes
    .map(({ id }) => id)
    .filter((id) => !ran.has(id) && !(isOrbit && undoing.has(id)));
  if (never.length === 0) return [];
  const more = never.length > LISTED ? ` and ${never.length - LISTED} more` : '';
  const text = `never ran: ${never.slice(0, LISTED).map(visible).join(', ')}${more}`;
  return wrap(text, columns - 4).map(
    (line, index) => ` ${index === 0 ? '' : '  '}${paint('faint', line)}`,
  );
}

function renderSentence(sentence: string, { columns, paint }: Terminal): readonly string[] {
  return wrap(visible(capitalised(sentence)), columns - 2).map(
    (line) => ` ${paint('strong', line)}`,
  );
}

/** A name keeps its case, a word does not. */
function capitalised(sentence: string): string {
  return sentence.replace(
    /^(?:all|nothing|the|there) /,
    (word) => word.charAt(0).toUpperCase() + word.slice(1),
  );
}

/** Rules that the run broke. A run of the built-in runtime should break none. */
function renderBroken(
  { verdicts = [] }: RunReport,
  { paint, columns }: Terminal,
): readonly string[] {
  return verdicts.flatMap(({ rule, verdict, breaches }) => {
    const [first] = breaches;
    if (first === undefined) return [];
    const { message, expected, observed } = first;
    const text = `rule ${rule} is broken: ${message} (expected ${expected}, observed ${observed})`;
    const tone = verdict === 'fail' ? 'bad' : 'warning';
    return wrap(visible(text), columns - 2).map((line) => ` ${paint(tone, line)}`);
  });
}

/** How to get at the page of the first code among the errors. */
function renderCodes({ errors }: Run): readonly string[] {
  const code = errors.find((error) => error.code !== null && codePage(error.code) !== null)?.code;
  return code == null ? [] : [` What ${code} means: unwind rules ${code}`];
}

function renderFooter({ run, digest }: RunReport, { paint, glyphs }: Terminal): readonly string[] {
  if (digest === null) return [];
  const events = countOf(run.trace.length, 'event');
  return [
    ...renderCodes(run).map((line) => paint('faint', line)),
    paint('faint', ` ${events} ${glyphs.dot} digest ${digest.slice(0, 16)}`),
  ];
}
