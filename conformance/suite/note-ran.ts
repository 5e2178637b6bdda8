/** Writes down what was run, for the report and for whoever listens. */

import type { Observation } from '../rules/observation.ts';
import { boundedIncident } from './bounded.ts';
import type { Incident, RanCase } from './certification.ts';
import type { Course } from './course.ts';
import { cut } from './cut.ts';

/** About 200 bytes each are kept of a profile. */
export const MOST_RAN = 1_000_000;

export const noteRan = (course: Course, ran: RanCase): void => {
  const { profile, options } = course;
  if (course.ran.length < MOST_RAN) course.ran.push(ran);
  options.onEvent?.({ kind: 'case', profile, ran });
};

/** More say no more, and how many runs were lost is counted apart. */
export const MOST_INCIDENTS = 1000;

export const noteIncident = (
  { incidents, options }: Pick<Course, 'incidents' | 'options'>,
  incident: Incident,
): void => {
  if (incidents.length === MOST_INCIDENTS) return;
  const bounded = boundedIncident(incident);
  incidents.push(bounded);
  options.onEvent?.({ kind: 'incident', incident: bounded });
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
