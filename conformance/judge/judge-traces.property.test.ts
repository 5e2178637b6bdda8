/** Traces of the built-in runtime, written and read again in every format, break no rule. */

import { describe, expect, it } from 'vitest';
import type { Run } from '../../core/model/run.ts';
import { simulate, toHarnessTrace, toOrbitHistory } from '../../simulator/index.ts';
import { runs } from '../../testing/runs.ts';
import { generatedCase } from '../generate/case.ts';
import { renderNdjson } from '../report/formats/json.ts';
import { renderOrbitLog } from '../report/formats/orbit-log.ts';
import { rules } from '../rules/index.ts';
import type { TestCase } from '../suite/case.ts';
import { judgeTraces } from './judge-traces.ts';
import { readRecordedTrace } from './recorded-trace.ts';

const formats: { readonly [name: string]: (run: Run, testCase: TestCase) => string } = {
  ndjson: ({ trace }) => [...renderNdjson(trace)].join(''),
  'harness-trace': ({ trace }) => JSON.stringify(toHarnessTrace(trace)),
  'orbit-log': ({ trace }, { workflow }) =>
    [...renderOrbitLog(toOrbitHistory(trace, workflow))].join(''),
};

describe.each([
  ['baseline', 'ndjson', 30],
  ['harness', 'ndjson', 40],
  ['harness', 'harness-trace', 4],
  ['orbit', 'ndjson', 20],
  ['orbit', 'orbit-log', 15],
] as const)('of profile %s as %s', (profile, format, least) => {
  it('is judged right, by many rules', () => {
    const { numRuns, seed } = runs(15_000);
    const space = { profile, allows: () => true };
    const assessed = new Set<string>();
    const wrong: unknown[] = [];
    for (let number = 0; number < numRuns; number += 1) {
      const testCase = generatedCase(space, seed, number);
      const { workflow, scenario } = testCase;
      const text = formats[format]?.(simulate(workflow, scenario), testCase) ?? '';
      const reading = readRecordedTrace(text);
      if (!reading.ok) throw new Error(reading.message);
      const named = [{ name: `case ${number}`, trace: reading.trace }];
      const report = judgeTraces(rules, workflow, profile, named, { globs: [] }, '0');
      for (const { id, verdict, breach } of report.profiles[0]?.rules ?? []) {
        if (verdict === 'pass') assessed.add(id);
        if (verdict === 'fail' || verdict === 'degraded') wrong.push({ number, id, breach });
      }
    }
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(assessed.size).toBeGreaterThanOrEqual(least);
  });
});
