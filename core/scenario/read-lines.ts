/**
 * The line format of the public HarnessXML corpus, one answer a line:
 *
 *     node[@attempt] ok [port=value …]
 *     node[@attempt] fail CLASS [message]
 *     node[@attempt] timeout
 *
 * `#` begins a comment, save in a message. `node@2` scripts the second attempt alone. An
 * attempt that is not scripted behaves as the line without `@` says, or succeeds where there
 * is none; in the JSON form, by contrast, the last entry stands for all later attempts.
 */

import type { Problem } from '../model/inspect.ts';
import type { Json, JsonObject } from '../model/json.ts';
import type { TaskAnswer, TaskOutcome } from '../model/scenario.ts';
import { quote } from '../model/show.ts';
import { didYouMean } from '../model/suggest.ts';
import { type Draft, ERROR_CLASS, MAXIMUM_ANSWERS, type Mention } from './draft.ts';
import { createMap, emptyScenario } from './empty.ts';
import { readAssignments } from './read-assignments.ts';

const MAXIMUM_LENGTH = 2 ** 24;
const LINE = /^([^ \t#]\S*)[ \t]+(\S+)(?:[ \t]+(.*))?$/;
const KEY = /^([^@]+)(?:@([^@]*))?$/;
const FORM = 'write: node[@attempt] ok [port=value …] | fail CLASS [message] | timeout';

/** What the lines say of one unit; attempt 0 is the line without a number. */
type Script = Map<number, TaskAnswer>;

interface Line {
  readonly unit: string;
  readonly attempt: number;
  readonly answer: TaskAnswer;
}

export function readLines(text: string, problems: Problem[]): Draft | null {
  if (text.length > MAXIMUM_LENGTH) {
    const message = `the scenario is longer than ${MAXIMUM_LENGTH} characters`;
    problems.push({ path: 'line 1', message });
    return null;
  }
  const scripts = new Map<string, Script>();
  const mentions: Mention[] = [];
  for (const [index, raw] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const path = `line ${index + 1}`;
    const report = (message: string): undefined => {
      problems.push({ path, message });
      return undefined;
    };
    const content = trimBlanks(raw);
    if (content === '' || content.startsWith('#')) continue;
    const line = readLine(content, report);
    if (line === undefined) continue;
    const script = scripts.get(line.unit) ?? new Map<number, TaskAnswer>();
    if (script.has(line.attempt)) {
      const which = line.attempt === 0 ? '' : `attempt ${line.attempt} of `;
      report(`${which}${quote(line.unit)} is scripted already; remove one of the lines`);
    }
    script.set(line.attempt, line.answer);
    scripts.set(line.unit, script);
    mentions.push({ unit: line.unit, path });
  }
  const tasks = createMap<readonly TaskAnswer[]>();
  for (const [unit, script] of scripts) tasks[unit] = answersOf(script);
  return { scenario: { ...emptyScenario, tasks }, mentions };
}

type Report = (message: string) => undefined;

function readLine(content: string, report: Report): Line | undefined {
  const [, key = '', word = '', rest = ''] = LINE.exec(content) ?? [];
  if (key === '') return report(`${quote(content)} says not what happens; ${FORM}`);
  const [, unit, number] = KEY.exec(key) ?? [];
  if (unit === undefined) return report(`${quote(key)} is no node; ${FORM}`);
  const attempt = number === undefined ? 0 : readAttempt(number);
  if (attempt === undefined) {
    return report(
      `after @ stands an attempt from 1 to ${MAXIMUM_ANSWERS}, not ${quote(number ?? '')}`,
    );
  }
  const then = readOutcome(word, rest, report);
  if (then === undefined) return undefined;
  return { unit, attempt, answer: answerOf(then) };
}

function readAttempt(number: string): number | undefined {
  if (!/^[1-9]\d{0,5}$/.test(number) || Number(number) > MAXIMUM_ANSWERS) return undefined;
  return Number(number);
}

function readOutcome(word: string, rest: string, report: Report): TaskOutcome | undefined {
  switch (word) {
    case 'ok':
      return readOk(rest, report);
    case 'fail':
      return readFail(rest, report);
    case 'timeout':
      if (rest !== '' && !rest.startsWith('#'))
        report(`nothing may follow timeout: ${quote(rest)}`);
      return { kind: 'timeout' };
    default:
      return report(`${quote(word)} is not known${didYouMean(word, OUTCOMES) || `; ${FORM}`}`);
  }
}

const OUTCOMES = ['ok', 'fail', 'timeout'];

function readOk(rest: string, report: Report): TaskOutcome {
  const assignments = readAssignments(rest);
  if (typeof assignments === 'string') report(assignments);
  const output: JsonObject = typeof assignments === 'string' ? createMap<Json>() : assignments;
  // Without a port the line says no more than that the attempt succeeds.
  return Object.keys(output).length === 0 ? { kind: 'default' } : { kind: 'ok', output };
}

function readFail(rest: string, report: Report): TaskOutcome | undefined {
  const [, errorClass = '', message = ''] = /^([^ \t#]\S*)?[ \t]*(.*)$/.exec(rest) ?? [];
  if (errorClass === '')
    return report('fail needs an error class; write: fail transient [message]');
  if (!ERROR_CLASS.pattern?.test(errorClass) || errorClass.length > 255) {
    return report(`${quote(errorClass)} is not ${ERROR_CLASS.what}`);
  }
  return { kind: 'error', error: { class: errorClass, status: null, retryable: null, message } };
}

function answersOf(script: Script): readonly TaskAnswer[] {
  const usual = script.get(0) ?? answerOf({ kind: 'default' });
  let last = 0;
  for (const attempt of script.keys()) last = Math.max(last, attempt);
  const answers: TaskAnswer[] = [];
  for (let attempt = 1; attempt <= last; attempt += 1) answers.push(script.get(attempt) ?? usual);
  // The last answer stands for all later attempts, so the usual one closes the list.
  if (answers.at(-1) !== usual) answers.push(usual);
  return answers;
}

function answerOf(then: TaskOutcome): TaskAnswer {
  const applied = then.kind === 'ok' || then.kind === 'default';
  return { after: 0, then, applied, duplicate: false };
}

function trimBlanks(text: string): string {
  return text.replace(/^[ \t]+/, '').replace(/[ \t]+$/, '');
}
