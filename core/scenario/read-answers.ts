/** The `tasks` of a JSON scenario: what the world answers to each attempt. */

import { classOfStatus } from '../model/error-class.ts';
import {
  booleanAt,
  entriesAt,
  isPresent,
  itemsAt,
  type Located,
  member,
  numberAt,
  objectAt,
  report,
  textAt,
} from '../model/inspect.ts';
import type { JsonObject } from '../model/json.ts';
import type { TaskAnswer, TaskError, TaskOutcome } from '../model/scenario.ts';
import { ERROR_CLASS, MAXIMUM_ANSWERS, TIME } from './draft.ts';

const OUTCOMES = ['ok', 'error', 'hang', 'timeout'] as const;
const ANSWER_FIELDS = ['after', ...OUTCOMES, 'applied', 'duplicate'];
const ERROR_FIELDS = ['class', 'status', 'retryable', 'message'];
const ERROR_STATUS = { minimum: 400, maximum: 599, integer: true };

export function readAnswers(located: Located): readonly TaskAnswer[] {
  const items = itemsAt(located, MAXIMUM_ANSWERS);
  if (items?.length === 0) report(located, 'has no answer; write one, such as {"ok": {}}');
  return (items ?? []).map(readAnswer);
}

function readAnswer(located: Located): TaskAnswer {
  const answer = objectAt(located, ANSWER_FIELDS);
  const then = answer === undefined ? SUCCEEDS : readOutcome(answer);
  const field = <Value>(name: string, read: (located: Located) => Value | undefined) =>
    answer === undefined ? undefined : read(member(answer, name));
  return {
    after: field('after', (after) => numberAt(after, TIME)) ?? 0,
    then,
    applied: field('applied', booleanAt) ?? (then.kind === 'ok' || then.kind === 'default'),
    duplicate: field('duplicate', booleanAt) ?? false,
  };
}

const SUCCEEDS: TaskOutcome = { kind: 'default' };

function readOutcome(answer: Located): TaskOutcome {
  const given = OUTCOMES.filter((name) => isPresent(member(answer, name)));
  const [outcome, second] = given;
  if (second !== undefined) report(answer, `has both ${outcome} and ${second}; keep one of them`);
  if (outcome === undefined) return SUCCEEDS;
  switch (outcome) {
    case 'ok':
      return { kind: 'ok', output: readOutput(member(answer, 'ok')) };
    case 'error':
      return { kind: 'error', error: readError(member(answer, 'error')) };
    case 'hang':
    case 'timeout':
      if (booleanAt(member(answer, outcome)) === false) {
        report(member(answer, outcome), 'is true where it is given; leave it out otherwise');
      }
      return { kind: outcome };
  }
}

function readOutput(located: Located): JsonObject {
  if (entriesAt(located) === undefined) return {};
  return located.value as JsonObject;
}

function readError(located: Located): TaskError {
  const error = objectAt(located, ERROR_FIELDS);
  if (error === undefined) return { class: 'internal', status: null, retryable: null, message: '' };
  const status = numberAt(member(error, 'status'), ERROR_STATUS) ?? null;
  const stated = textAt(member(error, 'class'), ERROR_CLASS);
  if (!isPresent(member(error, 'class')) && !isPresent(member(error, 'status'))) {
    report(error, 'has neither a class nor a status; write one, such as {"class": "transient"}');
  }
  return {
    class: stated ?? (status === null ? 'internal' : classOfStatus(status)),
    status,
    retryable: booleanAt(member(error, 'retryable')) ?? null,
    message: textAt(member(error, 'message')) ?? '',
  };
}
