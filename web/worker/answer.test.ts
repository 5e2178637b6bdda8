import { describe, expect, it } from 'vitest';
import type { Workflow } from '../../core/model/workflow.ts';
import { readDocument } from '../../core/read.ts';
import index from '../../examples/index.json' with { type: 'json' };
import { NO_FAULTS, withAnswer } from '../models/faults.ts';
import { catalogue, loadExample } from '../state/examples.ts';
import { answerOf } from './answer.ts';
import { nodeLines } from './node-lines.ts';
import { workerRunner } from './runner.ts';

function orbitOf(source: string): Workflow {
  const { workflow } = readDocument(source);
  if (workflow === null) throw new Error('invalid');
  return workflow;
}

const DOCUMENT = `<harness xmlns="https://harnessxml.com/spec/1.0" id="one" specVersion="1.0">
  <nodes>
    <node id="first" type="task"/>
    <node id="second"
          type="task">
      <retry maxAttempts="3"/>
    </node>
  </nodes>
  <edges><edge from="first" to="second"/></edges>
</harness>`;

const SECOND = { unit: 'second', node: 'second', attempt: 1 };

describe('an answer', () => {
  it('has all that the page shows', () => {
    const answer = answerOf({ document: DOCUMENT, scenario: '{"seed": 5}', seed: null });
    if (answer.kind !== 'run') throw new Error(answer.kind);
    expect(answer.run.outcome).toBe('succeeded');
    expect(answer.seed).toBe(5);
    expect(answer.timeline.lanes).toHaveLength(2);
    expect(answer.layouts.right?.nodes).toHaveLength(2);
    expect(answer.lines).toEqual({ first: { first: 3, last: 3 }, second: { first: 4, last: 7 } });
    expect(structuredClone(answer)).toEqual(answer);
  });

  it('with other faults has the same picture of the same document, and another of another', () => {
    const scenario = '{"tasks": {"second": [{"after": 5}]}}';
    const made = [NO_FAULTS, withAnswer(NO_FAULTS, SECOND, { kind: 'slow', by: 7 })].map((faults) =>
      answerOf({ document: DOCUMENT, scenario, seed: null, faults }),
    );
    const [one, other] = made;
    if (one?.kind !== 'run' || other?.kind !== 'run') throw new Error('no runs');
    expect(other.run.endedAt).toBe(one.run.endedAt + 7);
    expect(other.layouts).toEqual(one.layouts);
    expect(other.scenario).toBe(scenario);
    const renamed = answerOf({
      document: DOCUMENT.replaceAll('first', 'begin'),
      scenario,
      seed: 1,
    });
    expect(renamed.kind === 'run' && renamed.layouts.right?.nodes[0]?.id).toBe('begin');
  });

  it('takes another seed than the scenario', () => {
    const scenario = '{"seed": 5, "tasks": {"second": [{"error": {"class": "transient"}}]}}';
    const draws = [1, 2, 1].map((seed) => {
      const answer = answerOf({ document: DOCUMENT, scenario, seed });
      if (answer.kind !== 'run') throw new Error(answer.kind);
      expect(answer.seed).toBe(seed);
      return answer.run.endedAt;
    });
    expect(draws[0]).toBe(draws[2]);
    expect(draws[0]).not.toBe(draws[1]);
  });

  it.each([
    ['', 'nothing'],
    ['<a>', 'no workflow'],
    [DOCUMENT.replace('from="first"', 'from="fisrt"'), 'an edge from nowhere'],
    ['<!DOCTYPE a><a/>', 'a document type'],
  ])('names what is wrong with %s', (document) => {
    const answer = answerOf({ document, scenario: '{}', seed: null });
    if (answer.kind !== 'invalid') throw new Error(answer.kind);
    expect(answer.findings.length).toBeGreaterThan(0);
  });

  it('names what is wrong with a scenario', () => {
    const answer = answerOf({ document: DOCUMENT, scenario: '{"seed": "x"}', seed: null });
    expect(answer.kind).toBe('bad-scenario');
  });

  it('stops a run that is too long to be shown, and says so', () => {
    const ids = Array.from({ length: 12 }, (_, at) => `n${at}`);
    const nodes = ids.map(
      (id) => `<node id="${id}" type="task"><retry maxAttempts="1000"/></node>`,
    );
    const failing = [{ after: 1, error: { class: 'transient' } }];
    const answer = answerOf({
      document: DOCUMENT.replace(/<nodes>[\s\S]*<\/edges>/, `<nodes>${nodes.join('')}</nodes>`),
      scenario: JSON.stringify({ tasks: Object.fromEntries(ids.map((id) => [id, failing])) }),
      seed: null,
    });
    if (answer.kind !== 'run') throw new Error(answer.kind);
    expect(answer.run.trace.length).toBeLessThanOrEqual(20_000);
    expect(answer.run.outcome).toBe('stalled');
    expect(answer.run.stalledBecause).not.toBeNull();
  });
});

describe('the examples of the page', () => {
  it('are those of the repository', () => {
    expect(catalogue.map((example) => example.id)).toEqual(index.map((entry) => entry.id));
    expect(catalogue.length).toBeGreaterThanOrEqual(4);
  });

  it.each(index)('$id runs as its index says', async ({ id, outcome }) => {
    const example = catalogue.find((one) => one.id === id);
    const text = example === undefined ? null : await loadExample(example);
    if (text === null) throw new Error('not loaded');
    const answer = answerOf({ ...text, seed: null });
    if (answer.kind !== 'run') throw new Error(answer.kind);
    expect(answer.run.outcome).toBe(outcome);
    expect(Object.keys(answer.lines)).toHaveLength(answer.workflow.nodes.length);
  });

  it('that lack a file are not loaded', async () => {
    const [example] = catalogue;
    if (example === undefined) throw new Error('no examples');
    expect(await loadExample({ ...example, document: 'nowhere/workflow.hxml' })).toBeNull();
  });
});

describe('the lines of nodes', () => {
  it('are none where nothing can be read', () => {
    expect(nodeLines('<a><', { id: 'a' })).toEqual({});
    expect(nodeLines('', { id: 'a' })).toEqual({});
  });

  it('of ORBIT are those of its steps, and of the blocks that undo them', () => {
    const source = `task "t" { output { v: Int } }
workflow Kid { step pay { worker "t" } }
workflow Order {
  step pay { worker "t"
    compensate { // }
      worker "t" idempotency_key: "}"
    }
  }
  step kid { workflow Kid }
}`;
    expect(nodeLines(source, orbitOf(source))).toEqual({
      pay: { first: 4, last: 8 },
      'compensate:pay': { first: 5, last: 7 },
      kid: { first: 9, last: 9 },
    });
  });
});

class FakeWorker {
  static readonly started: FakeWorker[] = [];
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: (() => void) | null = null;
  readonly questions: { readonly id: number }[] = [];
  ended = false;

  constructor() {
    FakeWorker.started.push(this);
  }

  postMessage(question: { readonly id: number }): void {
    this.questions.push(question);
  }

  terminate(): void {
    this.ended = true;
  }

  answer(id: number, message: string): void {
    const data = { id, content: { kind: 'broken', message } };
    this.onmessage?.(new MessageEvent('message', { data }));
  }
}

describe('the runner', () => {
  const question = { document: '', scenario: '', seed: null };
  const start = () => new FakeWorker() as unknown as Worker;
  const newest = (): FakeWorker => {
    const worker = FakeWorker.started[FakeWorker.started.length - 1];
    if (worker === undefined) throw new Error('none started');
    return worker;
  };

  it('asks one worker one question after the other', async () => {
    const runner = workerRunner(start);
    const first = runner.ask(question);
    const worker = newest();
    worker.answer(1, 'one');
    expect(await first).toMatchObject({ message: 'one' });
    const second = runner.ask(question);
    expect(newest()).toBe(worker);
    worker.answer(2, 'two');
    expect(await second).toMatchObject({ message: 'two' });
  });

  it('gives up on a question when a newer one comes', async () => {
    const runner = workerRunner(start);
    const first = runner.ask(question);
    const busy = newest();
    const second = runner.ask(question);
    expect(busy.ended).toBe(true);
    expect(await first).toBeNull();
    newest().answer(2, 'two');
    expect(await second).toMatchObject({ message: 'two' });
  });

  it('ends a worker that takes too long, and starts another for the next question', async () => {
    const runner = workerRunner(start, 20);
    const asked = runner.ask(question);
    const hanging = newest();
    expect(await asked).toEqual({ kind: 'late', seconds: 0.02 });
    expect(hanging.ended).toBe(true);
    const next = runner.ask(question);
    expect(newest()).not.toBe(hanging);
    newest().answer(2, 'two');
    expect(await next).toMatchObject({ message: 'two' });
  });

  it('says when the worker fails or cannot be started', async () => {
    const runner = workerRunner(start);
    const asked = runner.ask(question);
    newest().onerror?.();
    expect(await asked).toMatchObject({ kind: 'broken' });
    const refused = workerRunner(() => {
      throw new Error('refused');
    });
    expect(await refused.ask(question)).toMatchObject({ kind: 'broken' });
  });
});
