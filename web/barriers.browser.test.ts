/** axe-core looks at the page as it stands at several steps, in both colour schemes. */

import axe from 'axe-core';
import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { writeToken } from '../conformance/token/token.ts';
import { type OpenPage, openPage } from './testing/page.ts';

/** Its digest is another's, so that the page warns as well. */
const RUN_IN_A_LINK = `#/x/${writeToken({
  document: {
    format: 'harness',
    text: `<harness xmlns="https://harnessxml.com/spec/1.0" id="one" specVersion="1.0">
  <nodes><node id="charge" type="task"/></nodes>
</harness>`,
  },
  scenario: {},
  seed: 1,
  schedule: [],
  rule: 'retry/max-attempts',
  step: 3,
  digest: 'f'.repeat(64),
})}`;

let open: OpenPage | null = null;

afterEach(() => {
  open?.close();
  open = null;
  localStorage.removeItem('unwind');
});

async function barriers(): Promise<readonly string[]> {
  // Colours that still change would be measured between two of them.
  await Promise.all(document.getAnimations().map((animation) => animation.finished));
  const { violations } = await axe.run(document, {
    // The document around the page is the test's own.
    rules: { 'document-title': { enabled: false }, 'html-has-lang': { enabled: false } },
  });
  return violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.html} ${node.failureSummary ?? ''}`),
  );
}

describe.each(['light', 'dark'])('in %s', (theme) => {
  test.each([
    '#/e/order-saga',
    '#/e/order-saga?i=3',
    '#/e/order-saga?i=17&ax=t',
    '#/e/order-saga?i=999&all=1',
    '#/e/payment-timeout?i=999',
    '#/e/first-answer?i=20&sel=book',
    '#/e/undo-fails?i=999',
    RUN_IN_A_LINK,
  ])('nothing bars anyone at %s', async (hash) => {
    localStorage.setItem('unwind', JSON.stringify({ theme, document: true }));
    await page.viewport(1280, 800);
    open = await openPage(hash);
    expect(await barriers()).toEqual([]);
  });

  test.each(['Events', 'Detail', 'Graph', 'Timeline', 'Document'])(
    'nothing bars anyone on a phone that shows %s',
    async (name) => {
      localStorage.setItem('unwind', JSON.stringify({ theme }));
      await page.viewport(390, 844);
      open = await openPage('#/e/order-saga?i=17');
      await page.getByRole('tab', { name }).click();
      expect(await barriers()).toEqual([]);
    },
  );

  test('nothing bars anyone from faults, comparison, pin, messages and the link to share', async () => {
    localStorage.setItem('unwind', JSON.stringify({ theme }));
    await page.viewport(1280, 800);
    open = await openPage('#/e/order-saga?i=15&f=u1.AAAA');
    await expect.element(page.getByText('The faults of this link can not be read')).toBeVisible();
    for (const [choice, seen] of [
      ['fail', 'How it fails'],
      ['be slower', 'Seconds slower'],
      ['crash the engine', 'When the engine crashes'],
    ] as const) {
      await page.getByRole('radio', { name: choice }).click();
      await expect.element(page.getByLabelText(seen)).toBeVisible();
    }
    await page.getByRole('button', { name: 'Cancel the run' }).click();
    await page.getByRole('checkbox', { name: 'compare with before' }).click();
    await userEvent.keyboard('p');
    expect(await barriers()).toEqual([]);
    await page.getByRole('checkbox', { name: 'hide what comes' }).click();
    await page.getByRole('button', { name: 'Share' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Share this run' })).toBeVisible();
    expect(await barriers()).toEqual([]);
  });

  test('nothing bars anyone where a person is waited for', async () => {
    localStorage.setItem('unwind', JSON.stringify({ theme }));
    await page.viewport(1280, 800);
    open = await openPage('#/e/operator-brings-back');
    await page.getByRole('button', { name: 'The run waits for an operator' }).click();
    await expect.element(page.getByText('The run waits for a person.')).toBeVisible();
    expect(await barriers()).toEqual([]);
  });

  test('nothing bars anyone from menu, help and a missing page', async () => {
    localStorage.setItem('unwind', JSON.stringify({ theme }));
    await page.viewport(1280, 800);
    open = await openPage('#/e/nothing');
    await page.getByRole('button', { name: 'Examples' }).click();
    expect(await barriers()).toEqual([]);
    await page.getByRole('button', { name: 'Examples' }).click();
    await page.getByRole('button', { name: 'Keyboard help' }).click();
    expect(await barriers()).toEqual([]);
  });
});
