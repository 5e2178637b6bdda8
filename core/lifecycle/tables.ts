/** The charts as tables, compiled once when this module is loaded. */

import {
  type AttemptAction,
  type AttemptContext,
  type AttemptEvent,
  attemptChart,
} from './attempt-chart.ts';
import { compileChart, type Table } from './compile.ts';
import { harnessSemantics } from './harness.ts';
import {
  type InstanceAction,
  type InstanceContext,
  type InstanceEvent,
  instanceChart,
} from './instance-chart.ts';
import type { StepContext, StepEvent } from './semantics.ts';
import { chartStep, type StepAction } from './step-chart.ts';

export type StepTable = Table<StepContext, StepEvent, StepAction>;
export type AttemptTable = Table<AttemptContext, AttemptEvent, AttemptAction>;
export type InstanceTable = Table<InstanceContext, InstanceEvent, InstanceAction>;

export const harnessStepChart = chartStep(harnessSemantics);

export const harnessStepTable: StepTable = compileChart(harnessStepChart);
export const attemptTable: AttemptTable = compileChart(attemptChart);
export const instanceTable: InstanceTable = compileChart(instanceChart);
