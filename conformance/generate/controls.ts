/** What happens to a run from outside. */

import type { Control } from '../../core/model/scenario.ts';
import type { Chance } from './chance.ts';
import type { Setting } from './policies.ts';

export const generateControls = (
  chance: Chance,
  { weights }: Setting,
  signals: readonly string[],
  steps: readonly string[],
  troubled: readonly string[],
): readonly Control[] => {
  const controls: (Control & { readonly at: number })[] = signals.map((name) => ({
    at: chance.between(200, 4000),
    action: 'signal',
    name,
    value: { n: 1 },
  }));
  if (chance.happens(weights.cancel)) {
    controls.push({ at: chance.between(80, 6000), action: 'cancel' });
  }
  if (chance.happens(weights.crash)) {
    let at = 0;
    for (let left = chance.oneOf([1, 1, 1, 2, 3]); left > 0; left -= 1) {
      at += chance.between(60, 4500);
      controls.push({ at, action: 'crash' });
      at += chance.between(50, 2500);
      controls.push({ at, action: 'resume' });
    }
  }
  if (weights.operator === 1) {
    const choices = troubled.length > 0 && chance.happens(0.85) ? troubled : steps;
    let at = chance.between(2000, 9000);
    for (let left = chance.between(1, 4); left > 0; left -= 1) {
      controls.push(operatorAct(chance, at, chance.oneOf(choices)));
      at += chance.between(1500, 9000);
    }
  }
  return controls.sort((left, right) => left.at - right.at);
};

const operatorAct = (
  chance: Chance,
  at: number,
  step: string,
): Control & { readonly at: number } => {
  const command = chance.oneOf([
    ...(['retry-step', 'retry-step', 'retry-step'] as const),
    ...(['resume-run', 'resume-run', 'settle-uncertain'] as const),
  ]);
  const settles = command === 'settle-uncertain';
  return {
    at,
    action: 'operator',
    command,
    step: command === 'resume-run' ? null : step,
    applied: settles ? chance.happens(0.5) : null,
    output: settles ? { n: 3 } : null,
    by: 'ops@example.org',
    reason: 'looked into it',
    authorised: chance.happens(0.85),
  };
};
