/** What drivers say goes into the page as text, whatever it is. */

import { describe, expect, it } from 'vitest';
import { anchorOf, cutText, html, linesOf, nothing, ruleName, webLink } from './markup.ts';

const inText = (text: string): string => html`<p>${text}</p>`.markup;

describe('a text in a template', () => {
  it.each([
    ['</script><script>alert(1)</script>', '&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;'],
    [`" onload="x' y=\`z`, '&quot; onload=&quot;x&#39; y=&#96;z'],
    ['&lt;&amp;', '&amp;lt;&amp;amp;'],
    ['<!--]]>', '&lt;!--]]&gt;'],
    ['a\0b\u001b[31m', 'a&lt;U+0000&gt;b&lt;U+001B&gt;[31m'],
    ['abc\u202Edcba\u2066', 'abc&lt;U+202E&gt;dcba&lt;U+2066&gt;'],
    ['\ud800 half', '&lt;U+D800&gt; half'],
    ['one\ntwo', 'one two'],
    ['Zähler 日本 😀', 'Zähler 日本 😀'],
  ])('%j is shown, and does nothing', (text, shown) => {
    expect(inText(text)).toBe(`<p>${shown}</p>`);
  });

  it('of a megabyte is cut, and says by how much', () => {
    const page = inText('x'.repeat(1 << 20));
    expect(page.length).toBeLessThan(1400);
    expect(page).toContain('… [cut: 1047376 of 1048576 signs are left out]');
  });

  it('is never cut within a sign of two halves', () => {
    expect(cutText('a😀b', 2)).toMatch(/^a… \[cut: 3 of 4 /);
  });
});

describe('a template', () => {
  it('takes what another one made as it is, alone or in lists', () => {
    const items = ['<', '>'].map((text) => html`<li>${text}</li>`);
    expect(html`<ul>${items}${nothing}${null}${[1, ['&']]}</ul>`.markup).toBe(
      '<ul><li>&lt;</li><li>&gt;</li>1&amp;</ul>',
    );
  });
});

describe('lines', () => {
  it('stay lines, without tabs and what steers a terminal', () => {
    expect(linesOf('<a>\r\n\t\u0007</a>\rend', 99).markup).toBe(
      '&lt;a&gt;\n  &lt;U+0007&gt;&lt;/a&gt;\nend',
    );
  });
});

describe('an address', () => {
  it('is a link where it is one of the web', () => {
    expect(webLink('https://a.example/?a=1&b=2').markup).toBe(
      '<a href="https://a.example/?a=1&amp;b=2" rel="noreferrer noopener">https://a.example/?a=1&amp;b=2</a>',
    );
  });

  it.each([
    'javascript:alert(1)',
    ' https://a.example',
    'data:text/html,x',
    'https://a.example/"onclick=',
    '//a.example',
  ])('%j is a text', (address) => {
    expect(webLink(address).markup).not.toContain('<a');
  });
});

it('a place in the page is made of letters that need no quotes', () => {
  expect(anchorOf('rule', 'retry/Max <attempts>"')).toBe('rule-retry-max-attempts-');
});

it('the name of a rule may be broken behind its family', () => {
  expect(ruleName('retry/max-attempts').markup).toBe('retry/<wbr/>max-attempts');
  expect(ruleName('<odd>').markup).toBe('&lt;odd&gt;');
});
