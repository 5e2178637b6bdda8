/** What a profile's runs are to be: cases and generated runs, each with the id that a report names. */

import type { Profile } from '../../core/model/workflow.ts';
import { generatedCase } from '../generate/case.ts';
import type { Hello } from '../protocol/hello.ts';
import type { Rule } from '../rules/rule.ts';
import type { TestCase } from './case.ts';
import type { CertifyOptions, Course } from './course.ts';
import { needsOf } from './needs.ts';
import { roomFor, roomy } from './roomy.ts';
import { type LeftOut, wantOf } from './selection.ts';
import { isOwn } from './shard.ts';

export interface PlannedCase {
  /** `baseline/case/retry/max-attempts/1`, `baseline/run/17`. */
  readonly id: string;
  /** The rule that a case is about; left out of generated runs. */
  readonly rule?: string;
  readonly testCase: TestCase;
}

export interface Fixed {
  readonly sent: readonly PlannedCase[];
  readonly unsent: number;
  /** Rules none of whose cases could be sent, and what is missing for it. */
  readonly outOfReach: ReadonlyMap<string, Want>;
}

type Want = Pick<LeftOut, 'reason' | 'missing'>;

/** What decides what is to be run, of whichever shard. */
export interface Plan {
  readonly hello: Pick<Hello, 'capabilities' | 'dialects' | 'unsupported'>;
  readonly profile: Profile;
  readonly cases: CertifyOptions['cases'];
  /** Those that are judged. */
  readonly rules: readonly Pick<Rule, 'id' | 'kind'>[];
}

/** The cases of all shards. */
export const fixedCases = ({ hello, profile, cases, rules }: Plan): Fixed => {
  const ids = new Set(rules.map(({ id }) => id));
  const sent: PlannedCase[] = [];
  const reached = new Set<string>();
  const outOfReach = new Map<string, Want>();
  let unsent = 0;
  for (const fixed of cases) {
    if (!fixed.profiles.includes(profile) || !ids.has(fixed.rule)) continue;
    const missing = missingFor(fixed.testCase(profile, 0), profile, hello);
    if (missing !== null) {
      unsent += fixed.repeat;
      outOfReach.set(fixed.rule, missing);
      continue;
    }
    reached.add(fixed.rule);
    for (let turn = 0; turn < fixed.repeat; turn += 1) {
      const id = `${profile}/case/${fixed.rule}/${fixed.number}`;
      sent.push({
        id: fixed.repeat === 1 ? id : `${id}/${turn + 1}`,
        rule: fixed.rule,
        testCase: fixed.testCase(profile, turn),
      });
    }
  }
  for (const rule of reached) outOfReach.delete(rule);
  return { sent, unsent, outOfReach };
};

/** How many runs are generated after the fixed cases, over all shards. */
export const generatedRuns = ({ hello, profile, rules }: Plan, runs: number): number => {
  const needsRuns = rules.some(({ kind }) => kind !== 'document');
  return needsRuns && takesPlans(hello, profile) ? runs : 0;
};

export const runId = (profile: Profile, number: number): string => `${profile}/run/${number}`;

/** HarnessXML can say all that a plan of its profile can. */
const takesPlans = ({ dialects }: Pick<Hello, 'dialects'>, profile: Profile): boolean =>
  dialects.includes('plan') || (profile === 'harness' && dialects.includes('harness'));

/** Why a case can't be sent to a driver; null where it can. */
const missingFor = (testCase: TestCase, profile: Profile, hello: Plan['hello']): Want | null => {
  const { capabilities, dialects } = hello;
  const { document } = testCase;
  if (document === undefined && !takesPlans(hello, profile)) {
    return { reason: 'it takes no plans' };
  }
  if (document !== undefined && !dialects.includes(document.dialect)) {
    return { reason: `it takes no documents of dialect ${document.dialect}` };
  }
  const missing = [...needsOf(testCase)].find((name) => !capabilities.includes(name));
  return missing === undefined ? null : wantOf(missing, hello);
};

/**
 * Those of the shard, made one by one.
 * @param fixed The shard's own.
 * @param generated How many runs are generated after them, over all shards.
 */
export function* plannedCases(
  { runtime, profile, options }: Course,
  fixed: readonly PlannedCase[],
  generated: number,
): Generator<PlannedCase> {
  const room = roomFor(runtime.hello.clock);
  for (const { testCase, ...about } of fixed) {
    yield { ...about, testCase: roomy(testCase, room) };
  }
  const declared: ReadonlySet<string> = new Set(runtime.hello.capabilities);
  const space = {
    profile,
    allows: (capability: string) => declared.has(capability),
    isExact: runtime.hello.clock.kind === 'virtual',
  };
  for (let number = 0; number < generated; number += 1) {
    const id = runId(profile, number);
    if (!isOwn(options.shard, id)) continue;
    yield {
      id,
      testCase: roomy(generatedCase(space, options.seed, number), room),
    };
  }
}
