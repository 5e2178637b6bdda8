/** How a report stands to one claim: what it rests on, and what stands against it. */

import { countOf } from '../../simulator/trace/explain/words.ts';
import { ruleOf } from '../rules/index.ts';
import type { Certification, ProfileReport, RuleReport } from '../suite/certification.ts';
import { countsFor, type Tier } from './levels.ts';

export interface Support {
  readonly tier: Tier;
  readonly reached: boolean;
  /** Empty where it is reached. */
  readonly against: readonly Obstacle[];
  /** What the runtime lacks and may lack; a claim names it. */
  readonly gaps: readonly Gap[];
  /** SHOULDs that are broken: they stand against nothing, and a claim names them. */
  readonly degraded: readonly string[];
}

export interface Obstacle {
  /** A sentence without its full stop. */
  readonly why: string;
  /** The rules that it is about; none where it is about the report as a whole. */
  readonly rules: readonly string[];
  /** The capability that is lacking, where it is that. */
  readonly lacks?: string;
  /** Whoever asked left the rules out. */
  readonly isLeftOut?: true;
}

export interface Gap {
  /** Null where the driver refuses plans for want of something finer. */
  readonly capability: string | null;
  readonly reason: string;
  /** Rules of the claim that were not assessed for it, or whose verdict is another's merit. */
  readonly rules: readonly string[];
}

type Reported = Pick<Certification, 'kind' | 'interrupted' | 'truncated' | 'shard' | 'driver'>;

/** Says whether a report supports a claim. Only what was seen to be right supports anything. */
export const supportOf = (report: ProfileReport, certification: Reported, tier: Tier): Support => {
  const counted = report.rules.filter((rule) => countsFor(rule, tier));
  const musts = counted.filter(({ strength }) => strength === 'MUST');
  const lacks = [...lacksOf(musts, certification.driver), ...supplied(counted, certification)];
  const isGap = (lack: Lack): boolean => lack.isExplained && mayLack(tier, lack);
  const gaps = lacks.filter(isGap).map(({ capability, reason, rules }) => ({
    ...{ capability, reason: reason ?? '', rules },
  }));
  const against = [
    ...wholeAgainst(certification, report, tier),
    ...brokenAgainst(musts),
    ...(tier.level === 'core' ? [] : choicesAgainst(report)),
    ...lacks.filter((lack) => !isGap(lack)).map((lack) => lackAgainst(lack, tier)),
    ...openAgainst(musts),
  ];
  const degraded = counted.filter(({ verdict }) => verdict === 'degraded').map(({ id }) => id);
  return { tier, reached: against.length === 0 && musts.length > 0, against, gaps, degraded };
};

/** A report that is not whole supports no claim. */
const wholeAgainst = (
  { kind, interrupted, truncated, shard }: Reported,
  { blocked }: ProfileReport,
  { level }: Tier,
): readonly Obstacle[] => {
  const about = (why: string): Obstacle => ({ why, rules: [] });
  return [
    ...(kind === 'traces' ? [about('traces show single runs, not a runtime')] : []),
    ...(interrupted === true ? [about('the certification was interrupted')] : []),
    ...(truncated === true ? [about('the report ends before its end')] : []),
    ...(shard === null ? [] : [about(`it is shard ${shard.index} of ${shard.count}: merge them`)]),
    // Documents are checked apart from runs.
    ...(blocked > 0 && level !== 'core'
      ? [about(`${countOf(blocked, 'run')} could not be judged`)]
      : []),
  ];
};

const brokenAgainst = (musts: readonly RuleReport[]): readonly Obstacle[] =>
  musts
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ id, breach, reason }) => {
      const how = breach?.message ?? reason;
      return { why: `${id} is broken${how === null ? '' : `: ${how}`}`, rules: [id] };
    });

const choicesAgainst = ({ questions }: ProfileReport): readonly Obstacle[] =>
  questions
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ question, declared, seen }) => ({
      why: `of ${question} it declares ${declared} and was seen to take ${seen}`,
      rules: [],
    }));

interface Lack {
  readonly capability: string | null;
  readonly reason: string | null;
  /** The driver says why, or the protocol does. */
  readonly isExplained: boolean;
  readonly rules: readonly string[];
}

const mayLack = (tier: Tier, { capability, rules }: Lack): boolean => {
  if (capability !== null) return tier.mayLack.some((name) => name === capability);
  return tier.mayRefuse && rules.every((id) => isAboutWhatMayLack(id, tier));
};

const isAboutWhatMayLack = (id: string, tier: Tier): boolean =>
  ruleOf(id)?.needs.some((need) => tier.mayLack.some((name) => name === need)) ?? false;

/** What unsupported rules lack, by capability in the order of the rules. */
const lacksOf = (
  musts: readonly RuleReport[],
  driver: Certification['driver'],
): readonly Lack[] => {
  const unsupported = musts.filter(({ verdict }) => verdict === 'unsupported');
  const keys = new Set(unsupported.map(lackKey));
  return [...keys].map((key): Lack => {
    const rules = unsupported.filter((rule) => lackKey(rule) === key);
    const [first] = rules;
    const capability = first?.missing ?? null;
    const said = capability === null ? undefined : reasonFor(driver, capability);
    return {
      capability,
      reason: said ?? (capability === null ? (first?.reason ?? null) : null),
      isExplained: capability === null ? first?.reason != null : said !== undefined,
      rules: rules.map(({ id }) => id),
    };
  });
};

const lackKey = ({ missing, reason }: RuleReport): string => missing ?? `(${reason})`;

const reasonFor = (driver: Certification['driver'], capability: string): string | undefined =>
  driver !== null && Object.hasOwn(driver.unsupported, capability)
    ? driver.unsupported[capability]
    : undefined;

const ADAPTER_SUPPLIED = "adapter-supplied: the driver's own code decides order and outcome";

/** Driver protocol, capabilities: such compensations say nothing of the runtime. */
const supplied = (counted: readonly RuleReport[], { driver }: Reported): readonly Lack[] => {
  if (driver === null) return [];
  const { capabilities } = driver;
  if (!capabilities.includes('compensation') || capabilities.includes('compensation.native')) {
    return [];
  }
  const rules = counted.filter(({ id }) => id.startsWith('compensation/')).map(({ id }) => id);
  if (rules.length === 0) return [];
  const reason = reasonFor(driver, 'compensation.native') ?? ADAPTER_SUPPLIED;
  return [{ capability: 'compensation.native', reason, isExplained: true, rules }];
};

const lackAgainst = ({ capability, reason, rules }: Lack, tier: Tier): Obstacle => {
  if (capability === null) return { why: `not assessed: ${reason ?? 'nobody says why'}`, rules };
  if (tier.mayLack.some((name) => name === capability)) {
    const why = `it lacks ${capability}, and the driver does not say why`;
    return { why, rules, lacks: capability };
  }
  const why = `it lacks ${capability}${reason === null ? '' : ` (${reason})`}`;
  return { why, rules, lacks: capability };
};

/** What was not seen to be right is not claimed, whatever the cause. */
const OPEN = {
  stale: 'expected to be broken, and not so any more, or for too long',
  vacuous: 'never put to the test in these runs (more runs may)',
  inconclusive: 'not clear from these runs',
  blocked: 'lost with the runs that could not be judged',
  skipped: 'left out of this certification',
} as const;

const openAgainst = (musts: readonly RuleReport[]): readonly Obstacle[] =>
  Object.entries(OPEN).flatMap(([verdict, why]) => {
    const rules = musts.filter((rule) => rule.verdict === verdict).map(({ id }) => id);
    if (rules.length === 0) return [];
    return [{ why, rules, ...(verdict === 'skipped' ? { isLeftOut: true } : {}) }];
  });
