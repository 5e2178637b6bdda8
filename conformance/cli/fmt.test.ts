import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { UNDO } from '../../core/orbit/testing/documents.ts';
import { pathOfExample } from './examples.ts';
import { createFolder, documentOf, unwind } from './testing/unwind.ts';

const folder = createFolder();
afterAll(() => folder.remove());

const LOOSE = 'workflow A{step b{sleep 5m}} // end\n';
const NEAT = `workflow A {
    step b {
        sleep 5m
    }
} // end
`;
const BROKEN = 'workflow A {\n    step b { sleep }\n}\n';

const contentOf = (path: string): string => readFileSync(path, 'utf8');

describe('fmt', () => {
  test('formats a file in place, says so once, and then has nothing to do', async () => {
    const path = folder.write('loose.orbit', LOOSE);
    expect(await unwind(['fmt', path])).toEqual({ code: 0, out: `formatted: ${path}\n`, err: '' });
    expect(contentOf(path)).toBe(NEAT);
    expect(await unwind(['fmt', path])).toEqual({ code: 0, out: '', err: '' });
    expect(contentOf(path)).toBe(NEAT);
  });

  test('--check changes nothing and exits with 1 where something is to be done', async () => {
    const loose = folder.write('check-loose.orbit', LOOSE);
    const neat = folder.write('check-neat.orbit', NEAT);
    expect(await unwind(['fmt', '--check', neat, loose])).toEqual({
      code: 1,
      out: `not formatted: ${loose}\n`,
      err: '',
    });
    expect(contentOf(loose)).toBe(LOOSE);
    expect((await unwind(['fmt', '--check', neat])).code).toBe(0);
  });

  test('formats the standard input to the standard output', async () => {
    expect(await unwind(['fmt', '-'], { input: LOOSE })).toEqual({ code: 0, out: NEAT, err: '' });
    expect((await unwind(['fmt', '-', '--check'], { input: LOOSE })).code).toBe(1);
    expect((await unwind(['fmt', '-', '--check'], { input: NEAT })).code).toBe(0);
  });

  test('refuses what does not follow the grammar, shows where, and leaves the file alone', async () => {
    const path = folder.write('broken.orbit', BROKEN);
    const { code, out, err } = await unwind(['fmt', path]);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toContain(`error[U2001]: expected a duration such as 30s, found '}'\n`);
    expect(out).toContain(`--> ${path}:2:20\n`);
    expect(contentOf(path)).toBe(BROKEN);
    const piped = await unwind(['fmt', '-'], { input: BROKEN });
    expect(piped).toMatchObject({ code: 1, out: '' });
    expect(piped.err).toContain('error[U2001]');
  });

  test('formats what has errors of another kind: it is for documents that are being written', async () => {
    const path = folder.write('untyped.orbit', 'workflow A { return nobody }');
    expect((await unwind(['fmt', path])).code).toBe(0);
    expect(contentOf(path)).toBe('workflow A {\n    return nobody\n}\n');
  });

  test('refuses other languages, bytes and files that are not there, and goes on', async () => {
    const xml = folder.write('a.hxml', documentOf('<node id="a" type="task"/>'));
    const bytes = folder.write('a.bin', new Uint8Array([0x77, 0xff]));
    const loose = folder.write('after.orbit', LOOSE);
    const { code, out, err } = await unwind([
      'fmt',
      xml,
      bytes,
      `${folder.path}/none.orbit`,
      loose,
    ]);
    expect(code).toBe(2);
    expect(out).toBe(`formatted: ${loose}\n`);
    expect(err).toContain(`unwind: ${xml} is HarnessXML; fmt formats ORBIT documents.\n`);
    expect(err).toMatch(/a\.bin is no text in UTF-8: the byte FF/);
    expect(err).toMatch(/none\.orbit does not exist/);
  });

  test('keeps the mode of a file and the link that leads to it, and leaves nothing beside it', async () => {
    const target = folder.write('target.orbit', LOOSE);
    chmodSync(target, 0o640);
    const link = join(folder.path, 'link.orbit');
    symlinkSync(target, link);
    expect((await unwind(['fmt', link])).code).toBe(0);
    expect(contentOf(target)).toBe(NEAT);
    expect(statSync(target).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder.path).filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  test('a file that cannot be replaced is as it was', async () => {
    const path = folder.write('held.orbit', LOOSE);
    // The name of the file beside it is taken already.
    const beside = `.held.orbit.${process.pid}.new`;
    folder.write(beside, 'mine');
    const { code, err } = await unwind(['fmt', path]);
    expect(code).toBe(2);
    expect(err).toBe(`unwind: ${path} cannot be replaced (EEXIST); it is as it was.\n`);
    expect(contentOf(path)).toBe(LOOSE);
    expect(contentOf(join(folder.path, beside))).toBe('mine');
  });
});

test("the package's own documents are formatted and valid", async () => {
  const examples = pathOfExample('.');
  const paths = readdirSync(examples, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.orbit'))
    .map((name) => join(examples, name));
  expect(paths.length).toBeGreaterThan(0);
  expect(await unwind(['fmt', '--check', ...paths])).toEqual({ code: 0, out: '', err: '' });
  for (const path of paths) expect((await unwind(['check', path])).code).toBe(0);
});

describe('check of ORBIT', () => {
  const path = folder.write('undo.orbit', UNDO);

  test("prints the book's error byte for byte, and nothing else", async () => {
    const { code, out, err } = await unwind(['check', path]);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out.replaceAll(`${folder.path}/`, '')).toBe(
      [
        'error[E0308]: step `first` cannot be referenced here',
        '  --> undo.orbit:17:48',
        '   |',
        '17 |         compensate { worker "a.undo" with { v: first.v } }',
        '   |                                                ^^^^^',
        '   = note: a compensation for `second` can only read `second` and the steps it depends on',
        '',
        'error: compilation failed: 1 error(s), 0 warning(s)',
        '',
      ].join('\n'),
    );
  });

  test('says valid of what is, with warnings or without', async () => {
    const mended = folder.write(
      'mended.orbit',
      UNDO.replace('with { n: 2 }', 'with { n: 2 } after first'),
    );
    expect(await unwind(['check', mended])).toEqual({
      code: 0,
      out: `✓ valid ${mended}\n`,
      err: '',
    });
    const warned = folder.write('warned.orbit', 'task "a" { }\n');
    const { code, out } = await unwind(['check', warned]);
    expect(code).toBe(0);
    expect(out).toMatch(/^warning\[U2501\]: /);
    expect(out).toMatch(/\n\n✓ valid .*warned\.orbit \(1 warning\)\n$/);
  });

  test('has the note in every other format', async () => {
    const { files } = JSON.parse((await unwind(['check', path, '--format', 'json'])).out);
    expect(files[0]).toMatchObject({ dialect: 'orbit', valid: false });
    expect(files[0].findings).toEqual([
      {
        code: 'E0308',
        severity: 'error',
        line: 17,
        column: 48,
        endLine: 17,
        endColumn: 53,
        id: 'second',
        message: 'step `first` cannot be referenced here',
        related: [],
        note: 'a compensation for `second` can only read `second` and the steps it depends on',
        page: 'docs/rules/E0308.md',
      },
    ]);
    const [run] = JSON.parse((await unwind(['check', path, '--format', 'sarif'])).out).runs;
    expect(run.results[0]).toMatchObject({ ruleId: 'E0308', level: 'error' });
    expect(run.results[0].message.text).toMatch(/here \(a compensation for/);
    const { out } = await unwind(['check', path, '--format', 'github']);
    expect(out).toMatch(/^::error .*line=17,col=48,.*::step `first` .*%0Anote: a compensation/);
  });

  test('knows tasks and workflows of the other files', async () => {
    const tasks = folder.write(
      'tasks.orbit',
      'task "a.run" { input { n: Int } output { v: Int } }',
    );
    const caller = folder.write(
      'caller.orbit',
      'workflow Caller { step a { worker "a.run" with { n: 1 } } step b { workflow Called } }',
    );
    const called = folder.write('called.orbit', 'workflow Called { step c { sleep 1s } }');
    expect((await unwind(['check', caller])).out).toMatch(/U2014.*U2015/s);
    const { code, out } = await unwind(['check', caller, tasks, called]);
    expect(out).not.toMatch(/error/);
    expect(code).toBe(0);
  });

  test('shows several files one behind the other, with a sum', async () => {
    const { out } = await unwind(['check', path, path.replace('undo', 'mended')]);
    expect(out).toMatch(/0 warning\(s\)\n\n✓ valid .*\n2 files: 1 valid, 1 invalid\n$/);
  });
});
