/** The simulator against a loop that was written for the one saga that it runs. */

import assert from 'node:assert/strict';
import { canonicalJson } from '../../core/model/canonical-json.ts';
import { compileProgram, simulateProgram } from '../../simulator/index.ts';
import { createKeyCache } from '../../simulator/key.ts';
import { err, ok, scenarioOf, workflowOf } from '../../testing/workflow.ts';
import { median, ratioOf, takeTurns } from '../measure.ts';
import { amount, type Row } from '../row.ts';
import { type HandSaga, type HandStep, runByHand } from './saga-by-hand.ts';

/** In s, by what takes so long. */
const TIMES = { reserve: 0.1, charge: 0.2, pack: 0.3, label: 0.1, ship: 0.4, undo: 0.05 };

const program = compileProgram(
  workflowOf(`
    reserve > charge; charge > pack; pack > label; label > ship
    reserve =comp=> release; charge =comp=> refund; pack =comp=> unpack; label =comp=> annul
  `),
);

const scenario = scenarioOf({
  reserve: [ok(TIMES.reserve)],
  charge: [ok(TIMES.charge)],
  pack: [ok(TIMES.pack)],
  label: [ok(TIMES.label)],
  ship: [err(TIMES.ship, 'unavailable')],
  release: [ok(TIMES.undo)],
  refund: [ok(TIMES.undo)],
  unpack: [ok(TIMES.undo)],
  annul: [ok(TIMES.undo)],
});

export const saga: HandSaga = {
  tenant: scenario.tenant,
  run: scenario.run,
  keys: createKeyCache(),
  steps: [
    stepOf('reserve', 'release'),
    stepOf('charge', 'refund'),
    stepOf('pack', 'unpack'),
    stepOf('label', 'annul'),
    { name: 'ship', takes: TIMES.ship * 1000, fails: 'unavailable', undo: null },
  ],
};

function stepOf(name: keyof typeof TIMES, undo: string): HandStep {
  return {
    name,
    takes: TIMES[name] * 1000,
    fails: null,
    undo: { name: undo, unit: `compensate:${name}`, takes: TIMES.undo * 1000 },
  };
}

export function sagaRow(): Row {
  const simulated = () => simulateProgram(program, scenario);
  const byHand = () => runByHand(saga);
  const { trace } = simulated();
  assert.equal(canonicalJson(byHand()), canonicalJson(simulated()), 'the two runs differ');
  const times = takeTurns({ simulated, byHand }, { rounds: 9, turn: 200 });
  const perSecond = (each: readonly number[]): string => amount(1000 / median(each));
  return {
    name: 'saga of five steps',
    ratioIs: 'runs a second, simulator : a loop written by hand',
    ratio: ratioOf(times.byHand, times.simulated),
    goal: { atLeast: 1 / 20 },
    measured: [
      `the fifth step fails, four compensations, ${trace.length} events`,
      `simulator ${perSecond(times.simulated)} runs a second on one thread`,
      `by hand ${perSecond(times.byHand)} runs a second, the same run to the letter`,
    ],
  };
}
