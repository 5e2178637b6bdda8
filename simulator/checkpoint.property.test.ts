/** A run that was put away as JSON between any two of its events goes on as if it had not been. */

import { describe, expect, it } from 'vitest';
import type { Control, Scenario } from '../core/model/scenario.ts';
import type { Workflow } from '../core/model/workflow.ts';
import { generate } from '../testing/generate.ts';
import { runs } from '../testing/runs.ts';
import { ok, scenarioOf, workflowOf } from '../testing/workflow.ts';
import type { Checkpoint } from './checkpoint.ts';
import { simulate } from './simulate.ts';
import { stepThrough } from './simulation.ts';
import { digestTrace } from './trace/digest.ts';

/** Puts a run away after every `interval` turns, through JSON each time, and finishes it. */
const withInterruptions = (workflow: Workflow, scenario: Scenario, interval: number) => {
  let run = stepThrough(workflow, scenario);
  for (let turns = 1; run.next(); turns += 1) {
    if (turns % interval !== 0) continue;
    const stored = JSON.stringify(run.checkpoint());
    run = stepThrough(workflow, scenario, JSON.parse(stored) as Checkpoint);
  }
  return run.finish();
};

describe('a checkpoint', () => {
  it('keeps everything: trace, states, effects and outcome are the same to the byte', () => {
    const { numRuns, seed: first } = runs(10_000);
    for (let seed = first; seed < first + numRuns; seed += 1) {
      const { workflow, scenario } = generate(seed);
      const whole = simulate(workflow, scenario);
      const pieces = withInterruptions(workflow, scenario, 1 + (seed % 7));
      expect(digestTrace(pieces.trace), `seed ${seed}`).toBe(digestTrace(whole.trace));
      expect(pieces.states).toEqual(whole.states);
      expect(pieces.effects).toEqual(whole.effects);
      expect(pieces.outcome).toBe(whole.outcome);
    }
  });

  it('taken while a run is down gives the same future as the run itself', () => {
    const { numRuns, seed: first } = runs(10_000);
    for (let seed = first; seed < first + numRuns; seed += 1) {
      const { workflow, scenario } = generate(seed);
      const calm = simulate(workflow, scenario);
      const event = 1 + (seed % calm.trace.length);
      const controls: Control[] = [
        ...scenario.controls,
        { event, action: 'crash' },
        { at: (calm.trace[event - 1]?.at ?? 0) + 250, action: 'resume' },
      ];
      const crashing = { ...scenario, controls };
      const whole = simulate(workflow, crashing);
      const pieces = withInterruptions(workflow, crashing, 1 + (seed % 5));
      expect(digestTrace(pieces.trace), `seed ${seed}`).toBe(digestTrace(whole.trace));
      expect(pieces.effects).toEqual(whole.effects);
    }
  });

  it('holds subworkflows, and ports with any name', () => {
    const inner = `<harness xmlns="https://harnessxml.com/spec/1.0" id="inner" specVersion="1.0">
      <nodes><node id="i" type="task"/></nodes></harness>`;
    const workflow = workflowOf('A > S; S > B', {
      A: { outputs: ['__proto__'] },
      S: {
        kind: 'subworkflow',
        subworkflow: { href: 'inner.hxml', digest: null, specVersion: null },
      },
    });
    const output = JSON.parse('{"__proto__": 5}') as { readonly [port: string]: number };
    const script = { A: [ok(1, output)], 'S/i': [ok(2)] };
    const scenario = scenarioOf(script, { documents: { 'inner.hxml': inner } });
    const whole = simulate(workflow, scenario);
    const pieces = withInterruptions(workflow, scenario, 1);
    expect(digestTrace(pieces.trace)).toBe(digestTrace(whole.trace));
    expect(whole.outcome).toBe('succeeded');
  });

  it('of another document is refused', () => {
    const run = stepThrough(workflowOf('A > B'), scenarioOf());
    run.next();
    const checkpoint = run.checkpoint();
    expect(() => stepThrough(workflowOf('A'), scenarioOf(), checkpoint)).toThrow(
      'another document',
    );
  });
});
