/** What typing into the document does to the run, the address and the drafts. */

import { afterEach, expect, test } from 'vitest';
import { formatLink } from '../models/link.ts';
import { TEMPLATE } from '../models/template.ts';
import { answerOf } from '../worker/answer.ts';
import type { Address } from './address.ts';
import type { Library } from './base.ts';
import { createDrafts } from './drafts.ts';
import { createPlayground, type Playground } from './playground.svelte.ts';

const { document: DOCUMENT, scenario: SCENARIO } = TEMPLATE;
const library: Library = {
  catalogue: [{ id: 'x', title: 'X', lesson: 'L', document: 'd', scenario: 's' }],
  lessons: [
    {
      ...{ id: 'one', title: 'Lesson one', lead: 'Look.' },
      load: () =>
        Promise.resolve({
          ...{ document: DOCUMENT, scenario: SCENARIO, seed: 3 },
          faults: {
            answers: [],
            inputs: [{ after: 'attempt.started reserve 1', delay: 0, action: 'cancel' as const }],
          },
        }),
    },
  ],
  load: () => Promise.resolve({ document: DOCUMENT, scenario: SCENARIO }),
};

let stop: (() => void) | null = null;

afterEach(() => {
  stop?.();
  stop = null;
  localStorage.removeItem('unwind-drafts');
});

interface Opened {
  readonly page: Playground;
  /** What was written into the address, and whether as a new place. */
  readonly written: (readonly [string, boolean])[];
}

async function open(hash: string): Promise<Opened> {
  const written: (readonly [string, boolean])[] = [];
  let now = hash;
  const address: Address = {
    read: () => now,
    write(link, isNewPlace) {
      now = formatLink(link);
      written.push([now, isNewPlace]);
    },
    listen: () => () => {},
  };
  const runner = {
    ask: (question: Parameters<typeof answerOf>[0]) => Promise.resolve(answerOf(question)),
    close() {},
  };
  let page: Playground | null = null;
  stop = $effect.root(() => {
    page = createPlayground(library, runner, address, createDrafts());
  });
  const opened = page as Playground | null;
  if (opened === null) throw new Error('not made');
  await expect.poll(() => opened.result ?? opened.missing).not.toBeNull();
  return { page: opened, written };
}

const ended = (page: Playground) => page.result?.run.outcome;

test('a document that is edited is run again, and becomes a draft in the address', async () => {
  const { page, written } = await open('#/e/x');
  page.goTo(2);
  page.changes.editDocument(DOCUMENT.replace('name="Charge"', 'name="Pay"'));
  expect(page.source?.document).toContain('name="Pay"');
  await expect.poll(() => page.result?.workflow.nodes.map(({ name }) => name)).toContain('Pay');
  expect(page.index).toBe(2);
  await expect.poll(() => written.at(-1)?.[0]).toMatch(/^#\/p\/u1\./);
  expect(written.filter(([hash, isNew]) => hash.startsWith('#/p/') && isNew)).toHaveLength(1);
  expect(createDrafts().list()[0]?.play.document).toContain('name="Pay"');

  page.changes.editDocument(DOCUMENT.replace('name="Charge"', 'name="Buy"'));
  await expect.poll(() => createDrafts().list()[0]?.play.document).toContain('name="Buy"');
  expect(createDrafts().list()).toHaveLength(1);
  await expect.poll(() => written.filter(([, isNew]) => isNew).length).toBe(1);

  page.changes.reset();
  await expect.poll(() => written.at(-1)?.[0]).toMatch(/^#\/e\/x/);
  expect(page.source?.document).toBe(DOCUMENT);
});

test('while it is not valid the last run stays, and what is wrong is told', async () => {
  const { page } = await open('#/e/x');
  const before = page.result;
  page.changes.editDocument(DOCUMENT.replace('type="task"', 'type="tusk"'));
  await expect.poll(() => page.isStale).toBe(true);
  expect(page.refusal).toMatchObject({
    kind: 'invalid',
    findings: expect.arrayContaining([expect.objectContaining({ line: 4 })]),
  });
  expect(page.result).toBe(before);
  page.changes.editDocument(DOCUMENT);
  await expect.poll(() => page.isStale).toBe(false);
});

test('a scenario that is edited counts as well', async () => {
  const { page } = await open('#/e/x');
  page.changes.editScenario('{"tasks": {"charge": [{"error": {"class": "internal"}}]}}');
  await expect.poll(() => ended(page)).toBe('compensated');
  page.changes.editScenario('{');
  await expect.poll(() => page.refusal?.kind).toBe('bad-scenario');
});

test('one that is too long for a link stays in this browser under a number', async () => {
  const { page, written } = await open('#/e/x');
  let noise = '';
  for (let at = 1; noise.length < 16_000; at += 1)
    noise += ((at * 2654435761) % 2 ** 32).toString(36);
  page.changes.editDocument(DOCUMENT.replace('<nodes>', `<!-- ${noise} --><nodes>`));
  await expect.poll(() => written.at(-1)?.[0]).toMatch(/^#\/d\/1/);
  stop?.();
  const again = await open('#/d/1');
  expect(again.page.source?.document).toContain(noise);
});

test('a lesson begins with its own faults, and takes others', async () => {
  const { page, written } = await open('#/l/one');
  expect(page.source?.base).toMatchObject({ title: 'Lesson one', lead: 'Look.' });
  expect(ended(page)).toBe('cancelled');
  expect(page.changes.isChanged).toBe(false);
  page.changes.removeInput(0);
  await expect.poll(() => ended(page)).toBe('succeeded');
  await expect.poll(() => written.at(-1)?.[0]).toMatch(/^#\/l\/one\?f=u1\./);
  const hash = written.at(-1)?.[0] ?? '';
  stop?.();
  const again = await open(hash);
  expect(ended(again.page)).toBe('succeeded');
});
