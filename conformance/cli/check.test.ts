import { chmodSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { createFolder, documentOf, unwind } from './testing/unwind.ts';

const folder = createFolder();
afterAll(() => folder.remove());

const valid = folder.write('valid.hxml', documentOf('<node id="a" type="task"/>'));
const invalid = folder.write(
  'invalid.hxml',
  documentOf('<node id="charge" type="task"/>', '\n    <edge from="charge" to="charg"/>\n  '),
);
const warned = folder.write('warned.hxml', documentOf('<node id="a" type="human"/>'));

describe('check', () => {
  test('accepts a valid document with exit code 0', async () => {
    expect(await unwind(['check', valid])).toEqual({ code: 0, out: `✓ valid ${valid}\n`, err: '' });
  });

  test('shows a finding with its place, its code and carets under the attribute', async () => {
    const { code, out, err } = await unwind(['check', invalid]);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out.replaceAll(folder.path, '')).toBe(
      [
        "/invalid.hxml:4:25: error HX-2001: to of <edge> names 'charg', and there is no such node (did you mean 'charge'?)",
        ' 4 │   <edge from="charge" to="charg"/>',
        '   │                       ^^^^^^^^^^',
        '',
        '× invalid /invalid.hxml (1 error)',
        'Why, and how it is right: unwind rules HX-2001',
        '',
      ].join('\n'),
    );
  });

  test('lets warnings alone pass', async () => {
    const { code, out } = await unwind(['check', warned]);
    expect(code).toBe(0);
    expect(out).toMatch(/warning U/);
    expect(out).toMatch(/✓ valid .*\(1 warning\)\nWhy, and how .*: unwind rules U1004\n$/);
  });

  test('judges several files and sums them up', async () => {
    const { code, out } = await unwind(['check', valid, invalid, warned]);
    expect(code).toBe(1);
    expect(out).toMatch(
      /3 files: 2 valid, 1 invalid\nWhy.*: unwind rules HX-2001 \(and so for each code\)\n$/,
    );
  });

  test('reads a file once, however often it is named', async () => {
    expect((await unwind(['check', valid, valid])).out).toBe(`✓ valid ${valid}\n`);
  });

  test('reads the standard input for -', async () => {
    const input = documentOf('<node id="a" type="tusk"/>');
    const { code, out } = await unwind(['check', '-'], { input });
    expect(code).toBe(1);
    expect(out).toMatch(/^-:2:\d+: error HX-1003: .*did you mean 'task'/);
  });

  test('goes on with the other files where one cannot be read, and exits with 2', async () => {
    const { code, out, err } = await unwind(['check', `${folder.path}/vald.hxml`, invalid]);
    expect(code).toBe(2);
    expect(out).toMatch(/HX-2001/);
    expect(out).toMatch(/2 files: 0 valid, 1 invalid, 1 not read\nWhy.*\n$/);
    expect(err).toBe(
      `unwind: ${folder.path}/vald.hxml does not exist; did you mean 'valid.hxml'?\n`,
    );
  });

  test('shows the first fifty findings and counts the rest', async () => {
    const nodes = Array.from({ length: 60 }, (_, index) => `<node id="n${index}" type="x"/>`);
    const many = folder.write('many.hxml', documentOf(nodes.join('\n')));
    const { out } = await unwind(['check', many]);
    expect(out.match(/error HX-1003/g)).toHaveLength(50);
    expect(out).toContain('10 more findings (--format json lists all)');
  });

  test('masks a credential in the line that it shows', async () => {
    const key = 'sk-ant-api03-QmFkSWRlYVRoaXNJc0FGYWtlS2V5';
    const node = `<node id="a" type="task"><config><property name="k" value="${key}"/></config></node>`;
    const { code, out } = await unwind(['check', folder.write('key.hxml', documentOf(node))], {
      columns: 200,
    });
    expect(code).toBe(1);
    expect(out).toContain(`value="sk-a${'*'.repeat(key.length - 4)}"/>`);
    expect(out).not.toContain(key.slice(5));
  });

  test('masks a credential where XML is broken, so that nothing else could be found', async () => {
    const key = 'sk-ant-api03-QmFkSWRlYVRoaXNJc0FGYWtlS2V5';
    const node = `<node id="a" type="task"><config><property name="k" value="${key}"/ ></config></node>`;
    const { out } = await unwind(['check', folder.write('broken-key.hxml', documentOf(node))], {
      columns: 200,
    });
    expect(out).toContain('`/` in a tag must be followed by');
    expect(out).toContain(`value="sk-a${'*'.repeat(key.length - 4)}"/ >`);
  });
});

describe('check --format json', () => {
  test('has the fields that are promised, in their order', async () => {
    const { code, out } = await unwind(['check', invalid, valid, '--format', 'json']);
    expect(code).toBe(1);
    const report = JSON.parse(out);
    expect(report.files.map((file: object) => Object.keys(file))).toEqual([
      ['path', 'dialect', 'valid', 'findings'],
      ['path', 'dialect', 'valid', 'findings'],
    ]);
    expect(report.files[0]).toMatchObject({ path: invalid, dialect: 'harness', valid: false });
    expect(report.files[0].findings).toEqual([
      {
        code: 'HX-2001',
        severity: 'error',
        line: 4,
        column: 25,
        endLine: 4,
        endColumn: 35,
        id: 'test',
        message: expect.stringContaining("did you mean 'charge'"),
        related: [],
        page: 'docs/rules/HX-2001.md',
      },
    ]);
    expect(report.files[1]).toEqual({
      path: valid,
      dialect: 'harness',
      valid: true,
      findings: [],
    });
  });

  test('says why a file could not be read', async () => {
    const { code, out } = await unwind(['check', folder.path, '--format', 'json']);
    expect(code).toBe(2);
    expect(JSON.parse(out).files).toEqual([
      {
        path: folder.path,
        dialect: null,
        valid: false,
        findings: [],
        error: `${folder.path} is a directory. Name a file in it.`,
      },
    ]);
  });
});

describe('check for other tools', () => {
  const missing = `${folder.path}/none.hxml`;

  test.each([
    ['sarif', [valid], 0],
    ['sarif', [warned], 0],
    ['sarif', [valid, invalid], 1],
    ['sarif', [invalid, missing], 2],
    ['github', [valid], 0],
    ['github', [warned], 0],
    ['github', [valid, invalid], 1],
    ['github', [invalid, missing], 2],
  ])('--format %s %j exits with %i', async (format, paths, expected) => {
    const { code, err } = await unwind(['check', ...paths, '--format', format]);
    expect(code).toBe(expected);
    expect(err).toBe(expected === 2 ? `unwind: ${missing} does not exist.\n` : '');
  });

  test('sarif has the findings of all files, and those that could not be read', async () => {
    const { out } = await unwind(['check', invalid, warned, missing, '--format', 'sarif']);
    const [run] = JSON.parse(out).runs;
    expect(run.results.map(({ ruleId, level }: Record<string, string>) => [ruleId, level])).toEqual(
      [
        ['HX-2001', 'error'],
        ['U1004', 'warning'],
      ],
    );
    expect(run.artifacts).toHaveLength(2);
    expect(run.artifacts[0].location.uri).toMatch(/^file:\/\/\/.*\/invalid\.hxml$/);
    expect(run.invocations[0].toolExecutionNotifications).toHaveLength(1);
    expect(run.tool.driver.version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test('names files as from the working directory, with forward slashes', async () => {
    const words = ['check', './examples/../examples/order-saga/workflow.hxml', '--format', 'sarif'];
    const [run] = JSON.parse((await unwind(words)).out).runs;
    expect(run.artifacts[0].location).toEqual({
      uri: 'examples/order-saga/workflow.hxml',
      uriBaseId: '%SRCROOT%',
    });
  });

  test('github names files as from the workspace of the job', async () => {
    const surroundings = { environment: { GITHUB_WORKSPACE: folder.path } };
    const { out } = await unwind(['check', warned, invalid, '--format', 'github'], surroundings);
    expect(out).toMatch(
      /^::warning file=warned\.hxml,line=2,.*\n::error file=invalid\.hxml,line=4,.*\n$/,
    );
  });
});

/** Control characters, and those that are invisible or turn the direction of writing. */
const DRIVING = /(?!\n)[\p{Cc}\p{Cf}]/u;

describe('input that is no document', () => {
  const deep = 10_000;
  const faults: readonly (readonly [string, string | Uint8Array, string])[] = [
    ['an empty file', '', 'HX-1001'],
    ['blanks', ' \n\n', 'HX-1001'],
    [
      'a binary file',
      Uint8Array.from({ length: 3000 }, (_, index) => (index * 37) % 256),
      'HX-1005',
    ],
    ['zeros', new Uint8Array(1000), 'HX-1001'],
    ['text that is not UTF-8', Buffer.from('<harness name="\xe9"/>', 'latin1'), 'HX-1005'],
    ['UTF-16', Buffer.from('\ufeff<harness/>', 'utf16le'), 'HX-1005'],
    ['another declared encoding', '<?xml version="1.0" encoding="latin1"?><harness/>', 'HX-1005'],
    ['text that is no XML', 'hello\n', 'HX-1001'],
    ['broken XML', '<harness', 'HX-1001'],
    ['another XML', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'HX-1001'],
    ['a DOCTYPE', '<!DOCTYPE harness [<!ENTITY a "b">]>\n<harness/>', 'HX-1001'],
    ['10,000 levels', '<a>'.repeat(deep) + '</a>'.repeat(deep), 'HX-1001'],
    ['an unknown element', documentOf('<node id="a" type="task"/><nude/>'), 'HX-1003'],
  ];

  test.each(faults)(
    '%s gets a finding with a place, and no stack trace',
    async (name, content, code) => {
      const path = folder.write(`${name.replaceAll(/\W/g, '-')}.hxml`, content);
      const pretty = await unwind(['check', path]);
      expect(pretty).toMatchObject({ code: 1, err: '' });
      expect(pretty.out.replaceAll(folder.path, '')).toMatch(
        new RegExp(`^[^\\n]*:\\d+:\\d+: error ${code}: `),
      );
      expect(pretty.out).not.toMatch(/\bat .*[.:]\d+:\d+\)|node_modules|Error:/);
      const { files } = JSON.parse((await unwind(['check', path, '--format', 'json'])).out);
      expect(files[0].findings[0]).toMatchObject({ code, severity: 'error' });
    },
  );

  test('can be a file that may not be read', async () => {
    if (process.getuid?.() === 0) {
      // Root may read everything; the message is that of any other system fault.
      const { code, err } = await unwind(['check', `${valid}/below`]);
      expect({ code, err }).toEqual({
        code: 2,
        err: `unwind: ${valid}/below does not exist: a part of its path is a file.\n`,
      });
      return;
    }
    const path = folder.write('locked.hxml', '');
    chmodSync(path, 0o000);
    const { code, err } = await unwind(['check', path]);
    expect({ code, err }).toEqual({ code: 2, err: `unwind: ${path} may not be read by you.\n` });
  });

  test('can be endless', async () => {
    const { code, err } = await unwind(['check', '/dev/zero']);
    expect({ code, err }).toEqual({
      code: 2,
      err: 'unwind: /dev/zero is larger than 64 MiB, the limit.\n',
    });
  });

  test('cannot drive the terminal', async () => {
    const hostile = documentOf(
      '<node id="a\u202e" type="\u009b31m" name="\u200b\u0085&#9;"/>',
      '<edge from="\u2066x" to="\u{e0041}"/>',
    );
    const path = folder.write('hostile.hxml', hostile);
    for (const format of ['pretty', 'json', 'sarif', 'github']) {
      const { out } = await unwind(['check', path, '--format', format]);
      expect(out).not.toMatch(DRIVING);
    }
    const { out } = await unwind(['check', path]);
    expect(out).toContain('<U+202E>');
    expect(out).toContain('<U+009B>');
  });
});
