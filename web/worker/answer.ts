/** From a document and a scenario to all that the page shows of their run. */

import { readCase } from '../../conformance/token/read-case.ts';
import { readToken } from '../../conformance/token/token.ts';
import type { Diagnostic } from '../../core/model/diagnostic.ts';
import type { Scenario } from '../../core/model/scenario.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import { readDocument } from '../../core/read.ts';
import { readScenario } from '../../core/scenario/read.ts';
import { simulate } from '../../simulator/index.ts';
import { timelineOf } from '../../simulator/trace/timeline.ts';
import { layoutOf } from '../models/layout.ts';
import { counterexampleOf } from './counterexample.ts';
import type { Answer, DocumentQuestion, Question, RunAnswer, TokenQuestion } from './messages.ts';
import { nodeLines } from './node-lines.ts';

/** The page says that a run was stopped here, instead of drawing what nobody could read. */
const LIMITS = { events: 20_000 };

/** What a link may hold: whoever made it is not trusted. */
const TOKEN_LIMITS = { signs: 32 * 1024, bytes: 256 * 1024 };

export function answerOf(question: Question): Answer {
  return 'token' in question ? answerToToken(question) : answerToDocument(question);
}

function answerToDocument({ document, scenario: text, seed }: DocumentQuestion): Answer {
  const reading = readDocument(document);
  const { workflow, findings } = reading;
  if (workflow === null) return { kind: 'invalid', findings, stopped: reading.stopped };
  const { scenario, problems } = readScenario(text, workflow);
  if (scenario === null) return { kind: 'bad-scenario', problems };
  return runOf(workflow, seed === null ? scenario : { ...scenario, seed }, document, findings);
}

function answerToToken({ token, seed }: TokenQuestion): Answer {
  const reading = readToken(token, TOKEN_LIMITS);
  if (!reading.ok) return { kind: 'bad-token', message: reading.message };
  const { content } = reading;
  const made = readCase(content);
  if (!made.ok) return { kind: 'bad-token', message: made.message };
  const { workflow } = made;
  const scenario = seed === null ? made.scenario : { ...made.scenario, seed };
  const answer = runOf(workflow, scenario, content.document.text, []);
  return { ...answer, counterexample: counterexampleOf(content, workflow, scenario, answer.run) };
}

function runOf(
  workflow: Workflow,
  scenario: Scenario,
  document: string,
  findings: readonly Diagnostic[],
): RunAnswer {
  const run = simulate(workflow, scenario, LIMITS);
  return {
    kind: 'run',
    workflow,
    run,
    seed: scenario.seed,
    document,
    counterexample: null,
    timeline: timelineOf(run.trace),
    layouts: { right: layoutOf(workflow, 'right'), down: layoutOf(workflow, 'down') },
    lines: nodeLines(document, workflow),
    findings,
  };
}
