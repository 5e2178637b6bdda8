/** Editing on the real page: what is typed, what is said about it, and where keys go. */

import axe from 'axe-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { inDocument } from '../../testing/document-pane.ts';
import { type OpenPage, openPage } from '../../testing/page.ts';
import TextEditor from './TextEditor.svelte';

let open: OpenPage | null = null;

beforeEach(async () => {
  localStorage.removeItem('unwind');
  localStorage.removeItem('unwind-drafts');
  await page.viewport(1280, 800);
});

afterEach(() => {
  open?.close();
  open = null;
});

const HARNESS = [
  '<harness xmlns="https://harnessxml.com/spec/1.0" id="x" specVersion="1.0">',
  '  <nodes>',
  '    <node id="first" type="task"/>',
  '    <node id="second" type="task"/>',
  '  </nodes>',
  '  <edges><edge from="first" to="second"/></edges>',
  '</harness>',
].join('\n');

const ORBIT = `workflow w {
  input { n: Int }
  return input.n
}
`;

async function show(document: string, scenario = '{}'): Promise<OpenPage> {
  localStorage.setItem('unwind', JSON.stringify({ document: true }));
  open = await openPage('#/', {
    from: {
      catalogue: [{ id: 'x', title: 'X', lesson: 'L', document: 'd', scenario: 's' }],
      load: () => Promise.resolve({ document, scenario }),
    },
  });
  await expect.poll(() => inDocument('.cm-content')).not.toBeNull();
  return open;
}

const text = () =>
  Array.from(
    inDocument('.cm-content')?.querySelectorAll('.cm-line') ?? [],
    (line) => line.textContent,
  ).join('\n');
const content = () => page.getByRole('textbox', { name: /^(?:Workflow|Scenario)\. / });
const nodes = () => [...document.querySelectorAll('#graph button b')].map((one) => one.textContent);
const hasFocus = () => {
  const editor = inDocument('.cm-content');
  return editor !== null && editor === deepFocus();
};

function deepFocus(): Element | null {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement != null) at = at.shadowRoot.activeElement;
  return at;
}

/** Puts the caret behind the first place where the text has these words. */
async function caretBehind(words: string): Promise<void> {
  await content().click();
  const root = inDocument('.cm-content');
  let left = (root?.textContent.indexOf(words) ?? -1) + words.length;
  if (root === null || left < words.length) throw new Error(`the editor does not show ${words}`);
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { length } = node.textContent ?? '';
    if (left <= length) {
      document.getSelection()?.setBaseAndExtent(node, left, node, left);
      break;
    }
    left -= length;
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
}

describe('the editor', () => {
  test('runs again what is typed, and keeps the way back', async () => {
    const { hash } = await show(HARNESS);
    expect(nodes()).toEqual(['first', 'second']);
    await caretBehind('"first" type="task"/>');
    await userEvent.keyboard('<node id="third" type="task"/>');
    await expect.poll(nodes).toContain('third');
    expect(hash()).toMatch(/^#\/p\/u1\./);
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(nodes).not.toContain('third');
  });

  test('keeps every key that is typed to itself, and gives them back behind Escape', async () => {
    await show(HARNESS);
    await caretBehind('id="first');
    await userEvent.keyboard('?lgs p1');
    expect(text()).toContain('id="first?lgs p1"');
    expect(document.querySelector('dialog[open]')).toBeNull();
    expect(document.querySelector('#events [aria-current="step"]')).toBeNull();
    await userEvent.keyboard('{ArrowLeft}{ArrowRight}{End}{Home}');
    expect(hasFocus()).toBe(true);
    await userEvent.keyboard('{Escape}');
    expect(hasFocus()).toBe(false);
    await userEvent.keyboard('?');
    await expect.poll(() => document.querySelector('dialog[open]')).not.toBeNull();
  });

  test('is what the key of the document goes to, however soon it is pressed', async () => {
    open = await openPage('#/e/order-saga');
    await userEvent.keyboard('e');
    await expect.poll(hasFocus).toBe(true);
  });

  test('lets Tab out on both sides', async () => {
    await show(HARNESS);
    await caretBehind('id="first');
    await userEvent.keyboard('{Tab}');
    expect(hasFocus()).toBe(false);
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    expect(hasFocus()).toBe(true);
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    expect(deepFocus()?.textContent?.trim()).toBe('Scenario');
    expect(text()).toBe(HARNESS);
  });

  test('shows what is wrong where it is, over the last valid run', async () => {
    await show(HARNESS);
    await caretBehind('to="second');
    await userEvent.keyboard('!');
    await expect.element(page.getByRole('alert')).toHaveTextContent(/^Line 6: .*last valid run/);
    await expect.poll(() => inDocument('.cm-lintRange-error')?.textContent).toContain('second!');
    expect(inDocument('.fault')?.textContent).toContain('<edge');
    expect(nodes()).toEqual(['first', 'second']);
    const finding = page.getByRole('button', { name: /^line 6:/ }).first();
    await finding.click();
    expect(hasFocus()).toBe(true);
    await page
      .getByText(/: why, and how to mend it$/)
      .first()
      .click();
    await expect.element(page.getByRole('heading', { name: 'Right' })).toBeVisible();
  });

  test('goes on when a document without a run becomes one that has', async () => {
    await show(HARNESS.replace('type="task"/>', 'type="tusk"/>'));
    await page.getByRole('button', { name: /^line 3:/ }).click();
    await expect.poll(hasFocus).toBe(true);
    await caretBehind('tu');
    await userEvent.keyboard('{Backspace}a');
    await expect.poll(nodes).toEqual(['first', 'second']);
    await expect.poll(hasFocus).toBe(true);
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(text).toContain('tusk');
  });

  test('selects the step whose line is clicked, and marks its lines', async () => {
    await show(HARNESS);
    await caretBehind('id="fir');
    const line = [...(inDocument('.cm-content')?.children ?? [])][3];
    if (line === undefined) throw new Error('no fourth line');
    await userEvent.click(line);
    await expect
      .poll(() => document.querySelector('#graph [aria-current]')?.textContent)
      .toContain('second');
    await expect.poll(() => inDocument('.marked')?.textContent).toContain('id="second"');
  });

  test('has the scenario beside the workflow', async () => {
    await show(HARNESS, '{"seed": 1}');
    await page.getByRole('button', { name: 'Scenario' }).click();
    await expect.poll(text).toBe('{"seed": 1}');
    await caretBehind('"seed": 1');
    await userEvent.keyboard('7');
    await expect.poll(() => document.body.textContent).toContain('seed 17');
    await userEvent.keyboard(',');
    await expect.element(page.getByRole('alert')).toHaveTextContent('The scenario can not be used');
  });

  test('formats ORBIT, and takes that back', async () => {
    await show(ORBIT);
    await page.getByRole('button', { name: 'Format' }).click();
    await expect.poll(text).toContain('    return input.n');
  });

  test('gives axe nothing to say, with faults and without, light and dark', async () => {
    await show(HARNESS);
    const faultsOf = async () => {
      const { violations } = await axe.run('#document');
      return violations.map(({ id, nodes: [node] }) => `${id}: ${node?.html}`);
    };
    expect(await faultsOf()).toEqual([]);
    await caretBehind('to="second');
    await userEvent.keyboard('!');
    await expect.element(page.getByRole('alert')).toBeVisible();
    for (const theme of ['light', 'dark']) {
      document.documentElement.dataset['theme'] = theme;
      // Colours take a moment to change.
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(await faultsOf(), theme).toEqual([]);
    }
  });
});

describe('an editor that does not come', () => {
  test('leaves the text to be read, and can be asked for again', async () => {
    let asked = 0;
    const screen = await render(TextEditor, {
      base: {},
      text: '<harness/>',
      language: 'workflow',
      label: 'Workflow',
      marked: { first: 1, last: 1 },
      findings: [],
      load: () => {
        asked += 1;
        return asked === 1 ? Promise.reject(new Error('offline')) : import('./editor.ts');
      },
      onEdit: () => {},
      onLine: () => {},
    });
    await expect.element(screen.getByRole('status')).toHaveTextContent(/could not be loaded/);
    expect(screen.container.querySelector('.marked')?.textContent).toContain('<harness');
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.element(screen.getByRole('textbox')).toHaveTextContent('<harness/>');
    expect(screen.container.querySelector('ol')).toBeNull();
    await screen.unmount();
  });
});
