/** Which effects happen with which others, and in which order. */

import type { Effect } from '../../../core/model/run.ts';
import type { Workflow } from '../../../core/model/workflow.ts';
import type { Expectation } from '../expectation.ts';
import { stepOfUnit } from '../expectations/names.ts';
import type { Facts } from '../facts.ts';
import { isEffectOf, seqOfCall } from './effects.ts';
import { broken, HELD, type JudgeProperty, NOT_TRIED } from './property.ts';

type Of<Name> = Extract<Expectation, { readonly property: Name }>;

/** What was not over had not the time for it; what never ends is told by others. */
const isOver = ({ run }: Facts): boolean =>
  run.outcome !== 'paused' && run.outcome !== 'stalled' && run.outcome !== 'refused';

export const ifThen =
  (expectation: Of<'if-then'>, workflow: Workflow): JudgeProperty =>
  (facts) => {
    const { effects, trace, outcome } = facts.run;
    if (!isOver(facts) || effects.length === 0) return NOT_TRIED;
    if (expectation.unless.includes(outcome)) return NOT_TRIED;
    const first = (name: string): Effect | undefined =>
      effects.find((effect) => isEffectOf(effect, name, workflow));
    const happened = expectation.if.map(first);
    if (happened.some((effect) => effect === undefined)) return NOT_TRIED;
    if (expectation.then.some((name) => first(name) !== undefined)) return HELD;
    const last = happened.at(-1) as Effect;
    const then = expectation.then.join(' or ');
    return broken({
      node: stepOfUnit(last.unit),
      message: `${expectation.if.join(' and ')} happened, and ${then} did not; the run ended ${outcome}`,
      expected: `an effect of ${then} by the end`,
      observed: `effects of ${list(effects)} alone`,
      seq: seqOfCall(trace, last),
    });
  };

export const notBoth =
  ({ of }: Of<'not-both'>, workflow: Workflow): JudgeProperty =>
  ({ run }) => {
    const happened = of.map((name) =>
      run.effects.find((effect) => isEffectOf(effect, name, workflow)),
    );
    const some = happened.filter((effect) => effect !== undefined);
    if (some.length === 0) return NOT_TRIED;
    if (some.length < of.length) return HELD;
    const last = some.reduce((latest, effect) => (effect.at >= latest.at ? effect : latest));
    return broken({
      node: stepOfUnit(last.unit),
      message: `${of.join(' and ')} all happened in one run`,
      expected: `not all of ${of.join(', ')}`,
      observed: some.map(({ unit, at }) => `${unit} at ${at} ms`).join(', '),
      seq: seqOfCall(run.trace, last),
    });
  };

export const onlyAfter =
  ({ then, first }: Of<'only-after'>, workflow: Workflow): JudgeProperty =>
  ({ run }) => {
    for (const effect of run.effects) {
      if (isEffectOf(effect, first, workflow)) return HELD;
      if (!isEffectOf(effect, then, workflow)) continue;
      return broken({
        node: stepOfUnit(effect.unit),
        message: `${then} happened at ${effect.at} ms, and ${first} had not by then`,
        expected: `an effect of ${first} before any of ${then}`,
        observed: `${effect.unit} at ${effect.at} ms`,
        seq: seqOfCall(run.trace, effect),
      });
    }
    return NOT_TRIED;
  };

const SHOWN = 8;

const list = (effects: readonly Effect[]): string => {
  const units = [...new Set(effects.map(({ unit }) => unit))];
  const more = units.length > SHOWN ? ` and ${units.length - SHOWN} more` : '';
  return `${units.slice(0, SHOWN).join(', ')}${more}`;
};
