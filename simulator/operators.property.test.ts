/** Whatever operators do, and whenever, to runs in which much goes wrong. */

import { describe, expect, it } from 'vitest';
import type { Control } from '../core/model/scenario.ts';
import { generate } from '../testing/generate.ts';
import { runs } from '../testing/runs.ts';
import { drawFor } from './random.ts';
import { simulate } from './simulate.ts';

const COMMANDS = ['retry-step', 'resume-run', 'settle-uncertain'] as const;

/** Twelve acts, a few of them by people who may not, some of them bound to events. */
const actsOf = (seed: number, nodes: readonly { readonly id: string }[]): Control[] =>
  Array.from({ length: 12 }, (_, nth): Control => {
    const draw = (what: string) => drawFor(seed, 'operators', what, nth);
    const moment =
      draw('moment') < 0.3
        ? { event: 1 + Math.floor(draw('event') * 60) }
        : { at: Math.floor(draw('at') * 60_000) };
    return {
      ...moment,
      action: 'operator',
      command: COMMANDS[Math.floor(draw('command') * 3)] ?? 'resume-run',
      step: nodes[Math.floor(draw('step') * nodes.length)]?.id ?? null,
      applied: draw('applied') < 0.5,
      output: null,
      by: 'ops@example.org',
      reason: 'because',
      authorised: draw('authorised') < 0.8,
    };
  });

describe('acts of operators', () => {
  it('repeat nothing that succeeded, change no key, and send nothing that is uncertain unasked', () => {
    const { numRuns, seed: first } = runs(10_000);
    for (let seed = first; seed < first + numRuns; seed += 1) {
      const { workflow, scenario } = generate(seed);
      const run = simulate(workflow, {
        ...scenario,
        profile: 'baseline',
        onFailure: seed % 4 === 0 ? 'unwind' : 'pause',
        world: { honoursKeys: true, status: seed % 2 === 0 },
        controls: [...scenario.controls, ...actsOf(seed, workflow.nodes)],
      });
      const where = `seed ${seed}`;
      expect(run.stalledBecause, where).toBeNull();
      const idempotent = new Map(workflow.nodes.map((node) => [node.id, node.idempotent]));
      const succeeded = new Set<string>();
      const keys = new Map<string, string>();
      const sent = new Set<string>();
      let free = new Set<string>();
      for (const event of run.trace) {
        if (event.type === 'operator.act' && event.authorised) free = new Set(sent);
        if (event.type === 'attempt.ended' && event.applied === false) free.add(event.unit);
        if (event.type === 'transition' && event.to === 'SUCCEEDED') {
          succeeded.add(`${event.unit} ${event.node}`);
        }
        if (event.type !== 'attempt.started' || event.purpose === 'reconcile') continue;
        const name = `${event.unit} ${event.node}`;
        expect(succeeded, where).not.toContain(name);
        expect(keys.get(name) ?? event.key, where).toBe(event.key);
        keys.set(name, event.key);
        if (event.purpose === 'forward' && idempotent.get(event.node) === false) {
          expect(sent.has(event.unit) && !free.has(event.unit), `${where} ${event.unit}`).toBe(
            false,
          );
          free.delete(event.unit);
        }
        sent.add(event.unit);
      }
      if (run.outcome === 'paused') {
        expect(Object.values(run.states), where).toContain('FAILED');
      }
    }
  });
});
