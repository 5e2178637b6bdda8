/** The life cycle beside the run: it follows cursor and selection, and says all in words. */

import axe from 'axe-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { type OpenPage, openPage } from '../../testing/page.ts';
import { saga } from '../../testing/saga.ts';
import LifecycleView from './LifecycleView.svelte';

let open: OpenPage | null = null;

beforeEach(async () => {
  localStorage.removeItem('unwind');
  await page.viewport(1280, 800);
});

afterEach(() => {
  open?.close();
  open = null;
});

const now = () => document.querySelector('#detail .now')?.textContent.replace(/\s+/g, ' ').trim();
const current = () => document.querySelector('#detail svg .current text')?.textContent;
const counts = () =>
  Array.from(document.querySelectorAll('#detail svg .count text'), (text) => text.textContent);

async function show(hash: string): Promise<void> {
  open = await openPage(hash);
  await page.getByRole('button', { name: 'Life cycle' }).click();
  await expect.poll(now).toBeDefined();
}

test('shows the state of the step at the cursor, and how it came there', async () => {
  await show('#/e/order-saga?i=17');
  expect(now()).toMatch(/^Ship parcel: RETRYING since 1\.74\ss, came from RUNNING by failed$/);
  expect(current()).toBe('RETRYING');
  await expect.element(page.getByText(/^backoff\.ended → READY/)).toBeVisible();
  await page.getByRole('button', { name: 'Step', exact: true }).click();
  await expect.poll(current).toBe('RUNNING');
  expect(counts()).toEqual(['2']);
  await page.getByRole('button', { name: /PENDING → READY by reached/ }).click();
  await expect.poll(counts).toEqual([]);
});

test('shows the attempt and the run by their own charts', async () => {
  await show('#/e/payment-timeout?i=999');
  const kinds = page.getByRole('group', { name: 'Whose life cycle' });
  await kinds.getByRole('button', { name: 'This attempt' }).click();
  expect(now()).toMatch(/^Send payment, attempt 1: uncertain side effect since/);
  await kinds.getByRole('button', { name: 'The run' }).click();
  expect(now()).toMatch(/^The run: compensated since .* came from compensating by settled$/);
  expect(current()).toBe('compensated');
});

test('bars nobody, light or dark', async () => {
  await show('#/e/order-saga?i=30');
  for (const theme of ['light', 'dark']) {
    document.documentElement.dataset['theme'] = theme;
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { violations } = await axe.run('#detail');
    expect(
      violations.map(({ id }) => id),
      theme,
    ).toEqual([]);
  }
});

test('can be asked for again where it could not be loaded', async () => {
  let asked = 0;
  const screen = await render(LifecycleView, {
    run: saga.run,
    profile: saga.profile,
    cursor: 0,
    subject: null,
    onGo: () => {},
    load: () => {
      asked += 1;
      return asked === 1 ? Promise.reject(new Error('offline')) : import('./Lifecycle.svelte');
    },
  });
  await expect.element(screen.getByRole('status')).toHaveTextContent(/could not be loaded/);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('from the beginning')).toBeVisible();
  await screen.unmount();
});
