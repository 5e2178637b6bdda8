/** What the tests of these rules share. */

import type { TransitionEvent } from '../../../../core/model/trace.ts';
import type { Loop, Workflow } from '../../../../core/model/workflow.ts';
import type { NodeSketch } from '../../../../testing/workflow.ts';
import type { Rule } from '../../rule.ts';
import { judge, type ObservationSketch } from '../../testing/observe.ts';

export interface Judged {
  readonly occurrences: number;
  readonly messages: readonly string[];
}

/** What a rule says: how often it applied, and what it found. */
export const judgedBy =
  (rules: readonly Rule[]) =>
  (id: string, workflow: Workflow, sketch: ObservationSketch): Judged => {
    const { occurrences, breaches } = judge(rules, id, workflow, sketch);
    return { occurrences, messages: breaches.map(({ message }) => message) };
  };

/** A loop over `B` with a bound of ten. */
export const loop = (rest: Partial<Loop> = {}): NodeSketch => ({
  kind: 'loop',
  loop: {
    kind: 'times',
    body: 'B',
    over: null,
    while: null,
    count: 3,
    var: 'item',
    indexVar: 'index',
    maxIterations: 10,
    maxConcurrency: 1,
    onItemFailure: 'fail',
    ...rest,
  },
});

/** Transitions as `at node from to`, a line each; seq counts on. */
export const transitions = (lines: string): readonly TransitionEvent[] =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line, index) => {
      const [at = '0', unit = '', from = '', to = '', attempt = '1'] = line.split(' ');
      return {
        seq: index + 1,
        at: Number(at),
        cause: null,
        type: 'transition',
        node: unit.replace(/\[.*$/, ''),
        unit,
        attempt: Number(attempt),
        from: from as TransitionEvent['from'],
        to: to as TransitionEvent['to'],
      };
    });
