import { describe, expect, test } from 'vitest';
import { unwind } from './testing/unwind.ts';

describe('help', () => {
  test('is printed where nothing is asked for, with an example', async () => {
    const { code, out, err } = await unwind([]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^Usage: unwind/);
    expect(out).toContain('Examples:\n  unwind demo\n');
    expect(await unwind(['--help'])).toEqual({ code, out, err });
  });

  test.each(['check', 'run', 'rules', 'demo'])('of %s has an example', async (command) => {
    const { code, out } = await unwind([command, '--help']);
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`Examples:\\n {2}unwind ${command} `.trimEnd()));
    expect(await unwind(['help', command])).toEqual({ code, out, err: '' });
  });

  test('fits into the width of the terminal', async () => {
    for (const columns of [80, 100]) {
      const { out } = await unwind(['run', '--help'], { columns });
      const lines = out.slice(0, out.indexOf('Examples:')).split('\n');
      expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(columns);
    }
  });
});

test('--version prints that of the package', async () => {
  const { code, out } = await unwind(['--version']);
  expect(code).toBe(0);
  expect(out).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect((await unwind(['-V'])).out).toBe(out);
});

describe('wrong use', () => {
  test.each([
    ['an unknown command', ['chek', 'a.hxml'], /unknown command 'chek'[\s\S]*check/],
    [
      'an unknown option',
      ['run', 'a.hxml', '--scenari', 'b'],
      /unknown option '--scenari'[\s\S]*--scenario/,
    ],
    ['a missing file', ['check'], /missing required argument 'file'/],
    ['too many files', ['run', 'a.hxml', 'b.hxml'], /too many arguments/],
    ['a missing value', ['run', 'a.hxml', '--seed'], /option '--seed <n>' argument missing/],
    ['help of an unknown command', ['help', 'chek'], /.*/],
  ])('%s is told in a sentence, exit code 2', async (_, words, message) => {
    const { code, err } = await unwind(words);
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/\n\s+at /);
  });

  test('cannot be used to drive the terminal', async () => {
    const { err } = await unwind(['\u001b[31mred']);
    expect(err).not.toContain('\u001b');
  });
});

describe('colours', () => {
  const coloured = (text: string) => text.includes('\u001b[');
  const help = ['demo', 'order-saga', '--no-serve'];

  test('are printed on a terminal and nowhere else', async () => {
    expect(coloured((await unwind(help, { columns: 80 })).out)).toBe(true);
    expect(coloured((await unwind(help)).out)).toBe(false);
  });

  test.each([
    ['NO_COLOR', { NO_COLOR: '1' }, 80, false],
    ['an empty NO_COLOR', { NO_COLOR: '' }, 80, true],
    ['FORCE_COLOR', { FORCE_COLOR: '1' }, null, true],
    ['FORCE_COLOR=0', { FORCE_COLOR: '0' }, 80, false],
    ['a dumb terminal', { TERM: 'dumb' }, 80, false],
  ])('%s decides', async (_, environment, columns, expected) => {
    const { out } = await unwind(help, {
      environment: { LANG: 'C.UTF-8', ...environment },
      columns,
    });
    expect(coloured(out)).toBe(expected);
  });

  test('change nothing but colours', async () => {
    const plain = await unwind(help);
    const bright = await unwind(help, { columns: 80 });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the colours
    expect(bright.out.replaceAll(/\u001b\[\d+m/g, '')).toBe(plain.out);
  });
});

describe('signs', () => {
  const words = ['demo', 'order-saga', '--no-serve'];
  const isAscii = (text: string) => /^[\n -~]*$/.test(text);

  test.each([
    ['a UTF-8 locale', { LANG: 'de_DE.UTF-8' }, false],
    ['LC_ALL over LANG', { LANG: 'de_DE.UTF-8', LC_ALL: 'C' }, true],
    ['no locale', {}, true],
    ['the console of Linux', { LANG: 'C.UTF-8', TERM: 'linux' }, true],
  ])('%s decides between Unicode and ASCII', async (_, environment, expected) => {
    expect(isAscii((await unwind(words, { environment })).out)).toBe(expected);
  });

  test('--ascii and --no-ascii decide over it', async () => {
    expect(isAscii((await unwind([...words, '--ascii'])).out)).toBe(true);
    expect(isAscii((await unwind([...words, '--no-ascii'], { environment: {} })).out)).toBe(false);
  });
});
