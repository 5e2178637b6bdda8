/** Codes and their pages for a terminal. */

import type { CodePage } from '../../../core/harness/pages/index.ts';
import type { Tone } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { padEnd, widest, wrap } from '../terminal/width.ts';
import { type CodeGroup, codeGroups } from './groups.ts';

const TONES: Readonly<Record<CodePage['severity'], Tone>> = {
  error: 'bad',
  warning: 'warning',
  note: 'plain',
};

/** Every code with its severity and its title. */
export function renderRules(terminal: Terminal): string {
  const blocks = codeGroups.map((group) => renderGroup(group, terminal));
  const hint = terminal.paint('faint', ' A page on one: unwind rules HX-3301');
  return `${[...blocks, hint].join('\n\n')}\n`;
}

function renderGroup({ title, pages }: CodeGroup, { columns, paint }: Terminal): string {
  const codes = widest(pages.map(({ code }) => code));
  const severities = widest(pages.map(({ severity }) => severity));
  const inset = 3 + codes + 2 + severities + 2;
  const lines = pages.flatMap(({ code, severity, title: text }) => {
    const [first = '', ...rest] = wrap(text, columns - inset);
    const tone = paint(TONES[severity], padEnd(severity, severities));
    return [
      `   ${padEnd(code, codes)}  ${tone}  ${first}`,
      ...rest.map((line) => ' '.repeat(inset) + line),
    ];
  });
  return [` ${paint('strong', title)}`, ...lines].join('\n');
}

/** One page, with its examples or with what to do. */
export function renderRule(page: CodePage, { columns, glyphs, paint }: Terminal): string {
  const { code, severity, title, source, why } = page;
  const heading = wrap(`${code} ${severity}: ${title}`, columns - 2);
  const paragraph = (text: string) =>
    wrap(text, Math.min(columns, 100) - 2).map((line) => ` ${line}`);
  const example = (name: string, tone: Tone, text: string) => [
    '',
    ` ${paint(tone, name)}`,
    ...text.split('\n').map((line) => `   ${line}`),
  ];
  const lines = [
    ...heading.map((line) => ` ${paint('strong', line)}`),
    ` ${paint('faint', source.replaceAll('§', glyphs.section))}`,
    '',
    ...paragraph(why),
    ...('wrong' in page
      ? [...example('Wrong', 'bad', page.wrong), ...example('Right', 'good', page.right)]
      : ['', ` ${paint('good', 'What to do')}`, ...paragraph(page.mend)]),
  ];
  return `${lines.join('\n')}\n`;
}
