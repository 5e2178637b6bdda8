import { expect, test } from 'vitest';
import { document } from './harness/testing/cases.ts';
import { toPlan } from './model/plan.ts';
import { readDocument } from './read.ts';

const harness = document('<node id="a" type="task"/>');

test('the dialect is told from the content', () => {
  expect(readDocument(harness).dialect).toBe('harness');
  expect(readDocument('<harness/>').dialect).toBe('harness');
  expect(readDocument('').dialect).toBeNull();
  expect(readDocument('hello').dialect).toBeNull();
  expect(readDocument(new Uint8Array([0xff])).dialect).toBeNull();
  expect(readDocument('{"a": 1}').dialect).toBeNull();
  expect(readDocument('{"plan": 1}').dialect).toBe('plan');
});

test('content of no known dialect gets one clear finding', () => {
  for (const text of ['', 'hello', '[1]', '{"a": 1}', 'workflows are fine']) {
    const { findings, workflow } = readDocument(text);
    expect(workflow).toBeNull();
    expect(findings).toMatchObject([{ code: 'HX-1001', severity: 'error', line: 1, column: 1 }]);
  }
});

test('ORBIT is told by its first declaration, behind comments', () => {
  for (const text of ['// saga\ntask "pay" { }', '/* x */ workflow Order {\n}', 'record A { }']) {
    const orbit = readDocument(text);
    expect(orbit).toMatchObject({ dialect: 'orbit', stopped: false });
    expect(orbit.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  }
  expect(readDocument('workflow Order {\n}').workflow).toMatchObject({ id: 'Order' });
  for (const text of ['tsk "pay" {}', 'worfklow Order { }']) {
    expect(readDocument(text)).toMatchObject({ dialect: 'orbit', findings: [{ code: 'U2001' }] });
  }
});

test('comments alone are a document of ORBIT that declares nothing yet', () => {
  for (const text of ['// to be written', '/* a */\n  // b\n', '/* not closed']) {
    const { dialect, findings } = readDocument(text);
    expect(dialect).toBe('orbit');
    expect(findings.some(({ code }) => code.startsWith('HX'))).toBe(false);
  }
  expect(readDocument('  ').dialect).toBeNull();
  expect(readDocument('<!-- a -->').dialect).toBeNull();
});

test('a plan is read into the workflow that it was written from', () => {
  const { workflow } = readDocument(harness);
  expect(workflow).not.toBeNull();
  if (workflow === null) return;
  const plan = toPlan(workflow);
  const reading = readDocument(JSON.stringify(plan, null, 2));
  expect(reading.findings).toEqual([]);
  expect(reading.dialect).toBe('plan');
  expect(reading.workflow === null ? null : toPlan(reading.workflow)).toEqual(plan);
});

test('what is wrong with a plan has a line and a column', () => {
  expect(readDocument('{"plan": 1,\n  "id": }').findings).toMatchObject([
    { code: 'U0003', severity: 'error', line: 2, column: 9 },
  ]);
  const { findings, workflow } = readDocument(
    '{"plan": 1, "id": "p",\n "nodes": [{"id": "a", "kind": "tsk"}], "edges": []}',
  );
  expect(workflow).toBeNull();
  const kind = findings.find(
    ({ message }) => message.includes("'tsk'") || message.includes('"tsk"'),
  );
  expect(kind).toMatchObject({ code: 'U0004', severity: 'error', line: 2 });
});
