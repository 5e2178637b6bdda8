/** The rules that runtimes are judged by, for a terminal. */

import { killMatrix } from '../../mutants/matrix.ts';
import type { Rule } from '../../rules/rule.ts';
import type { Tone } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { padEnd, widest, wrap } from '../terminal/width.ts';
import { factsOf, type RuleFamily, ruleFamilies } from './runtime-rules.ts';

/** Signs of the rules' texts that ASCII lacks. */
const SPELLED: readonly (readonly [string, string])[] = [
  ['×', 'x'],
  ['−', '-'],
  ['–', '-'],
  ['…', '...'],
  ['≥', '>='],
  ['→', '->'],
  ['§', 'sec. '],
];

const spell = (text: string, { glyphs }: Terminal): string =>
  glyphs.section === '§'
    ? text
    : SPELLED.reduce((spelled, [sign, word]) => spelled.replaceAll(sign, word), text);

const TONES: Readonly<Record<Rule['strength'], Tone>> = { MUST: 'bad', SHOULD: 'warning' };

/** Every rule with its strength and what it asks for. */
export const renderRuntimeRules = (terminal: Terminal): string => {
  const blocks = ruleFamilies.map((family) => renderFamily(family, terminal));
  const hint = terminal.paint('faint', ' A page: unwind rules retry/max-attempts');
  return spell(`${[...blocks, hint].join('\n\n')}\n`, terminal);
};

/** Below this width a title stands beneath its id. */
const NARROW = 72;

const renderFamily = ({ title, rules }: RuleFamily, terminal: Terminal): string => {
  const { columns, paint } = terminal;
  const ids = widest(rules.map(({ id }) => id));
  const inset = columns < NARROW ? 5 : 3 + ids + 2 + 6 + 2;
  const lines = rules.flatMap((rule) => {
    const title = spell(rule.title, terminal);
    const words = wrap(columns < NARROW ? `${rule.strength} ${title}` : title, columns - inset);
    const strength = paint(TONES[rule.strength], padEnd(rule.strength, 6));
    const rest = (from: number) => words.slice(from).map((line) => ' '.repeat(inset) + line);
    return columns < NARROW
      ? [`   ${rule.id}`, ...rest(0)]
      : [`   ${padEnd(rule.id, ids)}  ${strength}  ${words[0] ?? ''}`, ...rest(1)];
  });
  return [` ${paint('strong', `${title}: a runtime …`)}`, ...lines].join('\n');
};

/** The page of one rule. */
export const renderRuntimeRule = (rule: Rule, terminal: Terminal): string => {
  const { columns, paint } = terminal;
  const width = Math.min(columns, 100) - 2;
  const paragraph = (text: string) => wrap(spell(text, terminal), width).map((line) => ` ${line}`);
  const caught = (killMatrix([rule]).byRule.get(rule.id) ?? []).map(({ id }) => id);
  const facts = [
    ...factsOf(rule),
    ...(caught.length === 0 ? [] : [['Catches', caught.join(', ')] as const]),
  ];
  const names = widest(facts.map(([name]) => name));
  const lines = [
    ...paragraph(`${rule.id} ${rule.strength}: a runtime ${rule.title}`).map((line) =>
      paint('strong', line),
    ),
    '',
    ...facts.flatMap(([name, text]) => {
      const [first = '', ...rest] = wrap(spell(text, terminal), width - names - 2);
      return [
        ` ${paint('faint', padEnd(name, names))}  ${first}`,
        ...rest.map((line) => ' '.repeat(names + 3) + line),
      ];
    }),
    '',
    ...paragraph(rule.page.why),
    '',
    ` ${paint('bad', 'Wrong')}`,
    ...paragraph(rule.page.wrong).map((line) => `  ${line}`),
    '',
    ` ${paint('good', 'Right')}`,
    ...paragraph(rule.page.right).map((line) => `  ${line}`),
  ];
  return `${lines.join('\n')}\n`;
};
