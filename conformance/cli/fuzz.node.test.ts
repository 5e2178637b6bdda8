import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createFolder, documentOf, type Surroundings, unwind } from './testing/unwind.ts';

const folder = createFolder();
afterAll(() => folder.remove());

const SAGA = documentOf(
  `<node id="reserve" type="task"><timeout duration="PT5S"/></node>
   <node id="ship" type="task"><timeout duration="PT5S"/></node>
   <node id="release" type="task" compensates="reserve"><timeout duration="PT5S"/></node>`,
  '<edge from="reserve" to="ship"/><edge from="reserve" to="release" type="compensation"/>',
  'order',
);
const saga = folder.write('order.hxml', SAGA);
const SAFE = documentOf(
  '<node id="look" type="task"><timeout duration="PT5S"/></node>',
  '',
  'safe',
);
const safe = folder.write('safe.hxml', SAFE);

const fuzz = (words: readonly string[], rest: Surroundings = {}) =>
  unwind(['fuzz', ...words], { isInterrupted: false, ...rest });

test('exits with 0 where nothing breaks, and says what was tried', async () => {
  const { code, out, err } = await fuzz([safe, '--runs', '200']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/ends +held in/);
  expect(out).not.toContain('left behind');
  expect(out).toContain('ways in which calls went wrong  5 of 5');
  expect(out).toContain('nothing found');
  expect(out).toContain('seed 1');
});

test('exits with 0 where only what nobody asked for breaks, and with 1 where what is expected does', async () => {
  expect((await fuzz([saga, '--runs', '200'])).code).toBe(0);
  const words = ['--runs', '200', '--expect', 'if reserve then release or ship'];
  const { code, out } = await fuzz([saga, ...words]);
  expect(code).toBe(1);
  expect(out).toContain('× if reserve then release or ship');
  expect(out).toContain("because 'reserve' takes effect, but its reply is lost");
  expect(out).toContain('reserve fails: timeout, but it took effect');
  expect(out).toMatch(/\d failures? and/);
});

test('a failure is repeated by the command that is told', async () => {
  const { out } = await fuzz([saga, '--runs', '200', '--expect', 'never failed']);
  const [, input, file] = /Again: echo '(.*)' \| unwind run (\S+) --scenario -/.exec(out) ?? [];
  const again = await unwind(['run', file ?? '', '--scenario', '-'], { input: input ?? '' });
  expect(again.out).toContain('│ the run ends failed');
});

test('a document says itself what is expected, and so does a file beside it', async () => {
  const extension = `<extension namespace="urn:unwind:expectations">
    <u:expect xmlns:u="urn:unwind:expectations">never failed</u:expect></extension></harness>`;
  const own = folder.write('own.hxml', SAGA.replace('</harness>', extension));
  expect((await fuzz([own, '--runs', '100'])).code).toBe(1);
  const other = folder.write('beside.hxml', SAGA);
  folder.write('beside.unwind.json', '{"unwind":1,"expect":["never failed"]}');
  const { code, out } = await fuzz([other, '--runs', '100', '--format', 'json']);
  expect(code).toBe(1);
  const [document] = JSON.parse(out).documents;
  expect(document.failures[0]).toMatchObject({
    property: 'never',
    source: { kind: 'file', path: join(folder.path, 'beside.unwind.json') },
    place: { line: 2 },
  });
});

test('failures are saved as scenarios and lines, and tried first the next time', async () => {
  const save = join(folder.path, 'failures');
  const words = [saga, '--expect', 'never failed', '--runs'];
  const { out } = await fuzz([...words, '300', '--save', save]);
  const files = readdirSync(save).filter((name) => name.endsWith('.scenario.json'));
  expect(files.length).toBeGreaterThan(0);
  const lines = readFileSync(join(save, 'findings.ndjson'), 'utf8').trimEnd().split('\n');
  expect(lines.length).toBe(files.length);
  expect(files).toContain(JSON.parse(lines[0] ?? '').file);
  expect(out).toMatch(/Again: unwind run \S+order\.hxml --scenario \S+\.scenario\.json/);
  const again = await fuzz([...words, '1', '--regressions', save, '--format', 'json']);
  expect(again.code).toBe(1);
  expect(JSON.parse(again.out).documents[0].failures[0].firstRun).toBe(-1);
});

test('the same seed prints the same bytes, but for the time that it took', async () => {
  const words = [saga, '--runs', '150', '--seed', '5', '--format', 'json'];
  const once = JSON.parse((await fuzz(words)).out);
  const again = JSON.parse((await fuzz(words)).out);
  expect({ ...once, timing: null }).toEqual({ ...again, timing: null });
  expect(once.seed).toBe(5);
});

test('parts of a search do other runs, and say which part they are', async () => {
  const part = async (shard: string) =>
    JSON.parse((await fuzz([saga, '--runs', '60', '--shard', shard, '--format', 'json'])).out);
  const [first, second] = [await part('1/2'), await part('2/2')];
  expect([first.shard, second.shard]).toEqual([
    { index: 1, count: 2 },
    { index: 2, count: 2 },
  ]);
  expect(first.documents).not.toEqual(second.documents);
});

test('a search ends when its time is over, or somebody presses Ctrl-C, with what it has', async () => {
  const timed = JSON.parse((await fuzz([safe, '--time', '0.05', '--format', 'json'])).out);
  expect(timed).toMatchObject({ runs: null, timing: { stoppedBy: 'time' } });
  const stopped = await fuzz([safe, '--runs', '1000000', '--format', 'json'], {
    isInterrupted: true,
  });
  expect(stopped.code).toBe(130);
  expect(JSON.parse(stopped.out).timing.stoppedBy).toBe('interrupt');
});

test('an invalid document is told as check would, and exits with 1', async () => {
  const invalid = folder.write('invalid.hxml', documentOf('<node id="a" type="tusk"/>'));
  const { code, out, err } = await fuzz([safe, invalid, '--runs', '10']);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain('HX-1003');
});

test.each([
  [['--runs', '0'], '--runs takes a whole number from 1'],
  [['--runs', 'many'], '--runs takes a whole number'],
  [['--time', 'soon'], '--time takes a time above 0'],
  [['--seed', '-1'], '--seed takes a whole number'],
  [['--shard', '3/2'], '--shard 3/2: of 2 parts the last is 2/2'],
  [['--faults', 'x'], '--faults takes a whole number'],
  [['--profile', 'harnes'], "did you mean 'harness'?"],
  [['--format', 'xml'], '--format takes one of pretty, json'],
  [['--input', '[]'], '--input takes a JSON object'],
  [['--expect', 'never faild'], "--expect: 'faild' is no outcome; did you mean 'failed'?"],
  [['--expect', 'at most 1 call of shp'], "there is no step 'shp'; did you mean 'ship'?"],
  [['--regressions', '/nowhere/at/all'], '--regressions takes a folder'],
  [['--save', '/dev/null/x'], '/dev/null/x can not be written to'],
  [['--profile', 'orbit', '--runs', '5', '--frobnicate'], 'unknown option'],
])('wrong use exits with 2 and says what is right: %j', async (words, message) => {
  const { code, out, err } = await fuzz([saga, '--runs', '5', ...words]);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(message);
});

test('what is wrong with a file beside a document is told with its name', async () => {
  const path = folder.write('wrong.hxml', SAGA);
  const beside = folder.write('wrong.unwind.json', '{"unwind":1,"expect":["endz"]}');
  const { code, err } = await fuzz([path]);
  expect(code).toBe(2);
  expect(err).toContain(`${beside}: $.expect[0]: it begins with 'endz'`);
});

test('--help has an example', async () => {
  const { code, out } = await fuzz(['--help']);
  expect(code).toBe(0);
  expect(out).toContain('unwind fuzz order.hxml --runs 10000 --expect');
});
