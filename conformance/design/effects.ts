/** What stands in the world once a run is over. */

import type { Effect, Run } from '../../core/model/run.ts';

const COMPENSATION = 'compensate:';

/** The last effect of each unit that nothing undid afterwards, undos themselves left out. */
export const standingEffects = ({ effects }: Run): readonly Effect[] => {
  const last = new Map<string, Effect>();
  const undone = new Map<string, number>();
  for (const effect of effects) {
    const { unit, at } = effect;
    if (unit.startsWith(COMPENSATION)) undone.set(unit.slice(COMPENSATION.length), at);
    else last.set(unit, effect);
  }
  return [...last.values()].filter(({ unit, at }) => (undone.get(unit) ?? -1) < at);
};

export const isStanding = (run: Run, node: string): boolean =>
  standingEffects(run).some((effect) => effect.node === node);

/** Units that were undone, in the order of their undoing. */
export const undoneUnits = ({ effects }: Run): readonly string[] =>
  effects
    .filter(({ unit }) => unit.startsWith(COMPENSATION))
    .map(({ unit }) => unit.slice(COMPENSATION.length));
