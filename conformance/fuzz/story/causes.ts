/** What went wrong in a run, in words: one line for each thing. */

import { formatTime } from '../../../simulator/trace/explain/words.ts';
import { stepOfUnit } from '../expectations/names.ts';
import type { Facts, FaultKind } from '../facts.ts';
import type { Space } from '../space/space.ts';

export const tellCauses = (space: Space, facts: Facts): readonly string[] => {
  const { scenario, run } = facts;
  const causes: string[] = [];
  const told = new Map<string, { readonly text: string; attempts: number[] }>();
  for (const { kind, event, answer } of facts.faultyCalls) {
    const name = `${kind} ${event.unit}`;
    const before = told.get(name);
    if (before === undefined) {
      const error = answer.then.kind === 'error' ? answer.then.error.class : null;
      told.set(name, {
        text: `'${event.unit}' ${wordsFor(kind, error, answer.after)}`,
        attempts: [event.attempt],
      });
    } else if (!before.attempts.includes(event.attempt)) before.attempts.push(event.attempt);
  }
  for (const { text, attempts } of told.values()) {
    const which =
      attempts.length > 1
        ? ` (attempts ${attempts.join(', ')})`
        : attempts[0] === 1
          ? ''
          : ` (attempt ${attempts[0]})`;
    causes.push(text + which);
  }
  for (const name of space.signals.keys()) {
    const sent = scenario.controls.find((each) => each.action === 'signal' && each.name === name);
    if (sent === undefined) causes.push(`the signal '${name}' never comes`);
    else if ('at' in sent && sent.at > 1000) {
      causes.push(`the signal '${name}' comes at ${formatTime(sent.at)}`);
    }
  }
  for (const event of run.trace) {
    if (event.type === 'cancel.requested')
      causes.push(`the run is cancelled at ${formatTime(event.at)}`);
    if (event.type === 'crashed') causes.push(`the runtime crashes at ${formatTime(event.at)}`);
    if (event.type === 'operator.act') {
      const step = event.step === null ? '' : ` '${event.step}'`;
      causes.push(`an operator orders ${event.command}${step} at ${formatTime(event.at)}`);
    }
  }
  for (const [unit, answers] of Object.entries(scenario.tasks)) {
    const values = answers.flatMap(({ then }) => (then.kind === 'ok' ? [then.output] : []));
    const usual = space.bases[0]?.tasks[unit];
    if (values.length === 0 || JSON.stringify(usual) === JSON.stringify(answers)) continue;
    causes.push(`'${stepOfUnit(unit)}' hands back ${shorten(JSON.stringify(values.at(-1)))}`);
  }
  if (JSON.stringify(scenario.input) !== JSON.stringify(space.bases[0]?.input)) {
    causes.push(`the input is ${shorten(JSON.stringify(scenario.input))}`);
  }
  for (const [kind, things] of Object.entries(scenario.environment)) {
    for (const name of Object.keys(things)) causes.push(`of the ${kind}, '${name}' is not there`);
  }
  if (!scenario.world.honoursKeys) causes.push('the far side ignores idempotency keys');
  for (const [pool, count] of Object.entries(scenario.workers)) {
    causes.push(`there ${count === 1 ? 'is 1 worker' : `are ${count} workers`} in pool '${pool}'`);
  }
  return causes;
};

const wordsFor = (kind: FaultKind, error: string | null, after: number): string => {
  switch (kind) {
    case 'refused':
      return `is refused (${error})`;
    case 'fails':
      return `fails (${error})`;
    case 'lost':
      return 'takes effect, but its reply is lost';
    case 'hangs':
      return 'never returns';
    case 'late':
      return 'takes effect after its timeout';
    case 'slow':
      return `takes ${formatTime(after)}`;
    case 'doubled':
      return 'is delivered twice';
  }
};

const LONGEST = 120;

const shorten = (text: string): string =>
  text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
