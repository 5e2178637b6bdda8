/** The charts as tables, compiled once when this module is loaded. */

import {
  ATTEMPT_EVENTS,
  type AttemptAction,
  type AttemptContext,
  type AttemptEvent,
  chartAttempt,
} from './attempt-chart.ts';
import { baselineSemantics } from './baseline.ts';
import { compileChart, type Table } from './compile.ts';
import { harnessSemantics } from './harness.ts';
import {
  type InstanceAction,
  type InstanceContext,
  type InstanceEvent,
  instanceChart,
} from './instance-chart.ts';
import { orbitSemantics } from './orbit.ts';
import { STEP_EVENTS, type StepContext, type StepEvent } from './semantics.ts';
import { chartStep, type StepAction } from './step-chart.ts';

export type StepTable = Table<StepContext, StepEvent, StepAction>;
export type AttemptTable = Table<AttemptContext, AttemptEvent, AttemptAction>;
export type InstanceTable = Table<InstanceContext, InstanceEvent, InstanceAction>;

export const harnessStepChart = chartStep(harnessSemantics, {
  hasOperators: false,
  awaitsStop: false,
});
export const baselineStepChart = chartStep(baselineSemantics, {
  hasOperators: true,
  awaitsStop: false,
});
export const orbitStepChart = chartStep(orbitSemantics, { hasOperators: false, awaitsStop: true });
export const harnessAttemptChart = chartAttempt({
  hidesEffect: () => false,
  tellsUncertainty: true,
});
/** No answer came, or the connection broke: the request may have arrived (discipline 4). */
export const baselineAttemptChart = chartAttempt({
  hidesEffect: (errorClass) => errorClass === 'timeout' || errorClass === 'transient',
  tellsUncertainty: true,
});
export const orbitAttemptChart = chartAttempt({
  hidesEffect: () => false,
  tellsUncertainty: false,
});

export const harnessStepTable: StepTable = compileChart(harnessStepChart, STEP_EVENTS);
export const baselineStepTable: StepTable = compileChart(baselineStepChart, STEP_EVENTS);
export const orbitStepTable: StepTable = compileChart(orbitStepChart, STEP_EVENTS);
export const harnessAttemptTable: AttemptTable = compileChart(harnessAttemptChart, ATTEMPT_EVENTS);
export const baselineAttemptTable: AttemptTable = compileChart(
  baselineAttemptChart,
  ATTEMPT_EVENTS,
);
export const orbitAttemptTable: AttemptTable = compileChart(orbitAttemptChart, ATTEMPT_EVENTS);
export const instanceTable: InstanceTable = compileChart(instanceChart);
