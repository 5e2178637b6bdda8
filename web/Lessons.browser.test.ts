import axe from 'axe-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ENTRIES } from './lessons/list.ts';
import { type OpenPage, openPage } from './testing/page.ts';

/** The worker of the herd takes a moment to begin. */
const PATIENCE = { timeout: 10_000 };

let open: OpenPage | null = null;

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});

afterEach(() => {
  open?.close();
  open = null;
});

const lesson = () => page.getByRole('complementary', { name: 'Lesson' });
const stageTitle = () => lesson().getByRole('heading', { level: 2 });
const why = () => page.getByRole('region', { name: 'Why' }).getByRole('heading');
const rows = () => document.querySelectorAll('#events .row');
const press = (keys: string) => userEvent.keyboard(keys);

async function show(hash: string): Promise<void> {
  open?.close();
  open = await openPage(hash);
  await expect.element(stageTitle()).toBeInTheDocument();
}

/** Tab until the control of this name has the focus: nothing is out of reach. */
async function tabTo(name: RegExp): Promise<void> {
  const isThere = () => {
    const at = document.activeElement;
    const text =
      at?.closest('label')?.textContent ?? at?.getAttribute('aria-label') ?? at?.textContent;
    return name.test(text?.trim() ?? '');
  };
  for (let presses = 0; presses < 60; presses += 1) {
    if (isThere()) return;
    await press('{Tab}');
  }
  expect(document.activeElement?.textContent).toMatch(name);
}

async function violations(): Promise<readonly string[]> {
  await Promise.all(document.getAnimations().map(({ finished }) => finished));
  const { violations: found } = await axe.run(document, {
    resultTypes: ['violations'],
    rules: { 'page-has-heading-one': { enabled: true } },
  });
  return found.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

describe('a lesson by keyboard alone', () => {
  test('is predicted, looked at, changed, checked, and done', async () => {
    await show('#/l/wait');
    expect(rows()).toHaveLength(3);
    await tabTo(/^It asks the service/);
    await press(' {ArrowDown}{ArrowDown}');
    await expect.element(page.getByRole('radio', { name: 'Nothing. It has' })).toBeChecked();
    await expect.element(lesson()).toHaveTextContent('Now step on, and see.');
    await tabTo(/^Next: look/);
    await press('{ArrowRight}{ArrowRight}{ArrowRight}');
    await expect.element(lesson()).toHaveTextContent('Yes. Between 0.7 s and 4.7 s');
    await expect.poll(() => rows().length).toBeGreaterThan(6);
    await press('{Enter}');
    await expect.element(stageTitle()).toHaveTextContent('Look');
    expect(document.activeElement).toBe(stageTitle().element());
    await tabTo(/^The wait is set/);
    await press('{Enter}');
    await expect.element(why()).toHaveTextContent('Send invoice: backs off for 4 s');
    await tabTo(/^Next: change/);
    await press('{Enter}');
    await tabTo(/^Make attempt 2 fail/);
    await press('{Enter}');
    await expect.element(lesson()).toHaveTextContent('There is a second wait');
    await expect.element(page.getByRole('radio', { name: /^fail/ })).toBeChecked();
    await tabTo(/^Next: check/);
    await press('{Enter}');
    await tabTo(/^5\.2 s/);
    await press(' ');
    await expect.element(lesson()).toHaveTextContent('No. Attempt 1 ends at 0.7 s');
    await press('{ArrowDown}{ArrowDown}');
    await expect.element(lesson()).toHaveTextContent('Yes. Attempt 1 ends at 0.7 s');
    await tabTo(/^Next: what it comes to/);
    await press('{Enter}');
    await expect.element(lesson()).toHaveTextContent('nothing runs in it');
    expect(JSON.parse(localStorage.getItem('unwind.lessons') ?? '{}').done).toEqual(['wait']);
    await page.getByRole('button', { name: 'Lessons' }).click();
    await expect
      .element(page.getByRole('link', { name: /^1 A 503, then success.*done/ }))
      .toBeVisible();
  });

  test('knows a change that is made in Detail, without its button', async () => {
    await show('#/l/lost-reply');
    await page.getByRole('button', { name: '3: Change one thing' }).click();
    await expect.element(why()).toHaveTextContent('Charge card: attempt 2 succeeds');
    await press('4');
    await expect.element(lesson()).toHaveTextContent('There is a third call');
    await tabTo(/^Next: check/);
    await press('{Enter}');
    await tabTo(/^Two calls, charged once/);
    await press(' {ArrowDown}');
    await expect.element(lesson()).toHaveTextContent('Yes. The engine promises at least one call');
  });
});

describe('a lesson', () => {
  test('goes on where it was left, and to its neighbours', async () => {
    await show('#/l/saga');
    await page.getByRole('button', { name: '4: Check' }).click();
    await show('#/l/saga');
    await expect.element(stageTitle()).toHaveTextContent('Check');
    await expect
      .element(page.getByRole('link', { name: 'Previous lesson: A lost reply, without a key' }))
      .toHaveAttribute('href', '#/l/nobody-knows');
    await expect
      .element(page.getByRole('link', { name: 'Next lesson: An undo can fail' }))
      .toHaveAttribute('href', '#/l/undo-fails');
  });

  test('that a link opens at a moment stays there', async () => {
    await show('#/l/timeout?i=3');
    await expect.element(why()).toHaveTextContent('Hold seat: attempt 1 starts');
  });

  test('opens on a phone with its first question in sight', async () => {
    await page.viewport(390, 700);
    await show('#/l/saga');
    await expect.poll(() => rows().length).toBeGreaterThan(3);
    await expect.element(stageTitle()).toBeInViewport();
  });

  test('that is none is told', async () => {
    open = await openPage('#/l/nothing');
    await expect.element(page.getByRole('heading', { name: /There is no lesson/ })).toBeVisible();
  });

  test('has its document mended, and stays beside it', async () => {
    await show('#/l/counterexample');
    await page.getByRole('button', { name: '3: Change one thing' }).click();
    await page.getByRole('button', { name: 'Mend the document' }).click();
    await expect.element(lesson()).toHaveTextContent('the card is charged once');
    await page.getByRole('button', { name: '4: Check' }).click();
    await page.getByRole('radio', { name: 'Charged once; the run ends failed.' }).click();
    await expect.element(lesson()).toHaveTextContent('Yes. The promise is kept, at a price');
  });
});

describe('the herd', () => {
  test('is drawn from runs, and changed by its numbers', async () => {
    await show('#/l/herd');
    await page.getByRole('button', { name: '3: Look' }).click();
    await expect
      .element(
        page.getByRole('img', {
          name: /^No jitter: peak after recovery 200, calls in all 1280, last client served 120 still waiting/,
        }),
      )
      .toBeVisible();
    expect(document.querySelectorAll('.herd figure')).toHaveLength(3);
    expect(document.querySelectorAll('.herd rect.over').length).toBeGreaterThan(10);
    await page.getByRole('spinbutton', { name: 'clients' }).fill('20');
    await press('{Tab}');
    await expect
      .element(
        page.getByRole('img', { name: /^No jitter: peak after recovery 20, calls in all 80/ }),
      )
      .toBeVisible();
    await page.getByRole('spinbutton', { name: 'capacity' }).fill('9000');
    await press('{Tab}');
    await expect.element(page.getByRole('spinbutton', { name: 'capacity' })).toHaveValue(100);
    await page.getByText('The same as a table').click();
    await expect.element(page.getByRole('row', { name: /^3\.50 s/ })).toBeVisible();
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: '1: Predict' }).click();
    await expect.element(why()).toBeVisible();
  });
});

/** Every lesson, at its beginning and in the middle, in both colours by turns. */
describe.each(ENTRIES.map(({ id }, index) => [id, index] as const))('lesson %s', (id, index) => {
  test('is open to everybody', async () => {
    const colours = index % 2 === 0 ? ['light', 'dark'] : ['dark', 'light'];
    for (const [stage, theme] of colours.entries()) {
      localStorage.setItem('unwind', JSON.stringify({ theme }));
      await page.viewport(stage === 0 ? 1280 : 390, 800);
      await show(`#/l/${id}`);
      if (stage === 1) {
        await page
          .getByRole('button', { name: /: Change one thing$/ })
          .first()
          .click();
        await userEvent.click(document.querySelector('aside .where + button') as Element);
        await expect.poll(() => document.querySelector('aside .made'), PATIENCE).not.toBeNull();
      }
      expect(document.documentElement.dataset['theme']).toBe(theme);
      expect(await violations()).toEqual([]);
    }
  });
});
