/** Which rules one runtime keeps otherwise than another. */

import { countOf } from '../../../simulator/trace/explain/words.ts';
import type { RuleReport } from '../../suite/certification.ts';
import { cut } from '../../suite/cut.ts';
import type { Verdict } from '../../suite/verdict.ts';
import type { RuleChange, Side } from './comparison.ts';

type Names = { readonly a: Pick<Side, 'name'>; readonly b: Pick<Side, 'name'> };

/** How well a rule is kept; a verdict that is not here says nothing of that. */
const KEPT: { readonly [verdict in Verdict]?: number } = {
  pass: 2,
  choice: 2,
  degraded: 1,
  fail: 0,
};

const ORDER: readonly RuleChange['change'][] = ['worse', 'better', 'otherwise', 'unknown'];

/** Changes of the rules that both reports have; worse ones first, in the order of the rules. */
export const ruleChanges = (
  a: readonly RuleReport[],
  b: readonly RuleReport[],
  names: Names,
): readonly RuleChange[] => {
  const before = new Map(a.map((rule) => [rule.id, rule]));
  const changes = b.flatMap((rule) => {
    const old = before.get(rule.id);
    return old === undefined ? [] : changeOf(old, rule, names);
  });
  return ORDER.flatMap((kind) => changes.filter(({ change }) => change === kind));
};

const changeOf = (a: RuleReport, b: RuleReport, names: Names): readonly RuleChange[] => {
  if (a.verdict === b.verdict) return [];
  const change = kindOf(a.verdict, b.verdict);
  if (change === null) return [];
  const { id, title, clause, strength } = b;
  const sentence = `${stateOf(names.b.name, b)}; ${stateOf(names.a.name, a)}`;
  return [{ id, title, clause, strength, a: a.verdict, b: b.verdict, change, sentence }];
};

/** Null where nothing is known on either side. */
const kindOf = (a: Verdict, b: Verdict): RuleChange['change'] | null => {
  const was = KEPT[a];
  const is = KEPT[b];
  if (was === undefined && is === undefined) return null;
  if (was === undefined || is === undefined) return 'unknown';
  if (was === is) return 'otherwise';
  return is < was ? 'worse' : 'better';
};

const stateOf = (name: string, { verdict, breach, reason, broken, runs }: RuleReport): string => {
  const because = reason === null ? '' : ` (${cut(reason)})`;
  switch (verdict) {
    case 'pass':
      return `${name} keeps it`;
    case 'choice':
      return `${name} keeps it under another reading${because}`;
    case 'fail':
    case 'degraded': {
      const often = broken > 0 ? ` in ${broken} of ${countOf(runs, 'run')}` : '';
      const how = breach === null ? because : ` (${cut(breach.message)})`;
      return `${name} breaks it${often}${how}`;
    }
    case 'unsupported':
      return `${name} can't do that${because}`;
    case 'vacuous':
      return `with ${name} it never came to that`;
    case 'stale':
      return `of ${name} somebody expected another verdict${because}`;
    case 'inconclusive':
    case 'blocked':
    case 'skipped':
      return `of ${name} nothing is known${because}`;
  }
};
