/** How soon a rule catches a mutant. */

import type { Profile } from '../../core/model/workflow.ts';
import { fixedDocuments } from '../cases/documents.ts';
import type { FixedCase } from '../cases/fixed-case.ts';
import type { DocumentCase } from '../generate/document/document-case.ts';
import type { DocumentCheck, Rule, Sample } from '../rules/rule.ts';
import { createView, type View } from '../rules/view.ts';
import type { TestCase } from '../suite/case.ts';
import { canSee } from '../suite/judge-run.ts';
import type { Mutant } from './mutant.ts';
import { checkAs, type Observe, observerOf } from './runtime.ts';

export interface Hunt {
  /** Generated case `number`, from 0, of a profile, in which a rule has much to say. */
  readonly caseOf: (profile: Profile, rule: string, number: number) => TestCase;
  /** Generated runs in each profile, at most. */
  readonly runs: number;
  readonly cases: readonly FixedCase[];
  /** Generated document `number`, from 0; null where none comes of that number. */
  readonly documentOf: (dialect: DocumentCase['dialect'], number: number) => DocumentCase | null;
}

export type Kill =
  /** In so many generated runs. */
  | { readonly by: 'generated'; readonly runs: number }
  /** No generated run showed it, and a case that was written for the rule does. */
  | { readonly by: 'case' };

/** How each of the rules catches the mutant; rules that do not are left out. */
export const hunt = (
  mutant: Mutant,
  rules: readonly Rule[],
  options: Hunt,
): ReadonlyMap<string, Kill> => {
  const observe = observerOf(mutant);
  const kills = new Map<string, Kill>();
  for (const rule of rules) {
    for (const profile of mutant.profiles.filter((each) => rule.profiles.includes(each))) {
      const runs = kills.has(rule.id) ? null : runsNeeded(observe, rule, profile, options);
      if (runs !== null) kills.set(rule.id, { by: 'generated', runs });
    }
  }
  huntDocuments(mutant, rules, options, kills);
  for (const rule of rules) {
    if (!kills.has(rule.id) && isCaughtByCase(observe, rule, mutant, options)) {
      kills.set(rule.id, { by: 'case' });
    }
  }
  return kills;
};

/** How many generated runs of a profile it takes; null where so many as may be do not. */
const runsNeeded = (
  observe: Observe,
  rule: Rule,
  profile: Profile,
  { caseOf, runs }: Hunt,
): number | null => {
  if (rule.kind === 'document') return null;
  const samples: Sample[] = [];
  for (let number = 0; number < runs; number += 1) {
    const observation = observe(caseOf(profile, rule.id, number));
    if (observation === null) continue;
    const concludes = number % LOOK === LOOK - 1;
    if (catches(rule, createView(observation), samples, concludes)) return number + 1;
  }
  return null;
};

const huntDocuments = (
  mutant: Mutant,
  rules: readonly Rule[],
  { documentOf, runs }: Hunt,
  kills: Map<string, Kill>,
): void => {
  const open = new Set(rules.filter(({ kind }) => kind === 'document'));
  const look = (document: DocumentCase, kill: Kill): void => {
    const { dialect, source, expected } = document;
    const { valid, findings } = checkAs(mutant, source, dialect);
    const check = { dialect, source, expected, valid, findings } as DocumentCheck;
    for (const rule of open) {
      if (rule.kind !== 'document' || rule.judgeDocument(check).breaches.length === 0) continue;
      kills.set(rule.id, kill);
      open.delete(rule);
    }
  };
  for (const dialect of DIALECTS.filter((name) => mutant.profiles.includes(name))) {
    const most = Math.min(runs, MOST_DOCUMENTS);
    for (let number = 0; number < most && open.size > 0; number += 1) {
      const document = documentOf(dialect, number);
      if (document !== null) look(document, { by: 'generated', runs: number + 1 });
    }
    if (open.size === 0) return;
    for (const document of fixedDocuments(dialect)) look(document, { by: 'case' });
  }
};

/** A document takes far longer to read than a run to judge. */
const MOST_DOCUMENTS = 50;

const DIALECTS = ['harness', 'orbit'] as const;

/** What many runs show together is looked at again every so many runs. */
const LOOK = 20;

const isCaughtByCase = (
  observe: Observe,
  rule: Rule,
  { profiles }: Mutant,
  { cases }: Hunt,
): boolean =>
  profiles
    .filter((profile) => rule.profiles.includes(profile))
    .some((profile) => {
      const samples: Sample[] = [];
      return cases
        .filter((fixed) => fixed.rule === rule.id && fixed.profiles.includes(profile))
        .some((fixed) =>
          Array.from({ length: fixed.repeat }, (_, turn) => turn).some((turn) => {
            const observation = observe(fixed.testCase(profile, turn));
            if (observation === null) return false;
            const isLast = turn === fixed.repeat - 1;
            return catches(rule, createView(observation), samples, isLast);
          }),
        );
    });

const catches = (rule: Rule, view: View, samples: Sample[], concludes: boolean): boolean => {
  if (!canSee(rule, view.observation)) return false;
  switch (rule.kind) {
    case 'run':
      return rule.judge(view).breaches.length > 0;
    case 'sample':
      samples.push(...rule.sample(view));
      return concludes && rule.conclude(samples).breaches.length > 0;
    case 'document':
      return false;
  }
};
