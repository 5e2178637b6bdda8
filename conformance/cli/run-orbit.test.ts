import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { pathOfExample } from './examples.ts';
import { createFolder, unwind, withoutFooter } from './testing/unwind.ts';

const folder = createFolder();
afterAll(() => folder.remove());

const document = pathOfExample('orbit-undo/workflow.orbit');
const words = ['run', document, '--scenario', pathOfExample('orbit-undo/scenario.json')];

/** As ORBIT's own book shows it; `...` is any text. */
const BOOK = `
+   705ms  #20  StepFailed                step=broken error=HTTP_ERROR ...
+   705ms  #21  CompensationStarted       reason=step \`broken\` failed: ...
+   705ms  #22  StepScheduled             step=compensate:second attempt=1
+   806ms  #24  StepSucceeded             step=compensate:second attempt=1
+   808ms  #25  StepScheduled             step=compensate:first attempt=1
+   905ms  #27  StepSucceeded             step=compensate:first attempt=1
+   907ms  #28  CompensationCompleted
+   907ms  #29  WorkflowFailed            error=HTTP_ERROR step \`broken\` failed: ...
`;

describe('run of an ORBIT document', () => {
  test('--format orbit-log gives the eight lines of the book, and ends with them', async () => {
    const { code, out, err } = await unwind([...words, '--format', 'orbit-log']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const printed = out.trimEnd().split('\n').slice(-8);
    const expected = BOOK.trim().split('\n');
    expect(printed).toHaveLength(expected.length);
    expected.forEach((line, index) => {
      const [before = '', isOpen] = line.split('...');
      if (isOpen === undefined) expect(printed[index]).toBe(line);
      else expect(printed[index]?.slice(0, before.length)).toBe(before);
    });
  });

  test('its whole history looks as a person saw it and found it right', async () => {
    const { out } = await unwind([...words, '--format', 'orbit-log']);
    await expect(out).toMatchFileSnapshot(pathOfExample('orbit-undo/history.txt'));
  });

  test('looks as a person saw it and found it right', async () => {
    const { out } = await unwind(words);
    await expect(withoutFooter(out)).toMatchFileSnapshot(pathOfExample('orbit-undo/timeline.txt'));
  });

  test('--format json tells states by unit, and how compensation went', async () => {
    const { out } = await unwind([...words, '--format', 'json']);
    expect(JSON.parse(out)).toMatchObject({
      outcome: 'failed',
      compensation: 'completed',
      endedAt: 907,
      states: {
        first: 'SUCCEEDED',
        second: 'SUCCEEDED',
        broken: 'FAILED',
        'compensate:second': 'SUCCEEDED',
        'compensate:first': 'SUCCEEDED',
      },
      effects: [
        { unit: 'first', key: 'undo-1/first' },
        { unit: 'second', key: 'undo-1/second' },
        { unit: 'compensate:second', node: 'second', key: 'undo-1/compensate:second' },
        { unit: 'compensate:first', node: 'first', key: 'undo-1/compensate:first' },
      ],
    });
  });

  test.each(['timeline', 'events', 'ndjson', 'harness-trace', 'perfetto', 'markdown'])(
    '--format %s',
    async (format) => {
      const { code, out, err } = await unwind([...words, '--format', format]);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out.length).toBeGreaterThan(500);
      expect(out).not.toMatch(/undefined|\[object/);
    },
  );

  test('--format harness-trace tells what undoes a step apart from the step', async () => {
    const { out } = await unwind([...words, '--format', 'harness-trace']);
    const ended = (JSON.parse(out) as { node: string; to: string }[])
      .filter(({ to }) => to === 'SUCCEEDED')
      .map(({ node }) => node);
    expect(ended).toEqual(['first', 'second', 'compensate:second', 'compensate:first']);
  });

  test('--expect knows its outcomes', async () => {
    expect((await unwind([...words, '--expect', 'failed'])).code).toBe(0);
    expect((await unwind([...words, '--expect', 'compensated'])).code).toBe(1);
  });
});

describe('the order of the book', () => {
  const order = pathOfExample('orbit-order/workflow.orbit');

  test('refunds the charge and then releases the reservation when confirm fails for good', async () => {
    const scenario = pathOfExample('orbit-order/scenario.json');
    const { out, err } = await unwind(['run', order, '--scenario', scenario, '--format', 'json']);
    expect(err).toBe('');
    const run = JSON.parse(out);
    expect([run.outcome, run.compensation]).toEqual(['failed', 'completed']);
    const calls = run.trace.flatMap((event: Record<string, unknown>) =>
      event['type'] === 'attempt.started' ? [[event['unit'], event['key']]] : [],
    );
    expect(calls).toEqual([
      ['reserve', 'order-1/reserve'],
      ['charge', 'order-1/charge'],
      ['confirm', 'order-1/confirm'],
      ['compensate:charge', 'refund-t-1'],
      ['compensate:charge', 'refund-t-1'],
      ['compensate:reserve', 'order-1/compensate:reserve'],
    ]);
    // Each of its ten attempts may come later: 1 s, 2 s, 4 s … at most 1 min.
    const waits = run.trace.flatMap((event: Record<string, unknown>) =>
      event['type'] === 'timer.set' ? [(event['due'] as number) - (event['at'] as number)] : [],
    );
    expect(waits).toEqual([1000]);
  });
});

describe('a list, a child and a cancel', () => {
  const parcels = pathOfExample('orbit-parcels/workflow.orbit');
  const words = ['run', parcels, '--scenario', pathOfExample('orbit-parcels/scenario.json')];

  test('is valid without a warning, and laid out as fmt does it', async () => {
    const { code, out } = await unwind(['check', parcels, '--format', 'json']);
    expect(JSON.parse(out).files[0].findings).toEqual([]);
    expect(code).toBe(0);
    expect((await unwind(['fmt', '--check', parcels])).code).toBe(0);
  });

  test('looks as a person saw it and found it right', async () => {
    const { out } = await unwind([...words, '--expect', 'cancelled']);
    await expect(withoutFooter(out)).toMatchFileSnapshot(
      pathOfExample('orbit-parcels/timeline.txt'),
    );
    const { out: log } = await unwind([...words, '--format', 'orbit-log']);
    await expect(log).toMatchFileSnapshot(pathOfExample('orbit-parcels/history.txt'));
  });

  test('is told after the fact without a word of the other dialect', async () => {
    const { out } = await unwind([...words, '--format', 'markdown']);
    expect(out).not.toMatch(/HX-|error edge|idempotent|compensate:take`? failed/);
    expect(out).toContain('| `take[1]` | `compensate:take[1]` | **not undone** (GONE)');
    expect(out).not.toContain('unwind rules GONE');
  });
});

describe('a HarnessXML document under the profile orbit', () => {
  const words = ['run', pathOfExample('order-saga/workflow.hxml'), '--scenario'];
  const scenario = JSON.parse(readFileSync(pathOfExample('order-saga/scenario.json'), 'utf8'));

  test('is undone as ORBIT undoes, and told so', async () => {
    const path = folder.write('orbit.json', JSON.stringify({ ...scenario, profile: 'orbit' }));
    const told = await unwind([...words, path, '--format', 'markdown', '--expect', 'failed']);
    expect(told.code).toBe(0);
    expect(told.out).toContain('It aborts the execution');
    const listed = await unwind([...words, path, '--format', 'orbit-log']);
    expect(listed.out.trimEnd().split('\n').slice(-2)).toEqual([
      '+  5980ms  #29  CompensationCompleted',
      '+  5980ms  #30  WorkflowFailed            error=unavailable step `ship` failed: carrier does not answer compensation=completed',
    ]);
    const picture = await unwind([...words, path]);
    expect(picture.out).not.toContain('never ran');
  });
});

describe('the input of an ORBIT document', () => {
  const path = folder.write(
    'input.orbit',
    `task "t" { input { n: Int } }
record R { a: Int }
workflow W {
  input { order: String, n: Int, f: Float, l: List<Int>, r: R, m: Map<String, Int>, j: JSON, o: Bool?, d: Duration }
  step a { worker "t" with { n: input.n } }
}`,
  );
  const errorFor = async (input: object) =>
    (await unwind(['run', path, '--input', JSON.stringify(input)])).err.split('\n').slice(1, -1);

  test('that is missing, of another type, or not asked for is told, and the run goes on', async () => {
    const bare = await unwind(['run', path]);
    expect(bare.code).toBe(0);
    expect(bare.err).toContain('the input does not fit');
    expect(await errorFor({ ordr: 'x', n: 1.5, f: 'x', l: {}, r: [], m: 1, o: 1, d: 1.5 })).toEqual(
      [
        "  'order' is missing: String",
        "  'n' is no Int",
        "  'f' is no Float",
        "  'l' is no List<Int>",
        "  'r' is no R",
        "  'm' is no Map<String, Int>",
        "  'o' is no Bool?",
        "  'd' is no Duration",
        "  the workflow takes no 'ordr'; did you mean 'order'?",
      ],
    );
  });

  test('that fits is nothing to speak of', async () => {
    const input = { order: 'o', n: 1, f: 2, l: [1], r: { a: 1 }, m: {}, d: 5000 };
    expect(await errorFor(input)).toEqual([]);
    expect(await errorFor({ ...input, j: [1], o: null })).toEqual([]);
  });
});
