/** A report and a trace are opened like any file; a failure is stepped through. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { writeRecord } from '../../conformance/report/record/write.ts';
import { axe } from '../testing/axe.ts';
import { type OpenPage, openPage } from '../testing/page.ts';
import { DOCUMENT, smallReport } from './testing.ts';

const PATIENCE = { timeout: 20_000 };
let open: OpenPage | null = null;

beforeEach(async () => {
  localStorage.removeItem('unwind');
  await page.viewport(1280, 800);
});
afterEach(() => {
  open?.close();
  open = null;
});

function drop(...files: readonly File[]): void {
  const data = new DataTransfer();
  for (const file of files) data.items.add(file);
  window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
}

const reportFile = (told?: string) =>
  new File([[...writeRecord(smallReport(told), 1)].join('')], 'report.ndjson');
const TRACE = [
  {
    seq: 1,
    at: 0,
    cause: null,
    type: 'transition',
    node: 'charge',
    unit: 'charge',
    from: 'PENDING',
    to: 'READY',
    attempt: 0,
  },
  {
    seq: 2,
    at: 0,
    cause: 1,
    type: 'transition',
    node: 'charge',
    unit: 'charge',
    from: 'READY',
    to: 'RUNNING',
    attempt: 1,
  },
  {
    seq: 3,
    at: 0,
    cause: 2,
    type: 'attempt.started',
    node: 'charge',
    unit: 'charge',
    attempt: 1,
    purpose: 'forward',
    key: 'k',
  },
  {
    seq: 4,
    at: 900,
    cause: 3,
    type: 'attempt.ended',
    node: 'charge',
    unit: 'charge',
    attempt: 1,
    purpose: 'forward',
    outcome: 'succeeded',
  },
];
const traceFile = new File([TRACE.map((event) => JSON.stringify(event)).join('\n')], 'run.ndjson');

const closing = () => page.getByRole('button', { name: 'Close the report' });
const title = () => page.getByRole('heading', { level: 1 });

describe('a report', () => {
  test('is browsed, filtered, and a failure of it is stepped through beside what the runtime did', async () => {
    open = await openPage('#/e/order-saga');
    drop(reportFile());
    await expect.element(closing(), PATIENCE).toBeVisible();
    await expect.element(title()).toHaveTextContent('acme 2');
    expect(await axe()).toEqual([]);
    const rules = () =>
      document.querySelectorAll('[aria-labelledby="rules-title"] tbody tr:not(.family)').length;
    expect(rules()).toBe(2);
    await page.getByRole('radio', { name: 'not right' }).click();
    expect(rules()).toBe(1);
    await page.getByRole('searchbox').fill('no such rule');
    await expect.element(page.getByText('No rule is shown', { exact: false })).toBeVisible();
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: 'fail: open retry/max-attempts, baseline' }).click();
    await page.getByRole('button', { name: 'Step through it' }).click();

    await expect.element(title(), PATIENCE).toHaveTextContent('retry/max-attempts');
    expect(open.hash()).toMatch(/^#\/x\/u1\.[\w-]+\?i=5$/);
    await page.getByText('charge was attempted 3 times').click();
    const third = page.getByRole('row', { name: /charge, attempt 3/ });
    await expect.element(third).toHaveTextContent('no such call');
    await expect.element(third).toHaveTextContent('2 s');
    await page.getByRole('button', { name: 'charge, attempt 2' }).first().click();
    await expect.poll(() => document.querySelector('.why h2')?.textContent).toMatch(/attempt 2/);
    expect(await axe()).toEqual([]);

    await page.getByRole('button', { name: 'Back to the report' }).click();
    await expect.element(closing()).toBeVisible();
    await closing().click();
    await expect.element(page.getByRole('slider', { name: 'Step' })).toBeVisible();
  });

  test('shows what it tells as text, whatever that is', async () => {
    open = await openPage('#/e/order-saga');
    const hostile =
      '<img src=x onerror="window.hurt=1"></script><script>window.hurt=1</script>javascript:hurt';
    drop(reportFile(hostile));
    await expect.element(closing(), PATIENCE).toBeVisible();
    await expect.element(title()).toHaveTextContent(hostile);
    expect(document.querySelector('#page img, main script, main a[href]')).toBeNull();
    expect(document.querySelector('main')?.scrollWidth).toBeLessThanOrEqual(1280);
    expect('hurt' in window).toBe(false);
  });

  test('that can not be read says why, and leaves the run as it was', async () => {
    open = await openPage('#/e/order-saga');
    drop(new File(['{"kind":"header","version":9}'], 'report.ndjson'));
    await expect.element(page.getByRole('alert'), PATIENCE).toHaveTextContent(/of version 9/);
    await expect.element(title()).toHaveTextContent('A saga that unwinds');
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
    expect(document.querySelector('[role="alert"]')).toBeNull();
  });
});

describe('a recorded trace', () => {
  test('is stepped through like a run, with its document beside it', async () => {
    open = await openPage('#/e/order-saga');
    drop(traceFile, new File([DOCUMENT], 'pay.hxml'));
    await expect.element(title(), PATIENCE).toHaveTextContent('run.ndjson');
    await expect.element(page.getByRole('slider', { name: 'Step' })).toBeVisible();
    await page.getByRole('button', { name: 'Step', exact: true }).click();
    await expect
      .element(page.getByRole('region', { name: 'Why' }))
      .toHaveTextContent('charge: attempt 1 starts');
    expect(document.querySelector('#graph button')).not.toBeNull();
    expect(document.querySelector('#detail input[type="radio"]')).toBeNull();
    await expect.element(page.getByRole('button', { name: 'Share' })).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Close the trace' }).click();
    await expect.element(title()).toHaveTextContent('A saga that unwinds');
  });

  test('without its document says what is not known', async () => {
    open = await openPage('#/e/order-saga');
    drop(new File([(await traceFile.text()).replaceAll('charge', 'bill')], 'run.ndjson'));
    await expect
      .element(page.getByText('drop trace and document together', { exact: false }), PATIENCE)
      .toBeVisible();
    await page.getByRole('button', { name: 'Step', exact: true }).click();
    await expect
      .element(page.getByRole('region', { name: 'Why' }))
      .toHaveTextContent('is not known');
    expect(await axe()).toEqual([]);
  });
});
