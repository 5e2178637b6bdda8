/** From a document, a scenario and faults to all that the page shows of their run. */

import { readCase } from '../../conformance/token/read-case.ts';
import { readToken } from '../../conformance/token/token.ts';
import type { Diagnostic } from '../../core/model/diagnostic.ts';
import type { Scenario } from '../../core/model/scenario.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import { readDocument } from '../../core/read.ts';
import { readScenario, writeScenario } from '../../core/scenario/read.ts';
import { digestTrace } from '../../simulator/index.ts';
import { timelineOf } from '../../simulator/trace/timeline.ts';
import { isEmpty, NO_FAULTS } from '../models/faults.ts';
import { layoutOf } from '../models/layout.ts';
import { counterexampleOf } from './counterexample.ts';
import { type FaultedRun, runWithFaults } from './faulted.ts';
import type { Answer, DocumentQuestion, Question, RunAnswer, TokenQuestion } from './messages.ts';
import { nodeLines } from './node-lines.ts';

/** The page says that a run was stopped here, instead of drawing what nobody could read. */
export const LIMITS = { events: 20_000 };

/** What a link may hold: whoever made it is not trusted. */
const TOKEN_LIMITS = { signs: 32 * 1024, bytes: 256 * 1024 };

export function answerOf(question: Question): Answer {
  return 'token' in question ? answerToToken(question) : answerToDocument(question);
}

function answerToDocument(question: DocumentQuestion): Answer {
  const { document, scenario: text, seed, faults = NO_FAULTS } = question;
  const reading = readDocument(document);
  const { workflow, findings } = reading;
  if (workflow === null) return { kind: 'invalid', findings, stopped: reading.stopped };
  const { scenario, problems } = readScenario(text, workflow);
  if (scenario === null) return { kind: 'bad-scenario', problems };
  const base = seed === null ? scenario : { ...scenario, seed };
  const faulted = runWithFaults(workflow, base, faults, LIMITS);
  return { ...runAnswer(workflow, faulted, document, findings), scenario: text };
}

function answerToToken({ token, seed, faults = NO_FAULTS }: TokenQuestion): Answer {
  const reading = readToken(token, TOKEN_LIMITS);
  if (!reading.ok) return { kind: 'bad-token', message: reading.message };
  const { content } = reading;
  const made = readCase(content);
  if (!made.ok) return { kind: 'bad-token', message: made.message };
  const { workflow } = made;
  const scenario = seed === null ? made.scenario : { ...made.scenario, seed };
  const faulted = runWithFaults(workflow, scenario, faults, LIMITS);
  const answer = runAnswer(workflow, faulted, content.document.text, []);
  const told = counterexampleOf(content, workflow, faulted.scenario, answer.run);
  return {
    ...answer,
    // With faults of one's own it is meant to be another run.
    counterexample: isEmpty(faults) && seed === null ? told : { ...told, differs: false },
    scenario: JSON.stringify(writeScenario(made.scenario)),
  };
}

function runAnswer(
  workflow: Workflow,
  { run, scenario, unused }: FaultedRun,
  document: string,
  findings: readonly Diagnostic[],
): RunAnswer {
  return {
    kind: 'run',
    workflow,
    run,
    seed: scenario.seed,
    document,
    scenario: '',
    counterexample: null,
    timeline: timelineOf(run.trace),
    ...pictureOf(document, workflow),
    findings,
    unused,
    profile: scenarioProfile(scenario, workflow),
    digest: run.trace.length > MOST_HASHED ? null : digestTrace(run.trace),
  };
}

type Picture = Pick<RunAnswer, 'layouts' | 'lines'>;

let drawn: { readonly document: string; readonly picture: Picture } | null = null;

/** A graph takes longer to lay out than to run, and a change of faults leaves it as it is. */
function pictureOf(document: string, workflow: Workflow): Picture {
  if (drawn?.document === document) return drawn.picture;
  const picture = {
    layouts: { right: layoutOf(workflow, 'right'), down: layoutOf(workflow, 'down') },
    lines: nodeLines(document, workflow),
  };
  drawn = { document, picture };
  return picture;
}

/** Hashing a longer trace would be felt at each change. */
const MOST_HASHED = 5000;

function scenarioProfile(scenario: Scenario, workflow: Workflow): Workflow['profile'] {
  return scenario.profile ?? workflow.profile;
}
