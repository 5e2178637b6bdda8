import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { writeToken } from '../conformance/token/token.ts';
import { readDocument } from '../core/read.ts';
import { readScenario } from '../core/scenario/read.ts';
import { digestTrace, simulate } from '../simulator/index.ts';
import { type OpenPage, openPage } from './testing/page.ts';

const DOCUMENT = `<harness xmlns="https://harnessxml.com/spec/1.0" id="one" specVersion="1.0" name="A payment">
  <nodes>
    <node id="charge" type="task" name="Charge card">
      <retry maxAttempts="2" backoff="fixed" initialDelay="PT1S" jitter="false"/>
    </node>
  </nodes>
</harness>`;
const SCENARIO = { tasks: { charge: [{ after: 10, error: { class: 'transient' } }] } };

const trace = () => {
  const { workflow } = readDocument(DOCUMENT);
  if (workflow === null) throw new Error('not valid');
  const { scenario } = readScenario(JSON.stringify(SCENARIO), workflow);
  if (scenario === null) throw new Error('no scenario');
  return simulate(workflow, { ...scenario, seed: 3 }).trace;
};

const second = trace().find((event) => event.type === 'attempt.started' && event.attempt === 2);

const token = (change: Partial<Parameters<typeof writeToken>[0]> = {}): string =>
  writeToken({
    document: { format: 'harness', text: DOCUMENT },
    scenario: SCENARIO,
    seed: 3,
    schedule: [],
    rule: 'retry/max-attempts',
    step: second?.seq ?? null,
    digest: digestTrace(trace()),
    ...change,
  });

let open: OpenPage | null = null;

beforeEach(async () => {
  localStorage.removeItem('unwind');
  await page.viewport(1280, 800);
});

afterEach(() => {
  open?.close();
  open = null;
});

const show = async (hash: string): Promise<void> => {
  open = await openPage(hash);
};

const heading = () => page.getByRole('heading', { level: 1 });
const note = () => page.getByRole('region', { name: 'What this link shows' });

describe('a run from a link', () => {
  test('opens at the event that it is about, under the rule that it is about', async () => {
    await show(`#/x/${token()}`);
    await expect.element(heading()).toHaveTextContent('retry/max-attempts');
    await expect
      .element(page.getByRole('region', { name: 'Why' }).getByRole('heading'))
      .toHaveTextContent('Charge card: attempt 2 starts');
    await expect.element(note()).toHaveTextContent('The runtime of this page keeps the rule');
    expect(document.querySelector('.note .warning')).toBeNull();
    expect(document.title).toBe('retry/max-attempts · Unwind');
    expect(open?.hash()).toMatch(/^#\/x\/u1\.[\w-]+\?i=\d+$/);
  });

  test('says so where this page gives another run', async () => {
    await show(`#/x/${token({ digest: '0'.repeat(64) })}`);
    await expect.element(note()).toHaveTextContent('This page gives another run');
  });

  test('takes faults like any other, and stays at its address', async () => {
    await show(`#/x/${token()}`);
    await page.getByRole('radio', { name: 'succeed' }).click();
    await expect.poll(() => open?.hash()).toMatch(/^#\/x\/u1\..*[?&]f=u1\./);
    await expect
      .element(page.getByRole('region', { name: 'Why' }).getByRole('heading'))
      .toHaveTextContent('Charge card: attempt 2 starts');
    expect(document.querySelector('.note .warning')).toBeNull();
    await page.getByRole('button', { name: 'Share' }).click();
    const link = page.getByRole('textbox', { name: 'Link' }).element() as HTMLTextAreaElement;
    expect(link.value).toContain('#/p/u1.');
  });

  test('is told to be broken where it was cut off', async () => {
    await show(`#/x/${token().slice(0, 60)}`);
    await expect
      .element(page.getByRole('heading', { level: 2 }))
      .toHaveTextContent('This link holds no run that can be shown');
    expect(document.querySelector('.problems')?.textContent).toContain('damaged');
  });

  test('shows what a stranger wrote as text, and runs nothing of it', async () => {
    const text = DOCUMENT.replace('Charge card', '&lt;img src=x onerror=alert(1)>');
    await show(`#/x/${token({ document: { format: 'harness', text }, digest: null })}`);
    await expect.element(heading()).toHaveTextContent('retry/max-attempts');
    expect(document.querySelector('img')).toBeNull();
    expect(document.querySelector('#graph')?.textContent).toContain('<img src=x');
  });
});
