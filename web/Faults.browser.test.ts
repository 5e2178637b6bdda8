/** What a person can change about a run, and how the page takes it. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { browserAddress } from './state/address.ts';
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

async function show(hash: string): Promise<OpenPage> {
  open = await openPage(hash);
  await expect.element(why()).toBeVisible();
  return open;
}

const why = () => page.getByRole('region', { name: 'Why' }).getByRole('heading');
const detail = () => page.getByRole('region', { name: 'Detail' });
const option = (name: string | RegExp) => page.getByRole('radio', { name });
const rows = () => [...document.querySelectorAll('#events .row')].map((row) => row.textContent);
const press = (keys: string) => userEvent.keyboard(keys);
const comparison = () => document.querySelector('.comparison')?.textContent ?? '';

describe('an attempt', () => {
  test('is shown with its data at the cursor, and no more', async () => {
    await show('#/e/order-saga?i=17');
    await expect.element(detail()).toHaveTextContent('Ship parcel, attempt 1');
    await expect.element(detail()).toHaveTextContent('failed: unavailable (503)');
    await expect.element(detail()).toHaveTextContent('carrier does not answer');
    await page.getByRole('button', { name: 'Next attempt', exact: true }).click();
    await expect.element(detail()).toHaveTextContent('Ship parcel, attempt 2 not yet');
    expect(open?.hash()).toContain('sel=ship%232');
  });

  test('is made to succeed: the run is another, the page stands at the same event', async () => {
    const { hash } = await show('#/e/order-saga?i=15');
    await expect.element(why()).toHaveTextContent('Ship parcel: attempt 1 fails');
    const before = rows().length;
    await option('succeed').click();
    await expect.element(why()).toHaveTextContent('Ship parcel: attempt 1 succeeds');
    await expect.poll(comparison).toContain('5 events the same, 4 changed, 11 gone');
    expect(rows()).toHaveLength(before - 9);
    expect(document.querySelectorAll('#events .row.changed')).toHaveLength(4);
    await expect.element(option('succeed')).toBeChecked();
    await expect.poll(hash).toMatch(/[?&]f=u1\./);
    await option('as the scenario says').click();
    await expect.element(why()).toHaveTextContent('Ship parcel: attempt 1 fails');
    await expect.poll(hash).not.toContain('f=u1');
  });

  test('loses its reply: done outside, unknown to the engine', async () => {
    await show('#/e/payment-timeout?i=0');
    await page
      .getByRole('button', { name: /^Not yet: Hold seat/i })
      .first()
      .click();
    await option(/lost reply/).click();
    await expect.poll(() => rows().join()).toMatch(/attempt 1 times out|attempt 1 fails: timeout/);
  });

  test('that is to come is chosen from the keyboard alone', async () => {
    await show('#/e/order-saga');
    await press('f');
    await expect.element(detail()).toHaveTextContent('Reserve stock, attempt 1');
    await expect.poll(() => document.activeElement).toBe(option('as the scenario says').element());
    await press('2');
    await expect.element(option('fail')).toBeChecked();
    await page.getByRole('combobox', { name: 'How it fails' }).selectOptions('400 invalid input');
    await expect.poll(() => rows().join()).toContain('fails: invalid_input (400)');
    await expect.element(why()).toHaveTextContent('Nothing has happened yet');
    option('fail').element().focus();
    await press('{ArrowUp}');
    await expect.element(option('succeed')).toBeChecked();
    await expect.element(why()).toHaveTextContent('Nothing has happened yet');
  });

  test('is slower by what is typed, and crashes the engine when it is told to', async () => {
    await show('#/e/order-saga?i=15');
    await option('be slower').click();
    await page.getByRole('spinbutton', { name: 'Seconds slower' }).fill('7');
    await press('{Tab}');
    await expect.element(detail()).toHaveTextContent(/took 7\.64\ss/);
    await option('crash the engine').click();
    await expect.poll(() => rows().join()).toContain('The engine crashes');
    await expect.element(detail()).toHaveTextContent('Ship parcel #1: engine crashes under way');
    await page
      .getByRole('combobox', { name: 'When the engine crashes' })
      .selectOptions('after its end is recorded');
    await expect.element(detail()).toHaveTextContent('engine crashes right after');
    await page.getByRole('button', { name: /^Take back/ }).click();
    await expect.poll(() => rows().join()).not.toContain('The engine crashes');
  });
});

describe('the run', () => {
  test('is cancelled at this moment, and the cancel taken back', async () => {
    await show('#/e/order-saga?i=5');
    const before = rows().length;
    await page.getByRole('button', { name: 'Cancel the run' }).click();
    await expect.poll(() => rows().join()).toContain('The run is cancelled from outside');
    await expect.element(detail()).toHaveTextContent('cancel the run');
    await page.getByRole('button', { name: 'Take back: cancel the run' }).click();
    await expect.poll(() => rows().length).toBe(before);
  });

  test('crashes here and comes back', async () => {
    await show('#/e/order-saga?i=3');
    await page.getByRole('button', { name: 'Crash and resume' }).click();
    await expect.poll(() => rows().join()).toContain('The engine is back');
    await expect.element(why()).toHaveTextContent('Reserve stock: attempt 1 starts');
  });

  test('that waits for a person is helped by one', async () => {
    await show('#/e/operator-brings-back');
    const paused = rows().findIndex((row) => row?.includes('waits for an operator'));
    document.querySelectorAll<HTMLElement>('#events .row')[paused]?.click();
    await expect.element(detail()).toHaveTextContent('The run waits for a person.');
    await page.getByRole('button', { name: 'Resume the run' }).click();
    await expect.element(detail()).toHaveTextContent('operator resumes the run');
    await expect.poll(() => rows().join()).toContain('Operator resumes the run');
    expect(rows().join()).toContain('The run ends: succeeded');
  });

  test('is set beside the one before the change', async () => {
    await show('#/e/order-saga?i=15');
    await option('succeed').click();
    await page.getByRole('checkbox', { name: 'compare with before' }).click();
    expect(document.querySelectorAll('#timeline .hollow').length).toBeGreaterThan(3);
    await press('b');
    await expect.poll(() => document.querySelectorAll('#timeline svg > .hollow').length).toBe(0);
  });

  test('goes back to how it was opened', async () => {
    const { hash } = await show('#/e/order-saga?i=15');
    await option('succeed').click();
    await page.getByRole('button', { name: 'New seed' }).click();
    await expect.poll(hash).toContain('seed=8');
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(hash).not.toMatch(/f=|seed=/);
    await expect.element(why()).toHaveTextContent('Ship parcel: attempt 1 fails');
    expect(page.getByRole('button', { name: 'Reset' }).elements()).toHaveLength(0);
  });
});

describe('the browser\u2019s Back', () => {
  test('takes a change back, and Forward makes it again', async () => {
    const before = location.hash;
    history.replaceState(null, '', '#/e/order-saga?i=15');
    open = await openPage('', { address: browserAddress() });
    await expect.element(why()).toHaveTextContent('Ship parcel: attempt 1 fails');
    await option('succeed').click();
    await expect.poll(() => location.hash).toContain('f=u1.');
    history.back();
    await expect.element(why()).toHaveTextContent('Ship parcel: attempt 1 fails');
    await expect.element(option('as the scenario says')).toBeChecked();
    history.forward();
    await expect.element(why()).toHaveTextContent('Ship parcel: attempt 1 succeeds');
    history.replaceState(null, '', before === '' ? location.pathname + location.search : before);
  });
});

describe('what comes next', () => {
  test('is hidden for those who want to guess it', async () => {
    await show('#/e/order-saga?i=5');
    await press('h');
    await expect.poll(() => rows().length).toBe(2);
    expect(document.querySelectorAll('#timeline .bar.coming')).toHaveLength(0);
    expect(document.querySelectorAll('#timeline .turn')).toHaveLength(0);
    await page.getByRole('button', { name: 'Step', exact: true }).click();
    await expect.poll(() => rows().length).toBe(3);
    await page.getByRole('checkbox', { name: 'hide what comes' }).click();
    await expect.poll(() => rows().length).toBe(18);
  });
});

describe('a pin', () => {
  test('is gone back to, in another run as well', async () => {
    await show('#/e/order-saga?i=15');
    await press('p');
    await expect.poll(() => document.querySelector('#events .pin')?.textContent).toBe('pinned');
    await press('{Home}');
    await expect.element(why()).toHaveTextContent('Nothing has happened yet');
    await press('{Shift>}P{/Shift}');
    await expect.element(why()).toHaveTextContent('Ship parcel: attempt 1 fails');
    await page.getByRole('button', { name: 'New seed' }).click();
    await press('{Home}{Shift>}P{/Shift}');
    await expect.element(why()).toHaveTextContent('Ship parcel: attempt 1 fails');
    await press('p');
    await expect.poll(() => document.querySelector('#events .pin')).toBeNull();
  });
});

describe('a pane', () => {
  test('is made wider with the arrow keys, and stays so', async () => {
    await show('#/e/order-saga');
    const edge = page.getByRole('separator', { name: 'Width of events and detail' });
    const width = () => document.querySelector('#events')?.getBoundingClientRect().width;
    expect(width()).toBe(335);
    (edge.element() as HTMLElement).focus();
    await press('{ArrowLeft}{ArrowLeft}');
    await expect.poll(width).toBe(383);
    await expect.element(why()).toHaveTextContent('Nothing has happened yet');
    open?.close();
    await show('#/e/order-saga');
    expect(width()).toBe(383);
    await edge.dblClick();
    await expect.poll(width).toBe(335);
  });
});
