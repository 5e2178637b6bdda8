/** `unwind replay TOKEN|FILE` */

import type { Run } from '../../core/model/run.ts';
import { digestTrace, simulate } from '../../simulator/index.ts';
import { observationOfRun } from '../judge/observation-of-run.ts';
import { openSession } from '../protocol/session.ts';
import { renderRun } from '../report/run-report.ts';
import { safeJson, visible } from '../report/terminal/visible.ts';
import { rules } from '../rules/index.ts';
import type { Observation } from '../rules/observation.ts';
import type { TestCase } from '../suite/case.ts';
import { callLine } from '../suite/difference.ts';
import { judgeRun } from '../suite/judge-run.ts';
import { sessionRuntime } from '../suite/session-runtime.ts';
import type { RunVerdict } from '../suite/verdict.ts';
import { readCase } from '../token/read-case.ts';
import { findToken, readToken, type TokenContent } from '../token/token.ts';
import { parseFormat } from './arguments.ts';
import { connectorFor, type DriverOptions, namesDriver } from './driver-options.ts';
import { terminalFor } from './environment.ts';
import { EXIT_FAILED, EXIT_OK, EXIT_USAGE } from './exit-codes.ts';
import { REPLAY_FORMATS } from './formats.ts';
import type { Host } from './host.ts';
import { packageVersion } from './package-root.ts';
import { Problem } from './problem.ts';
import { readInput } from './read-input.ts';

export interface ReplayOptions extends DriverOptions {
  readonly format: string;
  readonly ascii?: boolean;
}

type Word = 'FIXED' | 'FAILED' | 'ERROR';

const EXITS: Readonly<Record<Word, number>> = {
  FIXED: EXIT_OK,
  FAILED: EXIT_FAILED,
  ERROR: EXIT_USAGE,
};

interface Replayed {
  readonly word: Word;
  /** What is behind the word, in sentences. */
  readonly because: readonly string[];
  readonly token: TokenContent | null;
  /** Of the built-in runtime; null where a driver ran it, or nothing did. */
  readonly run: { readonly run: Run; readonly testCase: TestCase } | null;
  readonly observation: Observation | null;
  readonly verdicts: readonly RunVerdict[];
}

export async function replay(given: string, options: ReplayOptions, host: Host): Promise<number> {
  const format = parseFormat(options.format, REPLAY_FORMATS);
  const replayed = await replayToken(await tokenIn(given, host), options);
  host.out.write(format === 'json' ? renderJson(replayed) : renderPretty(replayed, options, host));
  return EXITS[replayed.word];
}

/** What the user gave is a token, a link that holds one, or a file that does. */
async function tokenIn(given: string, host: Host): Promise<string> {
  const own = findToken(given);
  if (own !== null) return own;
  const text = new TextDecoder().decode(await readInput(given, host));
  const found = findToken(text);
  if (found === null) throw new Problem(`${given} holds no token: one begins with u1.`);
  return found;
}

const failed = (because: string, token: TokenContent | null): Replayed => ({
  ...{ word: 'ERROR', because: [because], token, run: null, observation: null, verdicts: [] },
});

function replayToken(text: string, options: DriverOptions): Replayed | Promise<Replayed> {
  const reading = readToken(text);
  if (!reading.ok) return failed(reading.message, null);
  const token = reading.content;
  const { rule } = token;
  if (rule !== null && !rules.some(({ id }) => id === rule)) {
    return failed(`the token is about rule ${rule}, which this version does not have`, token);
  }
  const read = readCase(token);
  if (!read.ok) return failed(read.message, token);
  const testCase: TestCase = { name: 'replayed', ...read };
  return namesDriver(options)
    ? replayOnDriver(token, testCase, options)
    : replayHere(token, testCase);
}

const LIMITS = { events: 1_000_000, calls: 100_000 };

function replayHere(token: TokenContent, testCase: TestCase): Replayed {
  const { workflow, scenario } = testCase;
  const run = simulate(workflow, scenario, LIMITS);
  if (run.outcome === 'refused') {
    return failed(run.errors[0]?.message ?? 'the run is refused', token);
  }
  const observation = observationOfRun(workflow, scenario, run);
  const isOther = token.digest !== null && digestTrace(run.trace) !== token.digest;
  const notes = isOther ? ['its trace is another one than when the token was made'] : [];
  const said = judged(token, observation, notes);
  const because =
    said.word === 'FIXED' && token.rule !== null
      ? [`the built-in runtime keeps ${token.rule}; name another with --driver`, ...notes]
      : said.because;
  return { ...said, because, run: { run, testCase } };
}

async function replayOnDriver(
  token: TokenContent,
  testCase: TestCase,
  options: DriverOptions,
): Promise<Replayed> {
  const version = packageVersion();
  const connector = await connectorFor(options, version);
  const opened = await openSession(connector, { suite: { name: 'unwind', version } });
  if (!opened.ok) return failed(opened.failure.message, token);
  try {
    const seen = await sessionRuntime(opened.session, { sendsScript: true }).observe(testCase);
    return seen.kind === 'blocked'
      ? failed(seen.failure.message, token)
      : judged(token, seen.observation, []);
  } finally {
    await opened.session.shutdown();
  }
}

function judged(
  { rule, ...token }: TokenContent,
  observation: Observation,
  notes: readonly string[],
): Replayed {
  const all = judgeRun(rules, observation);
  const verdicts = rule === null ? all : all.filter((verdict) => verdict.rule === rule);
  const broken = verdicts.filter(({ breaches }) => breaches.length > 0);
  const because = broken.flatMap(({ rule: id, breaches }) =>
    breaches.map(
      ({ message, expected, observed }) =>
        `${id}: ${message} (expected ${expected}, observed ${observed})`,
    ),
  );
  const held =
    rule === null ? 'no rule is broken in this run' : `${rule} is not broken in this run any more`;
  return {
    word: broken.length > 0 ? 'FAILED' : 'FIXED',
    because: [...(broken.length > 0 ? because : [held]), ...notes],
    token: { rule, ...token },
    run: null,
    observation,
    verdicts,
  };
}

function renderPretty(replayed: Replayed, { ascii }: ReplayOptions, host: Host): string {
  const { word, because, run, observation } = replayed;
  const terminal = terminalFor(host.out, host, ascii);
  const picture =
    run === null
      ? (observation?.calls ?? []).map((call) => ` ${visible(callLine(call))}\n`).join('')
      : renderRun(
          {
            workflow: run.testCase.workflow,
            run: run.run,
            seed: run.testCase.scenario.seed,
            digest: digestTrace(run.run.trace),
            documents: run.testCase.scenario.documents,
          },
          terminal,
        );
  const tone = word === 'FIXED' ? 'good' : 'bad';
  const lines = because.map((sentence) => `   ${visible(sentence)}\n`).join('');
  return `${picture}${picture === '' ? '' : '\n'} ${terminal.paint(tone, word)}\n${lines}`;
}

function renderJson({ word, because, token, run, observation, verdicts }: Replayed): string {
  const outcome = observation?.report?.outcome ?? null;
  const digest = run === null ? null : digestTrace(run.run.trace);
  const { rule = null, seed = null, step = null } = token ?? {};
  const told = { result: word, because, rule, seed, step, outcome, digest, verdicts };
  return `${safeJson(JSON.stringify({ ...told, trace: observation?.trace ?? null }, null, 2))}\n`;
}
