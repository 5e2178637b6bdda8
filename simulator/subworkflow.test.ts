/** Subworkflows: given with the scenario, run inside, undone as a unit (P-nest). */

import { describe, expect, it } from 'vitest';
import { endOf, startsOf, undoneOf } from '../testing/observe.ts';
import { cancelAt, err, ok, scenarioOf, workflowOf } from '../testing/workflow.ts';
import { idempotencyKey } from './key.ts';
import { simulate } from './simulate.ts';

const INNER = `<harness xmlns="https://harnessxml.com/spec/1.0" id="inner" specVersion="1.0">
  <nodes>
    <node id="i" type="task"/>
    <node id="j" type="task"><outputs><output name="out" type="string"/></outputs></node>
    <node id="ui" type="task" compensates="i"/>
  </nodes>
  <edges>
    <edge from="i" to="j"/>
    <edge from="i" to="ui" type="compensation"/>
  </edges>
</harness>`;

const DIGEST = 'sha256:7d5bff9f8d9e5ec7d4e3a4a7fcd4b8f06c0f4f1c7a0b0e1d3b2e5a6c9d8f7e01';

const documents = { 'inner.hxml': INNER };
const part = (rest: object = {}) => ({
  kind: 'subworkflow' as const,
  subworkflow: { href: 'inner.hxml', digest: null, specVersion: null, ...rest },
});

describe('a subworkflow', () => {
  it('runs inside, with names behind its step', () => {
    const script = { 'S/i': [ok(1)], 'S/j': [ok(2)] };
    const run = simulate(workflowOf('S > B', { S: part() }), scenarioOf(script, { documents }));
    expect(startsOf(run, 'S/i')).toEqual([0]);
    expect(startsOf(run, 'S/j')).toEqual([1]);
    expect(startsOf(run, 'B')).toEqual([3]);
    expect(run.states).toMatchObject({ S: 'SUCCEEDED', 'S/j': 'SUCCEEDED', 'S/ui': 'PENDING' });
  });

  it('has keys that anybody can work out from what is told of its calls', () => {
    const workflow = workflowOf('S > B', { S: { ...part(), retry: { maxAttempts: 2 } } });
    const script = { 'S/j': [err(1)] };
    const run = simulate(workflow, scenarioOf(script, { documents }));
    const calls = run.trace.flatMap((event) => (event.type === 'attempt.started' ? [event] : []));
    expect(calls.map(({ unit, node }) => `${unit} ${node}`)).toContain('compensate:S/i S/ui');
    for (const { unit, node, key } of calls) {
      expect(key).toBe(idempotencyKey('default', 'run-1', unit, node));
    }
    expect(new Set(calls.map(({ key }) => key)).size).toBe(calls.length);
  });

  it('hands on what its last nodes gave', () => {
    const workflow = workflowOf('S.out => B.in', {
      S: { ...part(), outputs: ['out'] },
      B: { inputs: [{ name: 'in' }], guard: "${S.out == 'x'}" },
    });
    const script = { 'S/j': [ok(1, { out: 'x' })] };
    const run = simulate(workflow, scenarioOf(script, { documents }));
    expect(run.states['B']).toBe('SUCCEEDED');
  });

  it('unwinds itself when it fails, and then its step fails', () => {
    const workflow = workflowOf('A > S; A =comp=> uA', { S: part() });
    const script = { A: [ok(1)], 'S/i': [ok(1)], 'S/j': [err(1)], 'S/ui': [ok(1)], uA: [ok(1)] };
    const run = simulate(workflow, scenarioOf(script, { documents }));
    expect(undoneOf(run)).toEqual(['S/i', 'A']);
    expect(endOf(run)).toBe('compensated at 5');
  });

  it('B37(b): that fails in three branches fails the run once, which unwinds', () => {
    const workflow = workflowOf('A > S1; A > S2; A > S3; A =comp=> uA', {
      S1: part(),
      S2: part(),
      S3: part(),
    });
    const script = {
      A: [ok(1)],
      'S1/i': [err(1)],
      'S2/i': [err(1)],
      'S3/i': [err(1)],
      uA: [ok(1)],
    };
    const run = simulate(workflow, scenarioOf(script, { documents }));
    expect(run.states).toMatchObject({ S1: 'FAILED', S2: 'FAILED', S3: 'FAILED' });
    expect(endOf(run)).toBe('compensated at 3');
  });

  it('B37(a2): leaves its effects standing where nothing undoes it', () => {
    const workflow = workflowOf('A > S; S > B; A =comp=> uA', { S: part() });
    const script = { A: [ok(1)], 'S/i': [ok(1)], 'S/j': [ok(1)], B: [err(1)], uA: [ok(1)] };
    const run = simulate(workflow, scenarioOf(script, { documents }));
    expect(undoneOf(run)).toEqual(['A']);
    expect(run.states['S']).toBe('SUCCEEDED');
  });

  it('B37(a): is undone by its own compensation alone', () => {
    const workflow = workflowOf('A > S; S > B; A =comp=> uA; S =comp=> uS', { S: part() });
    const script = {
      A: [ok(1)],
      'S/i': [ok(1)],
      'S/j': [ok(1)],
      B: [err(1)],
      uS: [ok(1)],
      uA: [ok(1)],
    };
    const run = simulate(workflow, scenarioOf(script, { documents }));
    expect(startsOf(run, 'S/ui')).toEqual([]);
    expect([startsOf(run, 'uS'), startsOf(run, 'uA')]).toEqual([[4], [5]]);
    expect(endOf(run)).toBe('compensated at 6');
  });

  it('is cancelled with its step', () => {
    const scenario = scenarioOf({ 'S/i': [ok(5)] }, { documents, controls: [cancelAt(2)] });
    const run = simulate(workflowOf('S > B', { S: part() }), scenario);
    expect(run.states).toMatchObject({ S: 'CANCELLED', 'S/i': 'CANCELLED', 'S/j': 'CANCELLED' });
    expect(endOf(run)).toBe('cancelled at 2');
  });

  it('runs anew, under names of its own, when its step is tried again', () => {
    const workflow = workflowOf('S', { S: { ...part(), retry: { maxAttempts: 2 } } });
    const script = { 'S/j': [err(1)], 'S#2/j': [ok(1)] };
    const run = simulate(workflow, scenarioOf(script, { documents }));
    expect(startsOf(run, 'S#2/i')).toEqual([2]);
    expect(run.states['S']).toBe('SUCCEEDED');
  });

  it.each([
    ['that was not given', { href: 'other.hxml' }, 'not given'],
    ['of another digest', { digest: DIGEST }, DIGEST],
  ])('%s fails its step with HX-4109, and calls nothing', (_, rest, words) => {
    const run = simulate(workflowOf('S', { S: part(rest) }), scenarioOf({}, { documents }));
    expect(run.errors).toMatchObject([{ code: 'HX-4109', node: 'S', attempt: 1 }]);
    expect(run.errors[0]?.message).toContain(words);
    expect(run.effects).toEqual([]);
  });

  it('that is not valid fails its step, and says where', () => {
    const broken = { 'inner.hxml': INNER.replace('id="j"', 'id="i"') };
    const run = simulate(workflowOf('S', { S: part() }), scenarioOf({}, { documents: broken }));
    expect(run.errors[0]?.message).toContain('HX-1101 at 4:');
  });

  it('that holds itself stalls the run at the limit of nesting', () => {
    const own = {
      'inner.hxml': `<harness xmlns="https://harnessxml.com/spec/1.0" id="x" specVersion="1.0"><nodes>
        <node id="S" type="subworkflow"><subworkflow href="inner.hxml"/></node></nodes></harness>`,
    };
    const run = simulate(workflowOf('S', { S: part() }), scenarioOf({}, { documents: own }));
    expect(run.outcome).toBe('stalled');
    expect(run.stalledBecause).toContain('nested');
  });
});
