import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { browserAddress } from './state/address.ts';
import { inDocument } from './testing/document-pane.ts';
import { type OpenPage, openPage } from './testing/page.ts';

let open: OpenPage | null = null;

beforeEach(async () => {
  localStorage.removeItem('unwind');
  await page.viewport(1280, 800);
});

afterEach(() => {
  open?.close();
  open = null;
});

async function show(hash: string, options: Parameters<typeof openPage>[1] = {}): Promise<OpenPage> {
  open = await openPage(hash, options);
  return open;
}

const step = () => page.getByRole('button', { name: 'Step', exact: true });
const back = () => page.getByRole('button', { name: 'Back', exact: true });
const current = () => document.querySelector('#events [aria-current="step"]');
const titleOfWhy = () => page.getByRole('region', { name: 'Why' }).getByRole('heading');
/** Short, where the whole would fill the screen. */
function firstDifference(one: string, other: string): string {
  if (one === other) return '';
  let at = 0;
  while (one[at] === other[at]) at += 1;
  return `${one.slice(at - 60, at + 60)} ≠ ${other.slice(at - 60, at + 60)}`;
}

const announced = () => document.querySelector('.announcement')?.textContent;
const selected = () => document.querySelector('#graph [aria-current]')?.textContent ?? '';

describe('the page', () => {
  test('begins before the first event, with all that will come', async () => {
    await show('#/');
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toHaveTextContent('A saga that unwinds');
    await expect.element(titleOfWhy()).toHaveTextContent('Nothing has happened yet');
    await expect.element(back()).toHaveAttribute('aria-disabled', 'true');
    expect(document.querySelectorAll('#timeline .bar.coming')).toHaveLength(9);
    expect(current()).toBeNull();
  });

  test('picks an example from the menu, and follows the address', async () => {
    const before = location.hash;
    history.replaceState(null, '', '#/e/order-saga?i=3');
    await show('', { address: browserAddress() });
    await expect.element(titleOfWhy()).toHaveTextContent('Reserve stock: attempt 1 starts');
    await page.getByRole('button', { name: 'Examples' }).click();
    await page.getByRole('link', { name: 'A payment that timed out' }).click();
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toHaveTextContent('A payment that timed out');
    await expect.element(titleOfWhy()).toHaveTextContent('Nothing has happened yet');
    expect(location.hash).toBe('#/e/payment-timeout');
    await step().click();
    await expect.poll(() => location.hash).toBe('#/e/payment-timeout?i=3');
    history.back();
    await expect.element(titleOfWhy()).toHaveTextContent('Reserve stock: attempt 1 starts');
    history.replaceState(null, '', before === '' ? location.pathname + location.search : before);
  });

  test('shows the same at each step whether one comes to it forwards or backwards', async () => {
    const { container } = await show('#/e/order-saga');
    await expect.element(titleOfWhy()).toBeVisible();
    const count = document.querySelectorAll('#events .row').length;
    const seen = [container.innerHTML];
    for (let at = 0; at < count; at += 1) {
      await step().click();
      seen.push(container.innerHTML);
    }
    expect(new Set(seen).size).toBe(count + 1);
    await expect.element(step()).toHaveAttribute('aria-disabled', 'true');
    for (let at = count; at >= 0; at -= 1) {
      expect(firstDifference(container.innerHTML, seen[at] ?? ''), `at step ${at}`).toBe('');
      if (at > 0) await back().click();
    }
  });

  test('says why, from the policy, the formula and the draw', async () => {
    await show('#/e/order-saga?i=17');
    const why = page.getByRole('region', { name: 'Why' });
    await expect.element(titleOfWhy()).toHaveTextContent(/Ship parcel: backs off for 0\.8\ss/);
    await expect.element(why).toHaveTextContent(/1\ss × 2\^\(2 − 2\) = 1\ss/);
    await expect.element(why).toHaveTextContent(/the draw 0\.8 × 1\ss = 0\.8\ss/);
    await why.getByRole('button', { name: 'Ship parcel: attempt 1 fails' }).click();
    await expect
      .element(titleOfWhy())
      .toHaveTextContent('Ship parcel: attempt 1 fails: unavailable (503)');
  });

  test('sets what the engine knows beside what is so', async () => {
    await show('#/e/payment-timeout?i=999');
    const row = page.getByRole('row', { name: 'Send payment' });
    await expect.element(row).toHaveTextContent(/unknown\s*yes\s*≠/);
    await page.getByRole('button', { name: 'hide' }).click();
    await expect.element(row).not.toHaveTextContent('yes');
    await page.getByRole('button', { name: 'show' }).click();
    await expect.element(row).toHaveTextContent('yes');
  });

  test('selects the same step everywhere', async () => {
    const { hash } = await show('#/e/order-saga?i=3');
    await page.getByRole('button', { name: 'Document', exact: true }).click();
    await page
      .getByRole('button', { name: /^Charge card/ })
      .first()
      .click();
    expect(hash()).toBe('#/e/order-saga?i=3&sel=charge');
    expect(selected()).toContain('Charge card');
    await expect.poll(() => inDocument('.marked')?.textContent).toContain('id="charge"');
    expect(document.querySelector('#timeline .names .selected')?.textContent).toContain(
      'Charge card',
    );
    await step().click();
    expect(selected()).toContain('Reserve stock');
  });

  test('goes from a bar to what came of it, and from there to its beginning', async () => {
    await show('#/e/order-saga');
    const bar = page.getByRole('button', { name: /Ship parcel, attempt 2/ });
    await bar.click();
    await expect
      .element(page.getByRole('heading', { name: 'Ship parcel, attempt 2' }))
      .toBeVisible();
    await expect.element(titleOfWhy()).toHaveTextContent('Nothing has happened yet');
    await bar.click();
    await expect.element(titleOfWhy()).toHaveTextContent('Ship parcel: attempt 2 fails');
    await bar.click();
    await expect.element(titleOfWhy()).toHaveTextContent('Ship parcel: attempt 2 starts');
  });

  test('moves with the slider, and tells it in words', async () => {
    await show('#/e/order-saga?i=3');
    const slider = page.getByRole('slider', { name: 'Step' });
    await expect
      .element(slider)
      .toHaveAttribute('aria-valuetext', 'step 1 of 18: Reserve stock, attempt 1 starts, 0 s');
    (slider.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect
      .element(slider)
      .toHaveAttribute(
        'aria-valuetext',
        expect.stringMatching(/^step 2 of 18: Reserve stock, attempt 1 succeeds/),
      );
  });

  test('runs again with other chances', async () => {
    const { hash } = await show('#/e/first-answer?i=12');
    await page.getByRole('button', { name: 'New seed' }).click();
    await expect.poll(hash).toContain('seed=3');
    await expect.element(page.getByText('seed 3')).toBeVisible();
  });

  test('shows every change of state when asked to', async () => {
    const { hash } = await show('#/e/order-saga?i=20');
    await page.getByRole('checkbox', { name: 'every change of state' }).click();
    await expect.poll(() => document.querySelectorAll('#events .row').length).toBe(48);
    expect(hash()).toContain('all=1');
    expect(current()?.textContent).toContain('Ship parcel');
  });

  test('plays to the end of what it began with, and pauses', async () => {
    await show('#/e/three-questions');
    await page.getByRole('combobox', { name: 'Speed' }).selectOptions('2×');
    await page.getByRole('button', { name: 'Play' }).click();
    await expect.element(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    expect(announced()).toBe('');
    await expect.poll(() => current()?.textContent, { timeout: 5000 }).toContain('succeeds');
    await page.getByRole('button', { name: 'Pause' }).click();
    const at = current()?.textContent;
    await expect.poll(() => announced()).not.toBe('');
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(current()?.textContent).toBe(at);
  });
});

describe('the keyboard', () => {
  const press = (keys: string) => userEvent.keyboard(keys);

  test('steps, jumps and goes back', async () => {
    await show('#/e/order-saga');
    await expect.element(titleOfWhy()).toBeVisible();
    await press('{ArrowRight}{ArrowRight}');
    await expect.element(titleOfWhy()).toHaveTextContent('Reserve stock: attempt 1 succeeds');
    await press('{ArrowLeft}');
    await expect.element(titleOfWhy()).toHaveTextContent('Reserve stock: attempt 1 starts');
    await press('{Shift>}{ArrowRight}{/Shift}');
    await expect.element(titleOfWhy()).toHaveTextContent('Ship parcel: attempt 1 fails');
    await press(']');
    await expect.element(titleOfWhy()).toHaveTextContent('Ship parcel: attempt 2 starts');
    await press('{End}');
    await expect.element(titleOfWhy()).toHaveTextContent('The run ends: compensated');
    await press('{PageUp}');
    await expect.element(titleOfWhy()).toHaveTextContent('Ship parcel: attempt 2 starts');
    await press('{Home}');
    await expect.element(titleOfWhy()).toHaveTextContent('Nothing has happened yet');
  });

  test('walks through events, timeline and graph without a pointer', async () => {
    await show('#/e/order-saga?i=3');
    await expect.element(titleOfWhy()).toBeVisible();
    await press('l');
    await expect.poll(() => document.activeElement).toBe(current());
    await press('{ArrowDown}{ArrowDown}');
    await expect.element(titleOfWhy()).toHaveTextContent('Charge card: attempt 1 starts');
    expect(document.activeElement).toBe(current());

    await press('t');
    const focused = () => document.activeElement?.getAttribute('aria-label') ?? '';
    await expect.poll(focused).toContain('Charge card, attempt 1');
    await press('{ArrowDown}{ArrowRight}{ArrowRight}');
    await expect.poll(focused).toContain('Ship parcel, attempt 2');
    await expect.element(titleOfWhy()).toHaveTextContent('Charge card: attempt 1 starts');
    await press('{Enter}');
    await expect.element(titleOfWhy()).toHaveTextContent('Charge card: attempt 1 starts');
    await press('{Enter}');
    await expect.element(titleOfWhy()).toHaveTextContent('Ship parcel: attempt 2 fails');

    await press('g');
    await expect.poll(() => document.activeElement?.textContent).toContain('Ship parcel');
    await press('s');
    await expect.element(page.getByRole('checkbox', { name: 'true scale' })).toBeChecked();
    await press('e');
    await expect.poll(() => document.activeElement?.closest('#document')).not.toBeNull();
  });

  test('reaches the step button first', async () => {
    await show('#/e/order-saga?i=3');
    await expect.element(titleOfWhy()).toBeVisible();
    const skip = page.getByRole('link', { name: 'To the step button' });
    (skip.element() as HTMLElement).focus();
    await expect.element(skip).toBeInViewport();
    await press('{Enter}');
    await expect.element(step()).toHaveFocus();
    await press(' ');
    await expect.element(titleOfWhy()).toHaveTextContent('Reserve stock: attempt 1 succeeds');
  });

  test('shows its help, and gives the focus back', async () => {
    await show('#/e/order-saga');
    await expect.element(titleOfWhy()).toBeVisible();
    await press('?');
    await expect.element(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
    await press('{ArrowRight}');
    await press('{Escape}');
    await expect.element(page.getByRole('dialog', { name: 'Keyboard' })).not.toBeInTheDocument();
    await expect.element(titleOfWhy()).toHaveTextContent('Nothing has happened yet');
  });

  test('leaves letters alone when the person wants that', async () => {
    localStorage.setItem('unwind', JSON.stringify({ singleKeys: false }));
    await show('#/e/order-saga?i=3');
    await expect.element(titleOfWhy()).toBeVisible();
    await press('l');
    expect(document.activeElement?.closest('#events') ?? null).toBeNull();
    await press('{ArrowRight}');
    await expect.element(titleOfWhy()).toHaveTextContent('Reserve stock: attempt 1 succeeds');
  });
});

describe('a narrow page', () => {
  const noOverflow = () =>
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);

  test('has the events for a timeline, and the reason at the current one', async () => {
    await page.viewport(390, 844);
    await show('#/e/order-saga?i=17');
    await expect
      .element(page.getByRole('tab', { name: 'Events' }))
      .toHaveAttribute('aria-selected', 'true');
    await expect.poll(() => current()?.closest('li')?.textContent).toContain('Backoff exponential');
    expect(document.querySelectorAll('#events .row svg .bar').length).toBeGreaterThan(10);
    noOverflow();
  });

  test('keeps Step and Back at hand, large enough for a thumb', async () => {
    await page.viewport(390, 844);
    await show('#/e/order-saga?i=999');
    await expect.element(step()).toBeVisible();
    for (const button of [step(), back()]) {
      const { height, bottom, width } = button.element().getBoundingClientRect();
      expect(height).toBeGreaterThanOrEqual(48);
      expect(width).toBeGreaterThanOrEqual(48);
      expect(bottom).toBeLessThanOrEqual(window.innerHeight);
    }
    expect(getComputedStyle(document.querySelector('header') as Element).position).toBe('static');
    const bar = document.querySelector('#transport')?.getBoundingClientRect();
    const line = current()?.getBoundingClientRect();
    expect(line?.bottom).toBeLessThanOrEqual(bar?.top ?? 0);
  });

  test.each(['Events', 'Detail', 'Graph', 'Timeline', 'Document'])(
    'of 320 pixels holds %s',
    async (name) => {
      await page.viewport(320, 640);
      await show('#/e/undo-fails?i=30');
      await page.getByRole('tab', { name }).click();
      await expect.element(page.getByRole('tabpanel', { name })).toBeVisible();
      noOverflow();
    },
  );
});

describe('a page without a run', () => {
  test('lists what is wrong with a document, and shows where', async () => {
    const document_ =
      '<harness xmlns="https://harnessxml.com/spec/1.0" id="x" specVersion="1.0">\n<nodes>\n<node id="a" type="tusk"/>\n</nodes>\n</harness>';
    await show('#/', {
      from: {
        catalogue: [{ id: 'x', title: 'X', lesson: 'L', document: 'd', scenario: 's' }],
        load: () => Promise.resolve({ document: document_, scenario: '{}' }),
      },
    });
    await expect
      .element(page.getByRole('heading', { name: 'This document has a fault' }))
      .toBeVisible();
    await expect.element(page.getByText('line 3:')).toBeVisible();
    await expect.poll(() => inDocument('.fault')?.textContent).toContain('tusk');
  });

  test.each([
    ['#/e/nothing', 'There is no example “nothing”'],
    ['#/l/nothing', 'There is no lesson “nothing”'],
    ['#/q/3', 'There is no page /q/3 here'],
    ['#/d/77', 'This draft is not in this browser'],
    ['#/p/u2.abc', 'This link can not be shown'],
    [`#/e/${'x'.repeat(60_000)}`, 'This link is too long to be read'],
  ])('says what is missing at %s', async (hash, words) => {
    await show(hash);
    await expect.element(page.getByRole('heading', { name: words })).toBeVisible();
    expect(document.querySelector('#transport')).toBeNull();
  });

  test('says so when there are no examples, or their files are gone', async () => {
    const lost = { id: 'x', title: 'X', lesson: 'L', document: 'd', scenario: 's' };
    await show('#/', { from: { catalogue: [], load: () => Promise.resolve(null) } });
    await expect
      .element(page.getByRole('heading', { name: 'There are no examples here' }))
      .toBeVisible();
    open?.close();
    await show('#/', {
      from: { catalogue: [lost], load: () => Promise.reject(new Error('gone')) },
    });
    await expect.element(page.getByRole('heading', { name: 'could not be loaded' })).toBeVisible();
  });
});
