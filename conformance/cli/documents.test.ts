import { mkdirSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { createFolder, documentOf, unwind } from './testing/unwind.ts';

const folder = createFolder();
afterAll(() => folder.remove());

const calling = (href: string) =>
  documentOf(`<node id="s" type="subworkflow"><subworkflow href="${href}"/></node>`);

async function codesOf(paths: readonly string[], input = ''): Promise<readonly string[]> {
  const { out } = await unwind(['check', ...paths, '--format', 'json'], { input });
  const { files } = JSON.parse(out) as { files: { findings: { code: string }[] }[] };
  return files.flatMap(({ findings }) => findings.map(({ code }) => code));
}

test('a document that calls itself is found by its own place', async () => {
  expect(await codesOf([folder.write('self.hxml', calling('./self.hxml'))])).toEqual(['HX-3002']);
});

test('documents that lead back to each other are found, in whatever folders they lie', async () => {
  mkdirSync(`${folder.path}/parts`);
  const first = folder.write('first.hxml', calling('parts/second.hxml'));
  const second = folder.write('parts/second.hxml', calling('third.hxml'));
  const third = folder.write('parts/third.hxml', calling('../first.hxml'));
  expect(await codesOf([first, second, third])).toEqual(['HX-3002', 'HX-3002', 'HX-3002']);
  expect(await codesOf([first, second])).toEqual([]);
  const { out } = await unwind(['check', first, second, third]);
  expect(out).toContain("this document → 'parts/second.hxml' → 'parts/third.hxml' → this document");
});

test('a document of the same name in another folder is another one', async () => {
  mkdirSync(`${folder.path}/other`);
  const here = folder.write('same.hxml', calling('other/same.hxml'));
  const there = folder.write('other/same.hxml', documentOf('<node id="a" type="task"/>'));
  expect(await codesOf([here, there])).toEqual([]);
  expect(await codesOf([here])).toEqual([]);
});

test('the standard input finds what was named beside it', async () => {
  const loop = folder.write('loop.hxml', calling('loop.hxml'));
  expect(await codesOf([loop, '-'], calling(loop))).toEqual(['HX-3002', 'HX-3002']);
});

test('a run says so as well', async () => {
  const child = folder.write('child.hxml', calling('parent.hxml'));
  const parent = folder.write('parent.hxml', calling('child.hxml'));
  const { code, out } = await unwind(['run', parent, '--with', child]);
  expect(code).toBe(1);
  expect(out).toContain('HX-3002');
});
