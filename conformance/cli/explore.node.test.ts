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
const safe = folder.write(
  'safe.hxml',
  documentOf('<node id="look" type="task"><timeout duration="PT5S"/></node>', '', 'safe'),
);
const EXPECTED = ['--expect', 'if reserve then release or ship'];

const explore = (words: readonly string[], rest: Surroundings = {}) =>
  unwind(['explore', ...words], { isInterrupted: false, ...rest });

test('exits with 0 where all holds, and says what was looked at', async () => {
  const { code, out, err } = await explore([safe]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/✓ ends +holds/);
  expect(out).toContain('faults  states  arrivals  decisions  runs');
  expect(out).toContain('complete; all holds');
  expect(out).toContain('the longest run');
});

test('exits with 1 where something breaks, and shows it with the fewest faults', async () => {
  const { code, out } = await explore([saga, ...EXPECTED, '--max-faults', '2']);
  expect(code).toBe(1);
  expect(out).toContain('× if reserve then release or ship');
  expect(out).toContain('by reserve: lost');
  expect(out).toMatch(/if reserve then release or ship +breaks with 1 fault/);
});

test('what breaks is repeated by the command that is told', async () => {
  const { out } = await explore([saga, ...EXPECTED]);
  const [, input, file] = /Again: echo '(.*)' \| unwind run (\S+) --scenario -/.exec(out) ?? [];
  const again = await unwind(['run', file ?? '', '--scenario', '-'], { input: input ?? '' });
  expect(again.out).toContain('│ the run ends failed');
});

test('as JSON it is the same, to the byte, whenever it is done', async () => {
  const words = [saga, '--max-faults', '2', '--outside', 'crash,cancel', '--format', 'json'];
  const one = await explore(words);
  expect((await explore(words)).out).toBe(one.out);
  const { certificate, failures } = JSON.parse(one.out);
  expect(certificate.result).toMatchObject({ verdict: 'held', isComplete: true });
  expect(certificate.bounds.outside).toEqual(['cancel', 'crash']);
  expect(failures[0].scenario.tasks.reserve).toHaveLength(1);
});

test('a certificate is checked again: the same, or different and where', async () => {
  const file = join(folder.path, 'order.certificate.json');
  await explore([saga, ...EXPECTED, '--certificate', file]);
  const same = await explore([saga, '--verify', file]);
  expect(same).toMatchObject({ code: 0, err: '' });
  expect(same.out).toContain('SAME');
  const other = folder.write('other.hxml', SAGA.replace('PT5S', 'PT6S'));
  const different = await explore([other, '--verify', file]);
  expect(different.code).toBe(1);
  expect(different.out).toContain('DIFFERENT');
  expect(different.out).toContain('document.digest');
  const certificate = JSON.parse(readFileSync(file, 'utf8'));
  certificate.result.ends += 1;
  const forged = folder.write('forged.json', JSON.stringify(certificate));
  expect((await explore([saga, '--verify', forged])).out).toContain('result.ends');
  certificate.result.ends -= 1;
  certificate.says.push('Nothing can ever go wrong.');
  const praised = folder.write('praised.json', JSON.stringify(certificate));
  expect((await explore([saga, '--verify', praised])).out).toContain('says');
  certificate.bounds.faults = 1_000_000_000;
  const endless = folder.write('endless.json', JSON.stringify(certificate));
  const refused = await explore([saga, '--verify', endless]);
  expect(refused.code).toBe(2);
  expect(refused.err).toContain('$.bounds.faults must be a whole number from 0 to 20');
});

test('a bound that is reached is said, and is no failure unless --strict', async () => {
  const { code, out } = await explore([saga, '--max-states', '2']);
  expect(code).toBe(0);
  expect(out).toContain('Bounded, not complete: its bound on states was reached');
  expect(out).toContain('not broken so far');
  expect((await explore([saga, '--max-states', '2', '--strict'])).code).toBe(4);
});

test('values that are not tried are said, and nothing is called complete', async () => {
  const ids = Array.from({ length: 80 }, (_, index) => `t${index}`);
  const cases = ids.map((id) => `<case when="\${pick.kind == '${id}'}" to="${id}"/>`).join('');
  const many = folder.write(
    'many.hxml',
    `<harness xmlns="https://harnessxml.com/spec/1.0" id="many" specVersion="1.0"><nodes>
      <node id="pick" type="task"><outputs><output name="kind" type="string"/></outputs></node>
      <node id="choose" type="decision"><cases>${cases}<otherwise to="t0"/></cases></node>
      ${ids.map((id) => `<node id="${id}" type="task"/>`).join('')}
    </nodes><edges><edge from="pick" to="choose"/></edges></harness>`,
  );
  const expected = ['--expect', 'at most 0 calls of t79', '--strict'];
  const { code, out } = await explore([many, ...expected]);
  expect(code).toBe(4);
  expect(out).toMatch(/outputs of 'pick' with so many values\s+that 33 of them\s+were not tried/);
  expect(out).toContain('not broken so far');
  expect(await explore([many, '--kinds', 'refused', ...expected])).toMatchObject({ code: 0 });
});

test('of very many things that break some are shown, without lines that nobody can copy', async () => {
  const ids = Array.from({ length: 250 }, (_, index) => `n${index}`);
  const chain = folder.write(
    'chain.hxml',
    `<harness xmlns="https://harnessxml.com/spec/1.0" id="chain" specVersion="1.0"><nodes>
      ${ids.map((id) => `<node id="${id}" type="task"/>`).join('')}
    </nodes><edges>
      ${ids.map((id, index) => (index === 0 ? '' : `<edge from="n${index - 1}" to="${id}"/>`)).join('')}
    </edges></harness>`,
  );
  const { out } = await explore([chain, '--kinds', 'hangs']);
  expect(out.match(/! ends · /g)).toHaveLength(50);
  expect(out).toContain('and 200 more, which --format json shows');
  expect(out).toMatch(/Again: \d+ letters of scenario; --save writes them/);
  expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThan(4500);
});

test('scenarios are saved: one for each thing that breaks, and the worst cases', async () => {
  const path = join(folder.path, 'saved');
  await explore([saga, ...EXPECTED, '--save', path]);
  const names = readdirSync(path);
  expect(names.filter((name) => name.startsWith('order.worst-'))).toHaveLength(3);
  expect(names.some((name) => name.startsWith('order.if-then.'))).toBe(true);
});

test.each([
  [['--max-faults', 'many'], '--max-faults'],
  [['--kinds', 'lost,found'], "--kinds: 'found' is none of refused"],
  [['--outside', 'flood'], "--outside: 'flood' is none of cancel, crash"],
  [['--save', '/proc/nothing'], '/proc/nothing can not be written to'],
  [['--verify', 'nowhere.json'], 'nowhere.json can not be read (ENOENT)'],
  [['--verify', saga], 'is no certificate of an exploration'],
])('%j is refused', async (words, message) => {
  const { code, err } = await explore([saga, ...words]);
  expect(code).toBe(2);
  expect(err).toContain(message);
});

test('a document that is not valid is told, with 1', async () => {
  const bad = folder.write('bad.hxml', SAGA.replace('to="ship"', 'to="shop"'));
  expect(await explore([bad])).toMatchObject({ code: 1, out: '' });
});
