import { expect, test } from 'vitest';
import { driverWords } from './driver-options.ts';

test.each([
  [{}, ''],
  [{ driverModule: './driver.mjs' }, ' --driver-module ./driver.mjs'],
  [{ driverUrl: 'ws://localhost:1' }, ' --driver-url ws://localhost:1'],
  [{ driver: 'python3 driver.py' }, ' --driver "python3 driver.py"'],
  [{ driver: 'node "my driver.mjs"' }, ` --driver 'node "my driver.mjs"'`],
  [{ driver: `echo $HOME 'a b'` }, ` --driver 'echo $HOME '\\''a b'\\'''`],
])('%j is typed again as %s', (options, words) => {
  expect(driverWords(options)).toBe(words);
});
