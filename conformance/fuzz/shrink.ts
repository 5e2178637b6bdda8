/**
 * Makes a scenario smaller for as long as the same breaks: first all that can go at once, then one
 * thing after another, then simpler and earlier. At its end nothing can be taken away any more.
 */

import type { JsonObject } from '../../core/model/json.ts';
import type { Control, Scenario, TaskAnswer } from '../../core/model/scenario.ts';
import { emptyScenario } from '../../core/scenario/empty.ts';
import { stepOfUnit } from './expectations/names.ts';
import { usualAnswer, withTask } from './space/answers.ts';
import { failure, REFUSAL } from './space/faults.ts';
import type { Space } from './space/space.ts';

export interface Shrunk {
  readonly scenario: Scenario;
  readonly tries: number;
  /** Whether the search for smaller ones came to its end. */
  readonly isMinimal: boolean;
}

/** @param stillBreaks Runs a scenario; null once no more may be run. */
export const shrinkScenario = (
  space: Space,
  scenario: Scenario,
  stillBreaks: (smaller: Scenario) => boolean | null,
): Shrunk => {
  let smallest = scenario;
  let tries = 0;
  for (;;) {
    let next: Scenario | null = null;
    for (const smaller of smallerScenarios(space, smallest)) {
      const breaks = stillBreaks(smaller);
      if (breaks === null) return { scenario: smallest, tries, isMinimal: false };
      tries += 1;
      if (!breaks) continue;
      next = smaller;
      break;
    }
    if (next === null) return { scenario: smallest, tries, isMinimal: true };
    smallest = next;
  }
};

function* smallerScenarios(space: Space, scenario: Scenario): Generator<Scenario> {
  yield* withoutSettings(space, scenario);
  yield* withoutTasks(space, scenario);
  yield* withoutControls(space, scenario);
  yield* withSimplerAnswers(space, scenario);
  yield* withEarlierControls(space, scenario);
}

/** What a scenario says of the world at large, back to what is usual. */
function* withoutSettings(space: Space, scenario: Scenario): Generator<Scenario> {
  const [base] = space.bases;
  if (base === undefined) return;
  const { environment } = scenario;
  if (scenario.seed !== base.seed) yield { ...scenario, seed: base.seed };
  if (scenario.default.after !== base.default.after) yield { ...scenario, default: base.default };
  if (scenario.latency.dispatch + scenario.latency.decide > 0) {
    yield { ...scenario, latency: emptyScenario.latency };
  }
  if (Object.keys(scenario.workers).length > 0) {
    yield { ...scenario, workers: emptyScenario.workers };
  }
  if (Object.keys(scenario.draws).length > 0) yield { ...scenario, draws: emptyScenario.draws };
  if (!scenario.world.honoursKeys || !scenario.world.status) {
    yield { ...scenario, world: emptyScenario.world };
  }
  if (JSON.stringify(environment) !== JSON.stringify(emptyScenario.environment)) {
    yield { ...scenario, environment: emptyScenario.environment };
  }
  if (JSON.stringify(scenario.input) !== JSON.stringify(base.input)) {
    yield { ...scenario, input: base.input };
    for (const name of Object.keys(scenario.input)) {
      const usual = base.input[name];
      if (usual === undefined || scenario.input[name] === usual) continue;
      yield { ...scenario, input: { ...scenario.input, [name]: usual } };
    }
  }
  const hasOperators = scenario.controls.some(({ action }) => action === 'operator');
  if (scenario.onFailure !== null && !hasOperators) yield { ...scenario, onFailure: null };
}

/** Units that stand in the usual scenario stay as they are there. */
const usualTask = (space: Space, unit: string): readonly TaskAnswer[] =>
  space.bases[0]?.tasks[unit] ?? [];

const isUsual = (space: Space, unit: string, answers: readonly TaskAnswer[]): boolean =>
  JSON.stringify(answers) === JSON.stringify(usualTask(space, unit));

function* withoutTasks(space: Space, scenario: Scenario): Generator<Scenario> {
  const units = Object.keys(scenario.tasks).filter(
    (unit) => !isUsual(space, unit, scenario.tasks[unit] ?? []),
  );
  if (units.length > 3) {
    const half = Math.ceil(units.length / 2);
    yield without(space, scenario, units.slice(0, half));
    yield without(space, scenario, units.slice(half));
  }
  for (const unit of units) yield without(space, scenario, [unit]);
}

const without = (space: Space, scenario: Scenario, units: readonly string[]): Scenario =>
  units.reduce((left, unit) => withTask(left, unit, usualTask(space, unit)), scenario);

function* withoutControls({ bases }: Space, scenario: Scenario): Generator<Scenario> {
  const { controls } = scenario;
  const base = bases[0]?.controls ?? [];
  // The usual signals are no fault; those that are missing are one, and are put back.
  const others = controls.filter(({ action }) => action !== 'signal');
  if (others.length > 2) yield { ...scenario, controls: base };
  for (const [index, control] of controls.entries()) {
    if (control.action === 'signal' || control.action === 'resume') continue;
    const resume =
      control.action === 'crash'
        ? controls.findIndex(({ action }, place) => place > index && action === 'resume')
        : -1;
    yield {
      ...scenario,
      controls: controls.filter((_, place) => place !== index && place !== resume),
    };
  }
  if (JSON.stringify(controls.filter(isSignal)) !== JSON.stringify(base.filter(isSignal))) {
    yield { ...scenario, controls: [...base.filter(isSignal), ...others] };
  }
}

const isSignal = ({ action }: Control): boolean => action === 'signal';

function* withSimplerAnswers(space: Space, scenario: Scenario): Generator<Scenario> {
  for (const [unit, answers] of Object.entries(scenario.tasks)) {
    if (isUsual(space, unit, answers)) continue;
    const usual = usualAnswer(emptyScenario, at(unit), space);
    const step = space.steps.get(stepOfUnit(unit));
    const placeholder = step?.placeholder ?? {};
    if (answers.length > 1) {
      yield withTask(scenario, unit, answers.slice(0, -1));
      yield withTask(scenario, unit, answers.slice(1));
    }
    for (const [index, answer] of answers.entries()) {
      for (const simpler of simplerAnswers(answer, usual, placeholder)) {
        yield withTask(scenario, unit, answers.with(index, simpler));
      }
      // What comes too late fails, like what is refused, which needs no timeout for it.
      if (answer.then.kind === 'default' && answer.after > (step?.timeout ?? Infinity)) {
        yield withTask(scenario, unit, answers.with(index, failure(REFUSAL, usual.after)));
      }
    }
  }
}

const same = (left: unknown, right: unknown): boolean =>
  JSON.stringify(left) === JSON.stringify(right);

const at = (unit: string) => ({ unit, node: stepOfUnit(unit), attempt: 1 });

function* simplerAnswers(
  answer: TaskAnswer,
  usual: TaskAnswer,
  placeholder: JsonObject,
): Generator<TaskAnswer> {
  const { then, after, applied, duplicate } = answer;
  if (then.kind !== 'default' && JSON.stringify(answer) !== JSON.stringify(usual)) yield usual;
  else if (after !== usual.after) yield { ...answer, after: usual.after };
  if (duplicate) yield { ...answer, duplicate: false };
  // The plainest way to fail is to be refused: no timeout, no other attempt, no effect.
  const isRefusal = then.kind === 'error' && then.error.class === REFUSAL;
  if (!isRefusal && (then.kind === 'error' || then.kind === 'hang')) {
    yield failure(REFUSAL, usual.after);
  }
  if (then.kind === 'error') {
    if (applied) yield { ...answer, applied: false };
    if (after !== usual.after) yield { ...answer, after: usual.after };
  }
  if (then.kind === 'ok') {
    if (after !== usual.after) yield { ...answer, after: usual.after };
    if (usual.then.kind === 'ok' || usual.then.kind === 'default') {
      for (const name of Object.keys(then.output)) {
        const before = usual.then.kind === 'ok' ? usual.then.output[name] : placeholder[name];
        if (before === undefined || same(before, then.output[name])) continue;
        yield { ...answer, then: { kind: 'ok', output: { ...then.output, [name]: before } } };
      }
    }
  }
  if (then.kind === 'hang' && applied) yield { ...answer, applied: false };
}

/** What comes from outside comes as early as it can, at round numbers. */
function* withEarlierControls({ bases }: Space, scenario: Scenario): Generator<Scenario> {
  const signals = bases[0]?.controls.filter(isSignal) ?? [];
  for (const [index, control] of scenario.controls.entries()) {
    if (
      isSignal(control) &&
      signals.some((usual) => JSON.stringify(usual) === JSON.stringify(control))
    )
      continue;
    const next = scenario.controls[index + 1];
    if (control.action === 'crash' && next?.action === 'resume' && 'at' in next) {
      // It is back at once, if that is enough; else both stay, for it must not be down for longer.
      if (!('event' in control)) continue;
      const resume: Control = { event: control.event + 1, action: 'resume' };
      yield { ...scenario, controls: scenario.controls.with(index + 1, resume) };
      continue;
    }
    for (const moment of earlierMoments(control)) {
      const earlier = { ...control, ...moment } as Control;
      const controls = scenario.controls.with(index, earlier);
      // A resume right after its crash goes with it.
      if (control.action === 'crash' && next?.action === 'resume' && 'event' in next) {
        controls[index + 1] = { event: (moment as { event: number }).event + 1, action: 'resume' };
      }
      yield { ...scenario, controls };
    }
  }
}

function* earlierMoments(control: Control): Generator<{ event: number } | { at: number }> {
  if ('event' in control) {
    const { event } = control;
    for (const earlier of [1, Math.floor(event / 2), event - 1]) {
      if (earlier >= 1 && earlier < event) yield { event: earlier };
    }
    return;
  }
  if (control.action === 'resume') return;
  for (const earlier of [0, Math.floor(control.at / 2)]) {
    if (earlier < control.at) yield { at: earlier };
  }
}
