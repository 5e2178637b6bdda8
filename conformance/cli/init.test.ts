import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createFolder, unwind } from './testing/unwind.ts';

const folder = createFolder();
afterAll(() => folder.remove());

const templates = join(import.meta.dirname, '../templates');

describe('unwind init driver', () => {
  test.each([
    ['js', 'javascript', ['README.md', 'driver.mjs', 'runtime.mjs']],
    ['python', 'python', ['README.md', 'driver.py', 'runtime.py']],
  ])('--language %s writes the template', async (language, source, names) => {
    const target = join(folder.path, 'new', language);
    const { code, out, err } = await unwind(['init', 'driver', '--language', language, target]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(`cd ${target} && npx unwind doctor --driver "`);
    expect(readdirSync(target).sort()).toEqual(names);
    for (const name of names) {
      const written = readFileSync(join(target, name), 'utf8');
      expect(written).toBe(readFileSync(join(templates, source, name), 'utf8'));
    }
  });

  test('writes over nothing', async () => {
    const mine = createFolder();
    mine.write('driver.py', 'mine');
    const { code, err } = await unwind(['init', 'driver', '--language', 'python', mine.path]);
    expect(code).toBe(2);
    expect(err).toContain('driver.py is there already, and nothing was written');
    expect(readdirSync(mine.path)).toEqual(['driver.py']);
    expect(readFileSync(join(mine.path, 'driver.py'), 'utf8')).toBe('mine');
    mine.remove();
  });

  test('says what there is instead', async () => {
    const language = await unwind(['init', 'driver', '--language', 'pyton', folder.path]);
    expect([language.code, language.err]).toEqual([
      2,
      "unwind: --language takes one of js, python, not 'pyton'; did you mean 'python'?\n",
    ]);
    const what = await unwind(['init', 'workflow', '--language', 'js']);
    expect(what.code).toBe(2);
    const file = folder.write('file', '');
    const nowhere = await unwind(['init', 'driver', '--language', 'js', join(file, 'sub')]);
    expect(nowhere.code).toBe(2);
    expect(nowhere.err).toContain('could not be written');
  });
});
