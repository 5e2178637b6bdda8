/** Writes down what was run, for the report and for whoever listens. */

import type { Observation } from '../rules/observation.ts';
import type { Incident, RanCase } from './certification.ts';
import type { Course } from './course.ts';
import { cut } from './shown-call.ts';

/** About 200 bytes each are kept of a profile. */
export const MOST_RAN = 1_000_000;

export const noteRan = (course: Course, ran: RanCase): void => {
  const { profile, options } = course;
  if (course.ran.length < MOST_RAN) course.ran.push(ran);
  options.onEvent?.({ kind: 'case', profile, ran });
};

export const noteIncident = ({ incidents, options }: Course, incident: Incident): void => {
  incidents.push(incident);
  options.onEvent?.({ kind: 'incident', incident });
};

/** A run that was judged. */
export const ranCase = (
  id: string,
  name: string,
  { report, calls, trace }: Observation,
  broken: readonly string[],
): RanCase => {
  const end = trace?.findLast(({ type }) => type === 'instance.ended');
  return {
    ...{ id, name, outcome: report?.outcome ?? null, calls: calls.length },
    ...{ endedAt: end?.at ?? null, broken },
  };
};

/** One that was not. */
export const blockedCase = (id: string, name: string, why: string): RanCase => ({
  ...{ id, name, outcome: null, calls: 0, endedAt: null, broken: [], blocked: cut(why) },
});
