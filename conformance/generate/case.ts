/** A whole case from choices: plan, script, controls. */

import { isPerformed } from '../../core/model/performed.ts';
import type { Control, Scenario } from '../../core/model/scenario.ts';
import type { Profile, Workflow } from '../../core/model/workflow.ts';
import { emptyScenario } from '../../core/scenario/empty.ts';
import { simulate } from '../../simulator/index.ts';
import type { Capability } from '../protocol/schema/names.ts';
import type { TestCase } from '../suite/case.ts';
import { isDecided } from '../suite/playable.ts';
import { type Chance, chanceOf, streamOf } from './chance.ts';
import { drawOutside, generateControls, sendSignals } from './controls.ts';
import { themesAbout } from './focus.ts';
import type { Setting } from './policies.ts';
import { generateScript } from './script.ts';
import { weightsFor } from './weights.ts';
import { generateWorkflow } from './workflow.ts';

export interface CaseSpace {
  readonly profile: Profile;
  /** What the runtime declares that it can do. */
  readonly allows: (capability: Capability) => boolean;
  /** Runs in which what this rule speaks of is common; of all kinds if left out. */
  readonly rule?: string;
  /** False for a real clock, on which nothing comes at the very limit; true if left out. */
  readonly isExact?: boolean;
}

/** How often another one is tried where two things fell on one instant. */
const TRIES = 5;

/**
 * Case `number` of a seed: the same in every engine, whatever other cases are made.
 * @param seed An integer from 0 to 2^53 − 1.
 */
export const generatedCase = (space: CaseSpace, seed: number, number: number): TestCase => {
  const chance = chanceOf(streamOf(seed, space.profile, number));
  const settings = settingsFor(space);
  const about = space.rule === undefined ? '' : `-${space.rule.replace('/', '-')}`;
  return caseFrom(
    chance,
    settings,
    `generated #${number}`,
    `${space.profile}${about}-${seed}-${number}`,
  );
};

const known = new WeakMap<CaseSpace, readonly Setting[]>();

/** The mixes of a space, made once. */
export const settingsFor = (space: CaseSpace): readonly Setting[] => {
  const made = known.get(space);
  if (made !== undefined) return made;
  const { profile, allows, rule = null, isExact = true } = space;
  const settings = weightsFor(profile, allows, rule === null ? [] : themesAbout(rule)).map(
    (weights) => ({
      profile,
      weights: isExact ? weights : { ...weights, boundary: 0 },
      allows,
    }),
  );
  known.set(space, settings);
  return settings;
};

export const caseFrom = (
  chance: Chance,
  settings: readonly Setting[],
  name: string,
  run: string,
): TestCase => {
  let made = drawCase(chance, settings, name, run);
  for (let tries = 1; tries < TRIES && !isDecided(made); tries += 1) {
    made = drawCase(chance, settings, name, run);
  }
  return made;
};

const drawCase = (
  chance: Chance,
  settings: readonly Setting[],
  name: string,
  run: string,
): TestCase => {
  const setting = chance.oneOf(settings);
  const { profile } = setting;
  const outside = drawOutside(chance, setting);
  const onFailure = outside.operates ? 'pause' : 'unwind';
  const { workflow, signals } = generateWorkflow(chance, setting);
  const tasks = generateScript(chance, setting, workflow);
  const scenario: Scenario = {
    ...emptyScenario,
    default: { after: 100 },
    seed: chance.between(0, 0x7fff_ffff),
    input: { order: `o-${chance.between(1, 999)}` },
    tasks,
    profile,
    onFailure,
    // ORBIT's keys name the execution alone.
    tenant: profile === 'orbit' ? 'default' : chance.oneOf(['acme', 'acme', 'globex']),
    run,
    world: { honoursKeys: true, status: setting.allows('reconcile') && chance.happens(0.6) },
    controls: sendSignals(chance, signals),
  };
  const quiet = { name, workflow: { ...workflow, onFailure } as const, scenario };
  if (!outside.cancels && !outside.crashes && !outside.operates) return quiet;
  const dry = simulate(workflow, scenario, DRY_LIMITS);
  const steps = stepsOf(workflow);
  const added = steps.length === 0 ? [] : generateControls(chance, outside, dry, steps);
  const controls = [...scenario.controls, ...added].sort(
    (left, right) => timeOf(left) - timeOf(right),
  );
  return { ...quiet, scenario: { ...scenario, controls } };
};

const DRY_LIMITS = { events: 20_000 };

const timeOf = (control: Control): number => ('at' in control ? control.at : 0);

/** Steps by themselves: no bodies of loops, nothing that undoes. */
const stepsOf = ({ nodes }: Workflow): readonly string[] =>
  nodes.filter(({ kind, id }) => isPerformed(kind) && id.length === 1).map(({ id }) => id);
