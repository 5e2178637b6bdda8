import { afterAll, describe, expect, test } from 'vitest';
import { digestTrace } from '../../simulator/index.ts';
import { createFolder, documentOf, unwind } from './testing/unwind.ts';

const folder = createFolder();
afterAll(() => folder.remove());

const document = folder.write(
  'order.hxml',
  documentOf(
    '<node id="reserve" type="task"/><node id="ship" type="task"/><node id="release" type="task" compensates="reserve"/>',
    '<edge from="reserve" to="ship"/><edge from="reserve" to="release" type="compensation"/>',
    'order',
  ),
);
const invalid = folder.write('invalid.hxml', documentOf('<node id="a" type="tusk"/>'));
const scenario = folder.write(
  'ship-fails.json',
  JSON.stringify({
    seed: 4,
    tasks: {
      reserve: [{ after: 100, ok: {} }],
      ship: [{ after: 200, error: { class: 'internal', message: 'no \u001b[31mvan' } }],
      release: [{ after: 50, ok: {} }],
    },
  }),
);

describe('run', () => {
  test('exits with 0 when the run was simulated, whatever its outcome', async () => {
    const { code, out, err } = await unwind(['run', document, '--scenario', scenario]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('ship failed (internal); reserve was undone; the run ended compensated');
  });

  test('takes a scenario in which everything succeeds at once, where none is named', async () => {
    const { code, out } = await unwind(['run', document]);
    expect(code).toBe(0);
    expect(out).toContain('All 2 nodes that ran succeeded at the first attempt');
  });

  test('prints what check would, and exits with 1, where the document is invalid', async () => {
    const ran = await unwind(['run', invalid]);
    expect(ran).toEqual(await unwind(['check', invalid]));
    expect(ran.code).toBe(1);
    const json = ['--format', 'json'];
    expect(await unwind(['run', invalid, ...json])).toEqual(
      await unwind(['check', invalid, ...json]),
    );
    const ndjson = await unwind(['run', invalid, '--format', 'ndjson']);
    expect(ndjson).toMatchObject({ code: 1, out: '' });
    expect(ndjson.err).toContain('HX-1003');
  });

  test('reads the document or the scenario from the standard input, not both', async () => {
    const piped = await unwind(['run', '-', '--scenario', scenario], {
      input: documentOf(
        '<node id="reserve" type="task"/><node id="ship" type="task"/><node id="release" type="task"/>',
      ),
    });
    expect(piped.code).toBe(0);
    const other = await unwind(['run', document, '--scenario', '-'], {
      input: 'ship fail internal',
    });
    expect(other.out).toContain('reserve was undone');
    const both = await unwind(['run', '-', '--scenario', '-'], { input: '' });
    expect(both).toMatchObject({ code: 2, out: '' });
    expect(both.err).toBe(
      'unwind: Only one of document and scenario can come from the standard input.\n',
    );
  });

  test('cannot be driven by the texts of a scenario', async () => {
    for (const format of ['timeline', 'events', 'json', 'ndjson', 'harness-trace']) {
      const words = ['run', document, '--scenario', scenario, '--format', format];
      expect((await unwind(words)).out).not.toContain('\u001b');
    }
    expect((await unwind(['run', document, '--scenario', scenario])).out).toContain('<U+001B>[31m');
  });
});

describe('--expect', () => {
  test('exits with 0 where the run ends so, with 1 and a sentence where it does not', async () => {
    const words = ['run', document, '--scenario', scenario, '--expect'];
    expect((await unwind([...words, 'compensated'])).code).toBe(0);
    const { code, err } = await unwind([...words, 'succeeded']);
    expect({ code, err }).toEqual({
      code: 1,
      err: 'unwind: expected that the run ends succeeded, but it ended compensated.\n',
    });
  });

  test('knows the outcomes', async () => {
    const { code, err } = await unwind(['run', document, '--expect', 'suceeded']);
    expect(code).toBe(2);
    expect(err).toMatch(
      /--expect takes one of succeeded, .* not 'suceeded'; did you mean 'succeeded'\?/,
    );
  });
});

describe('--seed, --input, --max-events, --max-time', () => {
  const retried = folder.write(
    'retried.hxml',
    documentOf('<node id="a" type="task"><retry maxAttempts="9" initialDelay="PT10S"/></node>'),
  );
  const failing = folder.write('fails.txt', 'a fail unavailable');

  test('a seed decides chance, and the one of the scenario is no longer taken', async () => {
    const digest = async (...words: string[]) =>
      JSON.parse(
        (await unwind(['run', retried, '--scenario', failing, '--format', 'json', ...words])).out,
      ).digest;
    expect(await digest('--seed', '1')).toBe(await digest('--seed', '1'));
    expect(await digest('--seed', '1')).not.toBe(await digest('--seed', '2'));
    expect(await digest('--seed', '0')).toBe(await digest());
  });

  test('limits end the run as stalled, and say which one it was', async () => {
    const words = ['run', retried, '--scenario', failing, '--format', 'json'];
    const events = JSON.parse((await unwind([...words, '--max-events', '10'])).out);
    expect(events.outcome).toBe('stalled');
    expect(events.trace.length).toBeLessThanOrEqual(10);
    for (const time of ['5s', 'PT5S', '5000ms', '0.1m']) {
      const stalled = JSON.parse((await unwind([...words, '--max-time', time])).out);
      expect(stalled.outcome).toBe('stalled');
      expect(stalled.endedAt).toBeLessThanOrEqual(6000);
    }
    const { out } = await unwind(['run', retried, '--scenario', failing, '--max-time', '5s']);
    expect(out).toMatch(/the\s+run\s+stalled\s+at/);
  });

  test.each([
    ['--seed', '-1'],
    ['--seed', '1.5'],
    ['--seed', '9007199254740992'],
    ['--max-events', '0'],
    ['--max-events', 'many'],
    ['--max-time', '0s'],
    ['--max-time', 'P1M'],
    ['--max-time', '5'],
    ['--input', '{'],
    ['--input', '[1]'],
    ['--input', 'null'],
    ['--expect', ''],
    ['--format', 'tmeline'],
    ['--format', 'toString'],
  ])('%s %s is refused with a sentence that says what would be right', async (option, value) => {
    const { code, out, err } = await unwind(['run', document, `${option}=${value}`]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^unwind: --[a-z-]+ takes .*\n$/);
  });

  test('--format orbit-log of a run that is not of ORBIT says what to do', async () => {
    expect(await unwind(['run', document, '--format', 'orbit-log'])).toEqual({
      code: 2,
      out: '',
      err: 'unwind: --format orbit-log lists the history of a run under the orbit profile, and this one is under harness. Write "profile": "orbit" into the scenario, or take --format events.\n',
    });
  });
});

describe('a bad scenario', () => {
  test.each([
    ['broken JSON', '{"tasks": ', /is no scenario for this document:\n {2}/],
    ['an unknown field', '{"taks": {}}', /taks/],
    ['an unknown unit', '{"tasks": {"shp": []}}', /shp/],
    ['a bad line', 'ship explode', /line 1/],
    ['a wrong type', '{"seed": "one"}', /\/seed: /],
  ])('%s is told with its place, exit code 2', async (_, text, message) => {
    const path = folder.write('bad-scenario', text);
    const { code, out, err } = await unwind(['run', document, '--scenario', path]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
    expect(err).not.toMatch(/\n\s+at /);
  });

  test('that is not UTF-8 is told so', async () => {
    const path = folder.write('latin.json', Buffer.from('{"run": "\xe9"}', 'latin1'));
    const { code, err } = await unwind(['run', document, '--scenario', path]);
    expect({ code, err }).toEqual({
      code: 2,
      err: `unwind: ${path} is not UTF-8. Save it in that encoding.\n`,
    });
  });

  test('that does not exist is told with the nearest name', async () => {
    const { code, err } = await unwind([
      'run',
      document,
      '--scenario',
      `${folder.path}/ship-fail.json`,
    ]);
    expect(code).toBe(2);
    expect(err).toContain("did you mean 'ship-fails.json'?");
  });

  test('that asks for what cannot be simulated is refused in a sentence', async () => {
    const path = folder.write('pause.json', '{"onFailure": "pause"}');
    const { code, out, err } = await unwind(['run', document, '--scenario', path]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^unwind: This run is refused: .*baseline/);
  });
});

describe('formats', () => {
  const words = ['run', document, '--scenario', scenario, '--format'];

  test('json has the fields that are promised, in their order', async () => {
    const run = JSON.parse((await unwind([...words, 'json'])).out);
    expect(Object.keys(run)).toEqual([
      'outcome',
      'compensation',
      'endedAt',
      'digest',
      'states',
      'effects',
      'failures',
      'errors',
      'trace',
      'verdicts',
    ]);
    expect(run).toMatchObject({
      outcome: 'compensated',
      compensation: 'completed',
      endedAt: 350,
      states: { reserve: 'COMPENSATED', ship: 'FAILED', release: 'SUCCEEDED' },
    });
    expect(run.verdicts).toContainEqual({
      rule: 'schedule/control-edge',
      verdict: 'pass',
      occurrences: 1,
      breaches: [],
    });
    expect(run.verdicts.filter(({ verdict }: { verdict: string }) => verdict !== 'pass')).toEqual(
      [],
    );
    expect(run.digest).toBe(digestTrace(run.trace));
    expect(run.effects.map((effect: object) => Object.keys(effect))[0]).toEqual([
      'at',
      'unit',
      'node',
      'attempt',
      'key',
      'repeated',
    ]);
  });

  test('ndjson and events have a line for each event of the trace', async () => {
    const { trace } = JSON.parse((await unwind([...words, 'json'])).out);
    const ndjson = (await unwind([...words, 'ndjson'])).out.trimEnd().split('\n');
    expect(ndjson.map((line) => JSON.parse(line))).toEqual(trace);
    const events = (await unwind([...words, 'events'])).out.trimEnd().split('\n');
    expect(events).toHaveLength(trace.length);
    expect(events.at(-1)).toMatch(/^\d+ +350 ms .*compensated/);
  });

  test('harness-trace is an array of transitions, as in the public corpus', async () => {
    const trace = JSON.parse((await unwind([...words, 'harness-trace'])).out);
    expect(trace).toContainEqual(
      expect.objectContaining({
        node: 'ship',
        from: 'RUNNING',
        to: 'FAILED',
        errorClass: 'internal',
      }),
    );
    expect(trace.at(-1)).toMatchObject({ node: 'reserve', to: 'COMPENSATED' });
  });
});
