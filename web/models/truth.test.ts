import { describe, expect, it } from 'vitest';
import { lostReply, ok, workflowOf } from '../../testing/workflow.ts';
import { answerFor, saga, seqOf } from '../testing/saga.ts';
import type { RunAnswer } from '../worker/messages.ts';
import { chooseFacts, factsAt } from './truth.ts';

const factAt = (answer: RunAnswer, unit: string, cursor: number): string => {
  const fact = factsAt(answer.run, answer.workflow, cursor).find((one) => one.unit === unit);
  if (fact === undefined) throw new Error('no such unit');
  return `${fact.engine} | ${fact.outside}${fact.differs ? ' ≠' : ''}`;
};
const END = 1e9;
const ended = (unit: string) => (event: RunAnswer['run']['trace'][number]) =>
  event.type === 'attempt.ended' && event.unit === unit;

describe('engine and outside world', () => {
  it('have the same rows at every cursor', () => {
    const units = (cursor: number) =>
      factsAt(saga.run, saga.workflow, cursor).map((fact) => fact.unit);
    expect(units(0)).toEqual(['reserve', 'charge', 'ship']);
    for (let cursor = 0; cursor <= saga.run.trace.length; cursor += 1) {
      expect(units(cursor)).toEqual(units(0));
    }
  });

  it('agree on what went well', () => {
    expect(factAt(saga, 'reserve', 0)).toBe('not done | no');
    expect(factAt(saga, 'reserve', seqOf(saga, ended('reserve')))).toBe('done | yes');
    expect(factAt(saga, 'reserve', END)).toBe('undone | undone');
  });

  it('differ where nobody answered: first in what is known, then in what is so', () => {
    expect(factAt(saga, 'ship', seqOf(saga, ended('ship')))).toBe('unknown | no ≠');
    const late = seqOf(saga, (event) => event.type === 'result.ignored');
    expect(factAt(saga, 'ship', late - 1)).toBe('unknown | no ≠');
    expect(factAt(saga, 'ship', late)).toBe('unknown | yes ≠');
  });

  it('agree that an undo failed', () => {
    expect(factAt(saga, 'charge', END)).toBe('undo failed | yes');
  });

  it('differ when a reply was lost', () => {
    const answer = answerFor(workflowOf('pay'), { pay: [lostReply(1)] });
    expect(factAt(answer, 'pay', END)).toBe('not done | yes ≠');
  });

  it('show an effect with its answer, not before it in the same instant', () => {
    const answer = answerFor(workflowOf('A'), { A: [ok(0)] });
    const started = seqOf(answer, (event) => event.type === 'attempt.started');
    expect(factAt(answer, 'A', started)).toBe('under way | no');
    expect(factAt(answer, 'A', seqOf(answer, ended('A')))).toBe('done | yes');
  });

  it('show work that was done twice', () => {
    const answer = answerFor(
      workflowOf('pay', { pay: { retry: {} } }),
      { pay: [lostReply(1), ok(1)] },
      { world: { honoursKeys: false, status: false } },
    );
    expect(factAt(answer, 'pay', END)).toBe('done | twice ≠');
  });
});

describe('more rows than fit', () => {
  const facts = Array.from({ length: 9 }, (_, index) => ({
    unit: `u${index}`,
    node: `n${index}`,
    name: `n${index}`,
    engine: 'done' as const,
    outside: 'yes',
    differs: index === 7,
  }));

  it('keep those that differ and the one in focus, in their order', () => {
    const { shown, hidden } = chooseFacts(facts, 4, 'n5');
    expect(shown.map((fact) => fact.unit)).toEqual(['u0', 'u1', 'u5', 'u7']);
    expect(hidden).toBe(5);
  });

  it('are all shown when they fit', () => {
    expect(chooseFacts(facts, 9, null)).toEqual({ shown: facts, hidden: 0 });
  });
});
