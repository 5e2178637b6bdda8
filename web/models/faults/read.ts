/** A plan of faults from a link or a file: whoever made it is not trusted. */

import type { Json } from '../../../core/model/json.ts';
import type { AnswerFault, FaultPlan, Input, Make } from '../faults.ts';
import { LONGEST_MOMENT } from '../moment.ts';
import { inputsOf } from './apply.ts';

/** Each input that hangs on an event costs a run of its own. */
export const MOST_INPUTS = 16;
export const MOST_ANSWERS = 500;
const MOST_ATTEMPTS = 1000;
const LONGEST_NAME = 255;
/** In ms: some thirty years. */
const LONGEST_DELAY = 1e12;

type Fields = { readonly [name: string]: unknown };

/** Null for what is no plan, or one beyond the limits. */
export function readFaults(value: unknown): FaultPlan | null {
  if (!isFields(value)) return null;
  const { answers = [], inputs = [] } = value;
  if (!Array.isArray(answers) || answers.length > MOST_ANSWERS) return null;
  if (!Array.isArray(inputs) || inputs.length > MOST_INPUTS) return null;
  const readAnswers = answers.map(readAnswer);
  const readInputs = inputs.map(readInput);
  if (readAnswers.includes(null) || readInputs.includes(null)) return null;
  const plan = {
    answers: readAnswers as readonly AnswerFault[],
    inputs: readInputs as readonly Input[],
  };
  return inputsOf(plan).length > MOST_INPUTS ? null : plan;
}

function readAnswer(value: unknown): AnswerFault | null {
  if (!isFields(value)) return null;
  const { unit, node, attempt } = value;
  const make = readMake(value['make']);
  if (!isText(unit) || !isText(node) || make === null) return null;
  if (!isWhole(attempt, MOST_ATTEMPTS) || attempt === 0) return null;
  return { unit, node, attempt, make };
}

function readMake(value: unknown): Make | null {
  if (!isFields(value)) return null;
  const { kind } = value;
  switch (kind) {
    case 'succeed':
    case 'hang':
      return { kind };
    case 'fail': {
      const { class: errorClass, status = null } = value;
      if (!isText(errorClass) || !/^[A-Za-z_][\w.-]*$/.test(errorClass)) return null;
      if (status !== null && (!isWhole(status, 599) || status < 400)) return null;
      return { kind, class: errorClass, status };
    }
    case 'silent':
      return typeof value['done'] === 'boolean' ? { kind, done: value['done'] } : null;
    case 'slow':
      return isWhole(value['by'], LONGEST_DELAY) ? { kind, by: value['by'] } : null;
    case 'crash': {
      const { when } = value;
      return when === 'before' || when === 'after' ? { kind, when } : null;
    }
    default:
      return null;
  }
}

function readInput(value: unknown): Input | null {
  if (!isFields(value)) return null;
  const { after, delay = 0, action } = value;
  if (typeof after !== 'string' || after.length > LONGEST_MOMENT) return null;
  if (!isWhole(delay, LONGEST_DELAY)) return null;
  const moment = { after, delay };
  switch (action) {
    case 'cancel':
      return { ...moment, action };
    case 'crash':
      return isWhole(value['down'], LONGEST_DELAY)
        ? { ...moment, action, down: value['down'] }
        : null;
    case 'signal': {
      const { name, value: content = null } = value;
      return isText(name) ? { ...moment, action, name, value: content as Json } : null;
    }
    case 'operator': {
      const { command, step = null, applied = null } = value;
      if (command !== 'retry-step' && command !== 'resume-run' && command !== 'settle-uncertain') {
        return null;
      }
      if (step !== null && !isText(step)) return null;
      if (applied !== null && typeof applied !== 'boolean') return null;
      return { ...moment, action, command, step, applied };
    }
    default:
      return null;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_NAME;
}

function isWhole(value: unknown, largest: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= largest;
}
