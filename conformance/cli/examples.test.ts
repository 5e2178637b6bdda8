import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { listExamples, pathOfExample } from './examples.ts';
import { unwind, withoutFooter } from './testing/unwind.ts';

const examples = listExamples();

test('the index names every folder that holds a workflow, and nothing else', () => {
  const documents = readdirSync(pathOfExample('.'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => [`${name}/workflow.hxml`, `${name}/workflow.orbit`])
    .filter((path) => existsSync(pathOfExample(path)));
  expect(examples.map(({ document }) => document).sort()).toEqual(documents.sort());
  for (const { id, document, scenario, title, lesson } of examples) {
    expect(document).toMatch(new RegExp(`^${id}/workflow\\.(hxml|orbit)$`));
    expect(scenario).toBe(`${id}/scenario.json`);
    expect(existsSync(pathOfExample(document))).toBe(true);
    expect(existsSync(pathOfExample(scenario))).toBe(true);
    expect(title).toMatch(/^[A-Z].*[^.]$/);
    expect(lesson).toMatch(/^[A-Z].*\.$/);
    expect(lesson.length).toBeLessThanOrEqual(90);
  }
});

describe.each(examples)('example $id', ({ id, document, scenario, outcome }) => {
  const words = ['run', pathOfExample(document), '--scenario', pathOfExample(scenario)];

  test('is valid without a warning', async () => {
    const { code, out } = await unwind(['check', pathOfExample(document), '--format', 'json']);
    expect(JSON.parse(out).files[0].findings).toEqual([]);
    expect(code).toBe(0);
  });

  test(`ends ${outcome}`, async () => {
    expect((await unwind([...words, '--expect', outcome])).code).toBe(0);
  });

  test('looks as a person saw it and found it right', async () => {
    const { out } = await unwind(words);
    await expect(withoutFooter(out)).toMatchFileSnapshot(pathOfExample(`${id}/timeline.txt`));
  });

  test('keeps within 80 columns, and in ASCII says the same', async () => {
    const { out } = await unwind(words);
    expect(Math.max(...out.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
    const ascii = (await unwind([...words, '--ascii'])).out;
    expect(ascii).toMatch(/^[\n -~]*$/);
    const wordsOf = (text: string) => text.match(/[A-Za-z]\w{2,}/g);
    expect(wordsOf(ascii)).toEqual(wordsOf(out));
  });
});
