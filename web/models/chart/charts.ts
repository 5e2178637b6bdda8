/** The charts that a profile's runs follow, drawn. Loaded only where somebody looks at one. */

import { instanceChart } from '../../../core/lifecycle/instance-chart.ts';
import {
  baselineAttemptChart,
  baselineStepChart,
  harnessAttemptChart,
  harnessStepChart,
  orbitAttemptChart,
  orbitStepChart,
} from '../../../core/lifecycle/tables.ts';
import type { Profile } from '../../../core/model/workflow.ts';
import { type ChartDrawing, drawChart } from './draw.ts';
import { type Chart, readChart } from './read.ts';

export type ChartKind = 'step' | 'attempt' | 'run';

export interface DrawnChart {
  readonly chart: Chart;
  readonly drawing: ChartDrawing;
}

const STEP = { harness: harnessStepChart, baseline: baselineStepChart, orbit: orbitStepChart };
const ATTEMPT = {
  harness: harnessAttemptChart,
  baseline: baselineAttemptChart,
  orbit: orbitAttemptChart,
};

const made = new Map<string, DrawnChart>();

export function chartFor(profile: Profile, kind: ChartKind): DrawnChart {
  const key = `${profile} ${kind}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const machine =
    kind === 'step' ? STEP[profile] : kind === 'attempt' ? ATTEMPT[profile] : instanceChart;
  const chart = readChart(machine);
  const drawnChart = { chart, drawing: drawChart(chart) };
  made.set(key, drawnChart);
  return drawnChart;
}
