import { describe, expect, it } from 'vitest';
import { hang, workflowOf } from '../../testing/workflow.ts';
import { answerFor, saga } from '../testing/saga.ts';
import { findExample, readCatalogue } from './catalogue.ts';
import { problemOf, staleSentence, stallSentence } from './page.ts';
import { unbroken } from './text.ts';

const finding = {
  code: 'HX-2001',
  severity: 'error' as const,
  id: 'a',
  message: 'no such node',
  related: [],
  line: 3,
  column: 1,
  endLine: 3,
  endColumn: 4,
};

describe('a problem', () => {
  it('is none while there is a run, or may be one', () => {
    expect(problemOf({ missing: null, refusal: null })).toBeNull();
  });

  it.each([
    [[finding], 'This document has a fault and was not run'],
    [[finding, finding], 'This document has 2 faults and was not run'],
    [[finding, { ...finding, severity: 'warning' as const }], 'This document has a fault and'],
  ])('counts the faults of a document', (findings, title) => {
    const problem = problemOf({
      missing: null,
      refusal: { kind: 'invalid', findings, stopped: false },
    });
    expect(problem?.title).toContain(title);
    expect(problem?.findings).toBe(findings);
  });

  it('lists no more faults than somebody reads, and counts them all', () => {
    const findings = Array.from({ length: 5000 }, () => finding);
    const refusal = { kind: 'invalid', findings, stopped: false } as const;
    const problem = problemOf({ missing: null, refusal });
    expect(problem?.findings).toHaveLength(100);
    expect(problem?.title).toContain('5000');
  });

  it('of a document that is being edited names its line', () => {
    const words = staleSentence({ kind: 'invalid', findings: [finding], stopped: false });
    expect(words).toBe('Line 3: no such node. Showing the last valid run.');
    const problems = [{ path: '/seed', message: 'is no number.' }];
    expect(staleSentence({ kind: 'bad-scenario', problems })).toBe(
      'The scenario can not be used, /seed: is no number. Showing the last valid run.',
    );
  });

  it('says when the reader stopped', () => {
    const refusal = { kind: 'invalid', findings: [finding], stopped: true } as const;
    expect(problemOf({ missing: null, refusal })?.text).toContain('could not go on');
  });

  it('is told apart: page, scenario, ourselves', () => {
    expect(problemOf({ missing: { title: 'Nothing.', text: '' }, refusal: null })?.title).toBe(
      'Nothing.',
    );
    const problems = [{ path: '/tasks', message: 'what' }];
    expect(
      problemOf({ missing: null, refusal: { kind: 'bad-scenario', problems } })?.problems,
    ).toBe(problems);
    expect(problemOf({ missing: null, refusal: { kind: 'broken', message: 'oh' } })?.details).toBe(
      'oh',
    );
  });
});

describe('a run without an end', () => {
  it('says why it stalled', () => {
    const { run } = answerFor(workflowOf('A'), { A: [hang] });
    expect(stallSentence(run)).toMatch(/^This run came to no end: .*[^.]\. What happened until/);
    expect(stallSentence(saga.run)).toBeNull();
  });
});

describe('the catalogue', () => {
  const entry = { id: 'a', title: 'A', lesson: 'L', document: 'd', scenario: 's', outcome: 'o' };

  it('leaves out what is no example', () => {
    expect(readCatalogue([entry, null, 7, { ...entry, id: '' }, { ...entry, title: 1 }])).toEqual([
      entry,
    ]);
    expect(readCatalogue(undefined)).toEqual([]);
  });

  it('finds an example by its id, and the first without one', () => {
    expect(findExample([entry], 'a')).toBe(entry);
    expect(findExample([entry], null)).toBe(entry);
    expect(findExample([entry], 'b')).toBeNull();
    expect(findExample([], null)).toBeNull();
  });
});

describe('a text', () => {
  it('keeps numbers with their units', () => {
    expect(unbroken('waits 2 min 5 s, then 3 steps')).toBe(
      'waits 2\u00a0min 5\u00a0s, then 3 steps',
    );
  });
});
