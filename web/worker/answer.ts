/** From a document and a scenario to all that the page shows of their run. */

import { readDocument } from '../../core/read.ts';
import { readScenario } from '../../core/scenario/read.ts';
import { simulate } from '../../simulator/index.ts';
import { timelineOf } from '../../simulator/trace/timeline.ts';
import { layoutOf } from '../models/layout.ts';
import type { Answer, Question } from './messages.ts';
import { nodeLines } from './node-lines.ts';

/** The page says that a run was stopped here, instead of drawing what nobody could read. */
const LIMITS = { events: 20_000 };

export function answerOf({ document, scenario: text, seed }: Question): Answer {
  const reading = readDocument(document);
  const { workflow, findings } = reading;
  if (workflow === null) return { kind: 'invalid', findings, stopped: reading.stopped };
  const { scenario, problems } = readScenario(text, workflow);
  if (scenario === null) return { kind: 'bad-scenario', problems };
  const seeded = seed === null ? scenario : { ...scenario, seed };
  const run = simulate(workflow, seeded, LIMITS);
  return {
    kind: 'run',
    workflow,
    run,
    seed: seeded.seed,
    timeline: timelineOf(run.trace),
    layouts: { right: layoutOf(workflow, 'right'), down: layoutOf(workflow, 'down') },
    lines: nodeLines(document),
    findings,
  };
}
