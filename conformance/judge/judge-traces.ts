/** Recorded traces before the rules: a certification without a driver. */

import type { Profile, Workflow } from '../../core/model/workflow.ts';
import type { Rule } from '../rules/rule.ts';
import { createView } from '../rules/view.ts';
import type { Certification, Incident, RuleReport } from '../suite/certification.ts';
import { describeRule } from '../suite/describe-rule.ts';
import { explain } from '../suite/explain-tally.ts';
import { ranCase } from '../suite/note-ran.ts';
import { ruleSetDigest } from '../suite/rule-set-digest.ts';
import { type Filters, LEFT_OUT, matchesGlob } from '../suite/selection.ts';
import { conclude, countRun, createTally } from '../suite/tally.ts';
import { observationOfTrace } from './observation-of-trace.ts';
import { strangersIn } from './strangers.ts';
import type { RecordedTrace } from './trace-reading.ts';

export interface NamedTrace {
  readonly name: string;
  readonly trace: RecordedTrace;
}

/** It looks at states, and asks the world whether anybody undid the step. */
const NEEDS_CALLS: ReadonlySet<string> = new Set(['compensation/marks-compensated']);

/**
 * Judges traces of one workflow.
 * @returns A report whose rules that a trace can't show are `unsupported`: not assessed.
 */
export const judgeTraces = (
  rules: readonly Rule[],
  workflow: Workflow,
  profile: Profile,
  traces: readonly NamedTrace[],
  { globs, toleranceMs = 0 }: Pick<Filters, 'globs'> & { readonly toleranceMs?: number },
  version: string,
  command: string | null = null,
): Certification => {
  const observations = traces.map(({ name, trace }) => ({
    name,
    trace,
    observation: observationOfTrace(workflow, profile, trace, toleranceMs),
  }));
  const brokenBy = new Map<string, string[]>(traces.map(({ name }) => [name, []]));
  const reports = rules
    .filter(({ profiles }) => profiles.includes(profile))
    .map((rule): RuleReport => {
      if (globs.length > 0 && !globs.some((glob) => matchesGlob(rule.id, glob))) {
        return describeRule(rule, profile, { verdict: 'skipped', reason: LEFT_OUT });
      }
      const able = observations.filter(({ trace }) => lack(rule, trace) === null);
      const [first] = traces;
      if (able.length === 0) {
        const missing = first === undefined ? 'nothing' : lack(rule, first.trace);
        const reason = `not assessed: ${missing}`;
        return describeRule(rule, profile, { verdict: 'unsupported', reason });
      }
      const tally = createTally(rule);
      let found: Pick<RuleReport, 'breach' | 'reason'> | null = null;
      for (const { name, observation } of able) {
        const [breach] = countRun(tally, createView(observation), observation);
        if (breach === undefined) continue;
        tally.broken += 1;
        brokenBy.get(name)?.push(rule.id);
        explain(tally, observation);
        found ??= { breach, reason: `in ${name}` };
      }
      const { verdict, reason, breach } = conclude(tally, profile, 0);
      const { occurrences, runs, broken } = tally;
      const said = { verdict, reason: reason ?? found?.reason ?? null };
      return {
        ...describeRule(rule, profile, said),
        ...{ occurrences, runs, broken },
        breach: found?.breach ?? breach,
      };
    });
  return {
    kind: 'traces',
    unwind: version,
    suite: { name: 'unwind', version, rules: ruleSetDigest(rules) },
    ...{ driver: null, command, shard: null },
    runtime: { name: 'recorded traces', version: String(traces.length) },
    seed: 0,
    runs: 0,
    level: null,
    profiles: [
      {
        profile,
        ran: observations.map(({ name, observation }) =>
          ranCase(`${profile}/trace/${name}`, name, observation, brokenBy.get(name) ?? []),
        ),
        planned: traces.length,
        ...{ cases: traces.length, generated: 0, unsent: 0, blocked: 0, notes: [] },
        rules: reports,
        questions: [],
      },
    ],
    incidents: traces.flatMap(({ name, trace }): Incident[] => {
      const { steps } = strangersIn(workflow, trace.events);
      const message = `${name} has steps that the plan does not have: ${steps.join(', ')}`;
      return steps.length === 0 ? [] : [{ kind: 'note', message, hint: null }];
    }),
  };
};

/** What a trace does not hold and the rule needs; null where it is all there. */
const lack = (rule: Rule, { format, evidence }: RecordedTrace): string | null => {
  if (rule.kind === 'document') return 'a trace says nothing of documents';
  if (!rule.sees.some((each) => evidence.has(each))) return 'the trace holds no calls';
  if (format === 'harness-trace' && NEEDS_CALLS.has(rule.id)) return 'the trace holds no calls';
  return format === 'orbit-log' && rule.needs.includes('keys') ? 'the log holds no keys' : null;
};
