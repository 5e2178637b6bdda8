/**
 * A driver may send texts of any length, and a report is read by people, kept for years and
 * opened in a browser: what comes from a driver goes into a report only through here.
 */

import type { Breach } from '../rules/rule.ts';
import type {
  Counterexample,
  DriverDescription,
  Incident,
  RuleReport,
  RuntimeIdentity,
} from './certification.ts';
import { cut } from './cut.ts';

const LONGEST_NAME = 200;
const LONGEST_REASON = 500;

export const boundedRuntime = (runtime: RuntimeIdentity): RuntimeIdentity => {
  const { name, version, language, homepage } = runtime;
  return {
    name: cut(name, LONGEST_NAME),
    version: cut(version, LONGEST_NAME),
    ...(language === undefined ? {} : { language: cut(language, LONGEST_NAME) }),
    ...(homepage === undefined ? {} : { homepage: cut(homepage, LONGEST_NAME) }),
  };
};

export const boundedReasons = (
  reasons: DriverDescription['unsupported'],
): DriverDescription['unsupported'] =>
  Object.fromEntries(
    Object.entries(reasons).map(([name, reason]) => [
      cut(name, LONGEST_NAME),
      cut(reason, LONGEST_REASON),
    ]),
  );

export const boundedIncident = ({ kind, message, hint }: Incident): Incident => ({
  kind,
  message: cut(message),
  hint: hint === null ? null : cut(hint),
});

export const boundedRule = (report: RuleReport): RuleReport => {
  const { reason, breach, counterexample } = report;
  return {
    ...report,
    reason: reason === null ? null : cut(reason),
    breach: breach === null ? null : boundedBreach(breach),
    counterexample: counterexample === null ? null : boundedCounterexample(counterexample),
  };
};

const boundedBreach = (breach: Breach): Breach => ({
  ...breach,
  message: cut(breach.message),
  expected: cut(breach.expected),
  observed: cut(breach.observed),
  unit: breach.unit === null ? null : cut(breach.unit, LONGEST_NAME),
});

const boundedCounterexample = (found: Counterexample): Counterexample => {
  const { breach, difference, calls } = found;
  return {
    ...found,
    breach: boundedBreach(breach),
    difference:
      difference === null
        ? null
        : {
            ...difference,
            expected: cut(difference.expected),
            observed: cut(difference.observed),
          },
    calls: calls.map((line) => cut(line, LONGEST_REASON)),
  };
};
