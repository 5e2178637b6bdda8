/** Each planted fault for which two things that go wrong are enough is found by an exploration. */

import { describe, expect, test } from 'vitest';
import { explore } from '../../simulator/explore/explore.ts';
import type { Exploration } from '../../simulator/explore/types.ts';
import { askedOf, USUAL_BOUNDS } from '../explore/target.ts';
import { readKey } from '../fuzz/search/keys.ts';
import type { FuzzTarget } from '../fuzz/search/prepare.ts';
import { PLANTED } from './planted.ts';
import { plantedTarget } from './testing.ts';

/** K: so many things go wrong in a run at most. */
const FAULTS = 2;

const exploreTwin = (target: FuzzTarget): Exploration => {
  const asked = askedOf(target, { ...USUAL_BOUNDS, faults: FAULTS });
  const turns = explore(asked.target, asked.options);
  for (let turn = turns.next(); ; turn = turns.next()) if (turn.done === true) return turn.value;
};

const brokenIn = ({ expected }: FuzzTarget, { broken }: Exploration): readonly string[] =>
  broken.map(({ what }) => {
    const key = readKey(what);
    const property = key.kind === 'rule' ? key.rule : expected[key.index]?.expectation.property;
    return `${property} ${what.slice(what.indexOf('|') + 1)}`;
  });

describe.each(PLANTED.filter(({ faults }) => faults <= FAULTS))('$name', (planted) => {
  test('is found by an exploration', () => {
    const target = plantedTarget(planted, 'fault');
    const broken = brokenIn(target, exploreTwin(target));
    const isMeant = (what: string): boolean =>
      planted.node === null
        ? what.startsWith(`${planted.property} `)
        : what === `${planted.property} ${planted.node}`;
    expect(broken.some(isMeant), broken.join(', ')).toBe(true);
  });

  test('has a twin in which nothing breaks', () => {
    const target = plantedTarget(planted, 'right');
    const exploration = exploreTwin(target);
    expect(brokenIn(target, exploration)).toEqual([]);
    expect(exploration.isComplete).toBe(true);
  });
});
