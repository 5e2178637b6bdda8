/** How a run comes to the page and leaves it: links, files, drafts. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { NO_FAULTS } from './models/faults.ts';
import { pack } from './models/packed.ts';
import { type Play, writePlay } from './models/play.ts';
import { createDrafts } from './state/drafts.ts';
import { inDocument } from './testing/document-pane.ts';
import { type OpenPage, openPage } from './testing/page.ts';

const DOCUMENT = `<harness xmlns="https://harnessxml.com/spec/1.0" id="one" specVersion="1.0">
  <nodes>
    <node id="charge" type="task" name="Charge card"/>
  </nodes>
</harness>`;

const play: Play = {
  document: DOCUMENT,
  scenario: '{"tasks": {"charge": [{"after": 1000}]}}',
  seed: 4,
  faults: {
    answers: [
      {
        ...{ unit: 'charge', node: 'charge', attempt: 1 },
        make: { kind: 'fail', class: 'unavailable', status: 503 },
      },
    ],
    inputs: [],
  },
  title: 'Mine',
  digest: null,
};

const wordOf = (change: Partial<Play> = {}) => pack(writePlay({ ...play, ...change }));

let open: OpenPage | null = null;

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});

afterEach(() => {
  open?.close();
  open = null;
  localStorage.clear();
});

async function show(hash: string): Promise<OpenPage> {
  open = await openPage(hash);
  return open;
}

const heading = () => page.getByRole('heading', { level: 1 });
const rows = () => [...document.querySelectorAll('#events .row')].map((row) => row.textContent);
const problem = () => document.querySelector('.problems')?.textContent ?? '';

function drop(text: string, name: string): void {
  const transfer = new DataTransfer();
  transfer.items.add(new File([text], name));
  window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true }));
}

describe('a link to free play', () => {
  test('opens document, seed and faults', async () => {
    await show(`#/p/${await wordOf()}`);
    await expect.element(heading()).toHaveTextContent('Mine');
    expect(rows().join()).toContain('fails: unavailable (503)');
    await expect.element(page.getByText('seed 4')).toBeVisible();
  });

  test.each([
    ['cut off', async () => (await wordOf()).slice(0, -9), 'cut off or changed'],
    ['too new', async () => (await wordOf()).replace('u1.', 'u3.'), 'newer version'],
    ['of a newer form', () => pack({ v: 9, src: 'x' }), 'version 9'],
    ['no run', () => pack({ hello: 1 }), 'A part is missing'],
    ['with a document type', () => wordOf({ document: '<!DOCTYPE a><a/>' }), 'document type'],
    ['that would fill the memory', () => wordOf({ document: 'x'.repeat(300_000) }), 'more than'],
  ])('%s says so', async (_, make, words) => {
    await show(`#/p/${await make()}`);
    expect(problem()).toContain(words);
  });

  test('of a document that is not valid lists its faults beside it', async () => {
    await show(`#/p/${await wordOf({ document: DOCUMENT.replace('task', 'tusk') })}`);
    expect(problem()).toContain('line 3');
    await expect.poll(() => inDocument('.fault')?.textContent).toContain('tusk');
  });

  test('says when this page gives another run than its maker saw', async () => {
    await show(`#/p/${await wordOf({ digest: 'ab'.repeat(32) })}`);
    await expect.element(page.getByText('another version of the engine')).toBeVisible();
  });

  test('shows what a stranger wrote as text, and runs nothing of it', async () => {
    const evil = '<img src=x onerror=alert(1)>';
    const document_ = DOCUMENT.replace('Charge card', evil.replace('<', '&lt;'));
    await show(`#/p/${await wordOf({ document: document_, title: evil })}`);
    await expect.element(heading()).toHaveTextContent(evil);
    expect(document.querySelector('img')).toBeNull();
  });

  test('leaves drafts alone', async () => {
    const drafts = createDrafts();
    drafts.save(null, { ...play, title: 'My draft', faults: NO_FAULTS });
    await show(`#/p/${await wordOf()}`);
    await expect.element(heading()).toHaveTextContent('Mine');
    await userEvent.keyboard('f1');
    await expect.poll(() => rows().join()).toContain('attempt 1 succeeds');
    await page.getByRole('button', { name: 'Examples' }).click();
    await expect.element(page.getByRole('link', { name: 'My draft' })).toBeVisible();
    expect(drafts.list()).toHaveLength(1);
    await page.getByRole('button', { name: 'Delete draft 1' }).click();
    expect(page.getByRole('link', { name: 'My draft' }).elements()).toHaveLength(0);
    expect(drafts.list()).toHaveLength(0);
  });
});

describe('a run that a stranger made as large as they could', () => {
  test('is stopped, and what there is of it is shown', async () => {
    const ids = Array.from({ length: 12 }, (_, at) => `n${at}`);
    const nodes = ids.map(
      (id) => `<node id="${id}" type="task"><retry maxAttempts="1000"/></node>`,
    );
    const failing = [{ after: 1, error: { class: 'transient' } }];
    const word = await wordOf({
      document: DOCUMENT.replace(/<nodes>[\s\S]*<\/nodes>/, `<nodes>${nodes.join('')}</nodes>`),
      scenario: JSON.stringify({ tasks: Object.fromEntries(ids.map((id) => [id, failing])) }),
      faults: {
        answers: [],
        inputs: Array.from({ length: 16 }, (_, at) => ({
          ...{ after: `attempt.started n0 ${at + 900}`, delay: 0, action: 'cancel' as const },
        })),
      },
    });
    await show(`#/p/${word}`);
    await expect.element(page.getByText(/This run came to no end.*20000 events/)).toBeVisible();
    expect(document.querySelectorAll('#events .row').length).toBeLessThanOrEqual(300);
    await page.getByRole('button', { name: 'Step', exact: true }).click();
    await expect.element(page.getByText('1 of')).toBeVisible();
  });
});

describe('a run', () => {
  test('is shared at the moment and with the changes that are seen', async () => {
    await show('#/e/order-saga?i=15');
    await page.getByRole('radio', { name: 'succeed' }).click();
    await expect.poll(() => open?.hash()).toContain('f=u1.');
    await page.getByRole('button', { name: 'Share' }).click();
    const link = page.getByRole('textbox', { name: 'Link' });
    const value = (link.element() as HTMLTextAreaElement).value;
    expect(value).toMatch(/#\/e\/order-saga\?i=\d+&sel=ship%231&f=u1\./);
    open?.close();
    await show(value.slice(value.indexOf('#')));
    await expect
      .element(page.getByRole('region', { name: 'Why' }).getByRole('heading'))
      .toHaveTextContent('Ship parcel: attempt 1 succeeds');
    await expect.element(page.getByRole('radio', { name: 'succeed' })).toBeChecked();
  });

  test('that was saved is dropped on the page', async () => {
    await show('#/e/order-saga');
    drop(JSON.stringify(writePlay(play)), 'mine.json');
    await expect.element(heading()).toHaveTextContent('Mine');
    await expect.poll(() => open?.hash()).toMatch(/^#\/p\/u1\./);
  });

  test('begins with a document that is dropped', async () => {
    await show('#/e/order-saga');
    drop(DOCUMENT, 'payment.hxml');
    await expect.element(heading()).toHaveTextContent('payment');
    expect(rows().join()).toContain('Charge card attempt 1 succeeds');
  });

  test('is not made of a file that is none', async () => {
    await show('#/e/order-saga');
    drop('hello', 'note.txt');
    await expect.element(page.getByText('note.txt is no run')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Close message' }));
    await expect.element(heading()).toHaveTextContent('A saga that unwinds');
  });
});

describe('a document of one\u2019s own', () => {
  test('begins small, and open', async () => {
    await show('#/e/order-saga');
    await page.getByRole('button', { name: 'Examples' }).click();
    await page.getByRole('button', { name: 'Begin a document of your own' }).click();
    await expect.element(heading()).toHaveTextContent('My workflow');
    await expect.element(page.getByRole('region', { name: 'Document' })).toBeVisible();
    expect(rows().join()).toContain('The run ends: succeeded');
  });
});

describe('faults in a link', () => {
  test('that can not be read are left out, and that is said', async () => {
    await show('#/e/order-saga?i=5&f=u1.AAAA');
    await expect.element(page.getByText('The faults of this link can not be read')).toBeVisible();
    await expect.element(heading()).toHaveTextContent('A saga that unwinds');
  });
});
