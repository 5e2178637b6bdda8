import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { codePages } from '../../core/harness/pages/index.ts';
import { PAGES } from '../report/findings/page-of.ts';
import { renderRuleFiles } from '../report/rules/markdown.ts';
import { rules as runtimeRules } from '../rules/index.ts';
import { packageRoot } from './package-root.ts';
import { unwind } from './testing/unwind.ts';

const codes = codePages.map(({ code }) => code);

describe('rules', () => {
  test('lists every code once, with severity and title', async () => {
    const { code, out, err } = await unwind(['rules']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const listed = [
      ...out.matchAll(/^ {3}([A-Z][A-Z\d-]*\d{4}|[A-Z_]+) +(error|warning|note) +\S/gm),
    ];
    expect(listed.map(([, listedCode]) => listedCode).sort()).toEqual([...codes].sort());
    expect(out).toContain('HX-3301  error    a node that is not idempotent has no retry\n');
    expect(out).toMatch(/\n A page on one: unwind rules HX-\d{4}\n\n/);
    for (const { id, strength } of runtimeRules) {
      expect(out).toMatch(new RegExp(`^ {3}${id} +${strength} `, 'm'));
    }
    expect(out).toMatch(/\n A page: unwind rules retry\/max-attempts\n$/);
  });

  test('keeps within the width of the terminal, and in ASCII', async () => {
    for (const columns of [40, 80]) {
      const { out } = await unwind(['rules', '--ascii'], {
        columns,
        environment: { NO_COLOR: '1' },
      });
      expect(out).toMatch(/^[\n -~]*$/);
      expect(Math.max(...out.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(columns);
    }
  });

  test('shows the page of a rule: what, whence, why, wrong and right', async () => {
    const { code, out, err } = await unwind(['rules', 'HX-3301']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(
      [
        ' HX-3301 error: a node that is not idempotent has no retry',
        ' HarnessXML §3.1.2, §8.3',
        '',
        ' What must not happen twice is not tried twice. If the call behind a step is',
        ' safe to repeat, say idempotent="true"; if not, remove the retry.',
        '',
        ' Wrong',
        '   <node id="charge" type="task" idempotent="false">',
        '     <retry maxAttempts="3"/>',
        '   </node>',
        '',
        ' Right',
        '   <node id="charge" type="task" idempotent="false"/>',
        '',
      ].join('\n'),
    );
  });

  test('shows what to do where a code is no rule of a document', async () => {
    const { out } = await unwind(['rules', 'HX-4110']);
    expect(out).toMatch(/^ HX-4110 error: a compensation failed\n HarnessXML §8\.4\.3/);
    expect(out).toMatch(/\n\n What to do\n Undo that one step by hand/);
  });

  test('shows the page of a rule for runtimes', async () => {
    const { code, out, err } = await unwind(['rules', 'retry/retry-any']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(
      [
        ' retry/retry-any MUST: a runtime retries any class without retryOn',
        '',
        ' Source         HarnessXML §8.1.2',
        ' Profiles       HarnessXML',
        ' Level          HarnessXML executing',
        ' Judged by      what the world saw',
        ' Needs          retry',
        ' Applies where  an attempt fails with attempts left, and the policy has no',
        '                retryOn',
        ' Catches        retries-transient-alone',
        '',
        ' HarnessXML has no table of what is retryable: an author who wants one writes',
        ' retryOn. A runtime that adds its own opinion makes documents mean different',
        ' things.',
        '',
        ' Wrong',
        '   No retryOn; the attempt fails with invalid_input and the step fails at once.',
        '',
        ' Right',
        '   It is attempted again, up to maxAttempts.',
        '',
      ].join('\n'),
    );
    const { runtimeRules: one } = JSON.parse(
      (await unwind(['rules', 'retry/retry-any', '--format', 'json'])).out,
    );
    expect(one).toEqual([
      expect.objectContaining({
        id: 'retry/retry-any',
        strength: 'MUST',
        page: 'docs/rules/retry/retry-any.md',
      }),
    ]);
    const { out: page } = await unwind(['rules', 'Retry/Retry-Any', '--format', 'markdown']);
    expect(page).toBe(renderRuleFiles().get('retry/retry-any.md'));
  });

  test('takes a code however it is written', async () => {
    const page = await unwind(['rules', 'HX-3301']);
    for (const id of ['hx-3301', 'hx3301', 'HX3301']) {
      expect(await unwind(['rules', id])).toEqual(page);
    }
  });

  test.each([
    ['HX-3310', "; did you mean 'HX-3301'?"],
    ['3301', "; did you mean 'HX-3301'?"],
    ['1001', "; did you mean 'HX-1001' or 'U1001'?"],
    ['max-attempts', "; did you mean 'retry/max-attempts'?"],
    ['retry/max-attempt', "; did you mean 'retry/max-attempts'?"],
    ['nonsense', '; unwind rules lists all codes and rules.'],
  ])('%s is no code, and it says so: exit code 2', async (id, hint) => {
    expect(await unwind(['rules', id])).toEqual({
      code: 2,
      out: '',
      err: `unwind: There is no code or rule '${id}'${hint}\n`,
    });
  });

  test('prints JSON: all pages, or one', async () => {
    const all = JSON.parse((await unwind(['rules', '--format', 'json'])).out);
    expect(all.rules.map(({ code }: { code: string }) => code)).toEqual(codes);
    const { rules } = JSON.parse((await unwind(['rules', 'U1004', '--format', 'json'])).out);
    expect(rules).toEqual([
      {
        code: 'U1004',
        severity: 'warning',
        title: 'a human node has a timeout',
        family: 'timing warnings',
        source: expect.any(String),
        why: expect.any(String),
        wrong: expect.stringContaining('<node'),
        right: expect.stringContaining('<timeout'),
        page: 'docs/rules/U1004.md',
      },
    ]);
  });

  test('prints Markdown: the files of the repository', async () => {
    const files = renderRuleFiles();
    expect((await unwind(['rules', '--format', 'markdown'])).out).toBe(files.get('README.md'));
    const { out } = await unwind(['rules', 'HX-2001', '--format', 'markdown']);
    expect(out).toBe(files.get('HX-2001.md'));
  });

  test('refuses another format', async () => {
    const { code, err } = await unwind(['rules', '--format', 'jsn']);
    expect({ code, err }).toEqual({
      code: 2,
      err: "unwind: --format takes one of pretty, json, markdown, not 'jsn'; did you mean 'json'?\n",
    });
  });
});

test('the rendered pages in the repository are fresh (npm run build && npm run pages)', () => {
  const folder = join(packageRoot(), PAGES);
  const there = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);
  const byName = (files: Iterable<readonly [string, string]>) => new Map([...files].sort());
  expect(byName(there)).toEqual(byName(renderRuleFiles()));
});
