/** Whatever a workflow is like: what is told of its design has a run that anybody can repeat. */

import { describe, expect, test } from 'vitest';
import { readScenario } from '../../core/scenario/read.ts';
import { digestTrace, simulate } from '../../simulator/index.ts';
import { generate } from '../../testing/generate.ts';
import { generateOrbit } from '../../testing/generate-orbit.ts';
import { runs } from '../../testing/runs.ts';
import { designFindings } from './design-findings.ts';

describe.each([
  ['harness', generate],
  ['orbit', (seed: number) => generateOrbit(seed)],
] as const)('generated workflows of %s', (_, made) => {
  test('have findings whose runs are what they say, and the same again', () => {
    const codes = new Set<string>();
    for (let seed = 0; seed < runs(2000, 20).numRuns; seed += 1) {
      const { workflow } = made(seed);
      const findings = designFindings(workflow, { clients: 20 });
      expect(designFindings(workflow, { clients: 20 })).toEqual(findings);
      const prints = findings.map(({ fingerprint }) => fingerprint);
      expect(new Set(prints).size).toBe(prints.length);
      for (const { code, message, nodes, witness } of findings) {
        codes.add(code);
        const { scenario, problems } = readScenario(JSON.stringify(witness.scenario), workflow);
        if (scenario === null) throw new Error(JSON.stringify(problems));
        const run = simulate(workflow, scenario);
        expect(digestTrace(run.trace), `seed ${seed}: ${message}`).toBe(witness.digest);
        expect(witness.outcome).toBe(run.outcome);
        for (const node of nodes) expect(message).toContain(`'${node}'`);
      }
    }
    expect(codes.size).toBeGreaterThan(1);
  });
});
