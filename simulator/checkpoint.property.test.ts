/** A run that was put away as JSON between any two of its events goes on as if it had not been. */

import { describe, expect, it } from 'vitest';
import type { Control, Scenario } from '../core/model/scenario.ts';
import type { Workflow } from '../core/model/workflow.ts';
import { generate } from '../testing/generate.ts';
import { runs } from '../testing/runs.ts';
import { err, ok, scenarioOf, workflowOf } from '../testing/workflow.ts';
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

  const delayed = (initialDelay: number) =>
    workflowOf('A > B', {
      A: { retry: { maxAttempts: 3, backoff: 'exponential', initialDelay, jitter: 'full' } },
    });
  const script = { A: [err(), err(), ok()] };
  /** A run put away while A waits for its third attempt. */
  const putAway = (scenario: Scenario): Checkpoint => {
    const run = stepThrough(delayed(1000), scenario);
    let drawn = 0;
    while (drawn < 2 && run.next()) {
      drawn = JSON.stringify(run.checkpoint()).split('"timer.set"').length - 1;
    }
    return run.checkpoint();
  };

  it.each([
    ['another document', workflowOf('A'), {}, 'another document'],
    ['a document that waits longer (B49)', delayed(2000), {}, 'another document'],
    ['another run, whose keys are others', delayed(1000), { run: 'run-2' }, "run 'run-1', not"],
    ['another tenant', delayed(1000), { tenant: 'acme' }, "tenant 'default', not of 'acme'"],
    ['another profile', delayed(1000), { profile: 'baseline' as const }, "profile 'harness'"],
  ])('is refused for %s', (_, workflow, rest, message) => {
    const checkpoint = putAway(scenarioOf(script));
    expect(() => stepThrough(workflow, scenarioOf(script, rest), checkpoint)).toThrow(message);
  });

  it('holds what was drawn, so that another seed draws none of it again (B49)', () => {
    const checkpoint = putAway(scenarioOf(script, { seed: 1 }));
    const seeds = [1, 2].map((seed) =>
      digestTrace(
        stepThrough(delayed(1000), scenarioOf(script, { seed }), checkpoint).finish().trace,
      ),
    );
    expect(seeds[1]).toBe(seeds[0]);
  });
});
