/** Plan JSON in and out. */

export type { Problem } from './inspect.ts';
export type { Plan, PlanEdge, PlanNode } from './plan-format.ts';
export { fromPlan, type PlanReading } from './read-plan.ts';
export { toPlan } from './write-plan.ts';
