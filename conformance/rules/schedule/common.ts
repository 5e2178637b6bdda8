/** What the rules about beginnings share. */

import type { Checked } from '../judge.ts';
import { judgeEach } from '../judge.ts';
import type { Judgement, RuleDescription, RunRule } from '../rule.ts';
import type { View } from '../view.ts';
import { blamedRule, rulesOf } from './blame.ts';
import { explain } from './explain.ts';
import { readingOf } from './reading/read.ts';
import { type Start, startsOf } from './starts.ts';

/** What all rules of this family have in common. */
export const ruleOfSchedule = (
  rule: Pick<RuleDescription, 'id' | 'title' | 'clause' | 'sees' | 'needs' | 'trigger' | 'page'> & {
    readonly judge: (view: View) => Judgement;
  },
): RunRule => ({
  kind: 'run',
  strength: 'MUST',
  profiles: ['harness'],
  level: 'executing',
  ...rule,
});

/** What a rule says of the beginnings that it speaks of. */
export const judgeStarts = (id: string, view: View): Judgement => {
  const told = toldStarts(view);
  return judgeEach(told, ({ start, rules, blamed }): Checked => {
    if (!rules.includes(id)) return 'not-judged';
    const { verdict } = start;
    return blamed === id && typeof verdict === 'object' ? explain(start, verdict) : 'holds';
  });
};

interface ToldStart {
  readonly start: Start;
  readonly rules: readonly string[];
  readonly blamed: string | null;
}

const told = new WeakMap<View, readonly ToldStart[]>();

const toldStarts = (view: View): readonly ToldStart[] => {
  const known = told.get(view);
  if (known !== undefined) return known;
  const loops = readingOf(view).context.mainLoops;
  const made = startsOf(view).map((start) => ({
    start,
    rules: rulesOf(start, loops),
    blamed: typeof start.verdict === 'object' ? blamedRule(start, start.verdict, loops) : null,
  }));
  told.set(view, made);
  return made;
};
