import { expect, test } from 'vitest';
import { listExamples } from './examples.ts';
import { unwind } from './testing/unwind.ts';

test('demo shows the command that does the same, and its result', async () => {
  const { code, out } = await unwind(['demo', '--no-serve']);
  expect(code).toBe(0);
  const [first = ''] = out.split('\n');
  expect(first).toMatch(/^ \$ unwind run \S+workflow\.hxml --scenario \S+scenario\.json$/);
  const words = first.replace(' $ unwind ', '').split(' ');
  expect(out).toBe(`${first}\n\n${(await unwind(words)).out}`);
});

test('demo --list names every example with its lesson', async () => {
  const { code, out } = await unwind(['demo', '--list']);
  expect(code).toBe(0);
  for (const { id, lesson } of listExamples()) expect(out).toMatch(new RegExp(`${id} .*${lesson}`));
});

test('an unknown example is told with the nearest one', async () => {
  const { code, err } = await unwind(['demo', 'order-sage']);
  expect({ code, err }).toEqual({
    code: 2,
    err: "unwind: There is no example 'order-sage'; did you mean 'order-saga'?\n",
  });
  expect((await unwind(['demo', 'qqqqqq'])).err).toContain('see unwind demo --list');
});

test.each(['-1', '65536', 'http'])('the port %s is refused', async (port) => {
  expect((await unwind(['demo', `--port=${port}`])).code).toBe(2);
});
