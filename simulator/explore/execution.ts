/**
 * One run, halted wherever something could go one way or another: which call returns next, and
 * with what; or what comes from outside. Calls return one after another, a moment apart; where none
 * is open, the clock goes on to what comes due by itself. What was chosen is a scenario, which the
 * plain simulator repeats to the letter.
 */

import { defaultChoices } from '../../core/lifecycle/choices.ts';
import { MAXIMUM_TIME } from '../../core/model/duration.ts';
import type { Run } from '../../core/model/run.ts';
import type { Control, Scenario, TaskAnswer } from '../../core/model/scenario.ts';
import { createMap } from '../../core/scenario/empty.ts';
import { defaultLimits } from '../limits.ts';
import { rulesOf } from '../profile.ts';
import type { Program } from '../program/program.ts';
import { push, RANK } from '../queue.ts';
import { report } from '../report.ts';
import { planCall, planControl } from '../runtime/engine.ts';
import { nodeName } from '../runtime/names.ts';
import { begin, finish } from '../runtime/run.ts';
import { scenarioDraw } from '../runtime/simulated-host.ts';
import type { Attempt, Engine, Host } from '../runtime/state.ts';
import { isStale, turn } from '../runtime/turn.ts';
import { createFingerprint, type Fingerprint, type Names } from './fingerprint.ts';
import type {
  Answer,
  ControlFault,
  ExploreOptions,
  ExploreTarget,
  OpenCall,
  Start,
} from './types.ts';

/** What was chosen: a call's place among the open ones and its answer's in the menu, or below 0. */
export type Decision = number;

const MENU = 64;
const CANCEL = -1;
const CRASH = -2;
/** Nothing is open: the clock goes on to what comes due. */
export const WAIT: Decision = -3;

export const answerAt = (place: number, entry: number): Decision => place * MENU + entry;
export const CONTROLS: { readonly [control in ControlFault]: Decision } = {
  cancel: CANCEL,
  crash: CRASH,
};

/** A call that is delivered twice returns twice. */
const ORDERS = 2;

/** In ms: how far apart the returns of two calls are. */
const MOMENT = 1;

/** Where a run is halted. */
export interface ChoicePoint {
  /**
   * How many calls there are of which one returns next, oldest first: one alone where its answer
   * changes nothing; none where the clock can but go on.
   */
  readonly calls: number;
  /** The ways to answer call `place`. */
  readonly menu: (place: number) => readonly Answer[];
  /** Whether something may come from outside. */
  readonly mayControl: boolean;
}

export interface Execution {
  readonly engine: Engine;
  readonly fingerprint: Fingerprint;
  /** Goes on to where something can be chosen; null once the run is over, or can't go on. */
  advance(): ChoicePoint | null;
  choose(decision: Decision): void;
  /** What the run comes to; it must be over. */
  end(): Run;
  /** What the plain simulator must be given to do the same. */
  scenario(): Scenario;
  /** What was chosen and is not usual, in words. */
  choices(): readonly string[];
}

interface Open {
  readonly attempt: Attempt;
  readonly sentAt: number;
  /** Its place among all that is planned, as if it had been planned when it was sent. */
  readonly order: number;
  readonly call: OpenCall;
}

export const execute = (
  program: Program,
  target: ExploreTarget,
  options: ExploreOptions,
  names: Names,
  sensitive: ReadonlySet<string>,
  startIndex: number,
): Execution => {
  const start = target.starts[startIndex] as Start;
  const open: Open[] = [];
  /** How many at the front of these the runtime gave up on. */
  let givenUp = 0;
  const answers = new Map<string, (TaskAnswer | undefined)[]>();
  const controls: Control[] = [];
  const unusual: string[] = start.faults > 0 ? [start.name] : [];
  const fingerprint = createFingerprint(names, startIndex, new Set(target.ordered), sensitive);

  const keep = ({ unit }: OpenCall, number: number, answer: TaskAnswer): void => {
    const known = answers.get(unit);
    if (known === undefined) answers.set(unit, [answer]);
    (answers.get(unit) as (TaskAnswer | undefined)[])[number - 1] = answer;
  };
  const plan = ({ attempt, sentAt, order }: Omit<Open, 'call'>): void => {
    const { answer } = attempt;
    const isSilent = answer.then.kind === 'hang';
    if (isSilent && !answer.applied) return;
    const what = isSilent ? 'effect' : 'return';
    const at = Math.min(sentAt + answer.after, MAXIMUM_TIME);
    push(engine.queue, { at, rank: RANK.return, order, what, attempt });
    if (!answer.duplicate) return;
    push(engine.queue, { at, rank: RANK.return, order: order + 1, what, attempt });
  };
  const host: Host = {
    send: (attempt) => {
      const { step, number } = attempt;
      const sentAt = engine.now;
      const order = engine.planned + 1;
      engine.planned += ORDERS;
      const known = answers.get(step.unit)?.[number - 1];
      if (known !== undefined) {
        // It was sent before the runtime died, and is answered as it would have been then.
        attempt.answer = known;
        plan({ attempt, sentAt, order });
        return;
      }
      const call: OpenCall = {
        unit: step.unit,
        node: nodeName(step),
        attempt: number,
        isUndo: step.undoes !== null,
        isGivenUp: false,
      };
      open.push({ attempt, sentAt, order, call });
    },
    ask: (attempt) => planCall(engine, 'status', engine.now, attempt),
    giveUp: (attempt) => {
      const place = open.findIndex((each) => each.attempt === attempt);
      if (place < givenUp) return;
      const [found] = open.splice(place, 1);
      if (found === undefined) return;
      open.splice(givenUp, 0, { ...found, call: { ...found.call, isGivenUp: true } });
      givenUp += 1;
    },
    draw: scenarioDraw,
  };
  const simulation = begin(
    program,
    start.scenario,
    { ...defaultLimits, ...options.limits },
    rulesOf(start.scenario.profile ?? program.workflow.profile),
    defaultChoices,
    host,
  );
  const { engine, instance } = simulation;
  let next = 0;

  /** All that is due by then, and what follows from it. */
  const settle = (until: number): void => {
    engine.horizon = until;
    while (!instance.isOver && turn(engine));
    fingerprint.follow(engine);
  };

  /** The next thing that comes due by itself; false where nothing does. */
  const goOn = (): boolean => {
    engine.horizon = Number.POSITIVE_INFINITY;
    if (!turn(engine)) return false;
    settle(engine.now);
    return true;
  };

  const take = (place: number, entry: number): void => {
    const each = open[place] as Open;
    const { attempt, call, sentAt } = each;
    const chosen = target.menu(call)[entry] as Answer;
    open.splice(place, 1);
    if (place < givenUp) givenUp -= 1;
    const after = chosen.isTimed ? chosen.answer.after : next - sentAt;
    attempt.answer = { ...chosen.answer, after };
    keep(call, attempt.number, attempt.answer);
    fingerprint.note(call.unit, chosen.name);
    if (entry > 0) {
      const which = attempt.number > 1 ? ` (attempt ${attempt.number})` : '';
      unusual.push(`${call.unit}${which}: ${chosen.name}`);
    }
    plan(each);
  };

  const command = (decision: Decision): void => {
    const given: readonly Control[] =
      decision === CANCEL
        ? [{ at: next, action: 'cancel' }]
        : [
            { at: next, action: 'crash' },
            { at: next, action: 'resume' },
          ];
    const name = decision === CANCEL ? 'cancel' : 'crash';
    unusual.push(name);
    fingerprint.note('', name);
    controls.push(...given);
    for (const control of given) planControl(engine, next, control);
    if (decision === CRASH) loseCalls();
  };

  const loseCalls = (): void => {
    for (const each of open.splice(0)) {
      const { attempt, call, sentAt } = each;
      // What was under way goes on, and takes effect right after the crash.
      const [well] = target.menu(call);
      attempt.answer = { ...(well as Answer).answer, after: next + MOMENT - sentAt };
      keep(call, attempt.number, attempt.answer);
      plan(each);
    }
    givenUp = 0;
  };

  return {
    engine,
    fingerprint,
    advance: () => {
      settle(engine.now);
      while (open.length === 0) {
        if (instance.isOver || engine.exceeded !== null) return null;
        if (options.controls.length > 0 && engine.queue.some((item) => !isStale(item))) break;
        if (!goOn()) return null;
      }
      if (engine.exceeded !== null) return null;
      next = Math.max(next, engine.now) + MOMENT;
      return {
        calls: givenUp > 0 || instance.isOver ? Math.min(1, open.length) : open.length,
        menu: (place) => target.menu((open[place] as Open).call),
        mayControl: !instance.isOver && givenUp === 0,
      };
    },
    choose: (decision) => {
      if (decision === WAIT) {
        goOn();
        return;
      }
      if (decision >= 0) take(Math.floor(decision / MENU), decision % MENU);
      else command(decision);
      if (!instance.isOver) settle(next + MOMENT / 2);
    },
    end: () => report(finish(simulation)),
    scenario: () => {
      const tasks = createMap<readonly TaskAnswer[]>();
      for (const [name, list] of Object.entries(start.scenario.tasks)) tasks[name] = list;
      for (const [unit, list] of answers) {
        tasks[unit] = Array.from(list, (answer) => answer ?? engine.world.usual);
      }
      const { scenario } = start;
      return { ...scenario, tasks, controls: [...scenario.controls, ...controls] };
    },
    choices: () => unusual,
  };
};
