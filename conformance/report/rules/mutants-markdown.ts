/** The broken runtimes that hold the rules to their word, as Markdown. */

import { mutants } from '../../mutants/index.ts';
import { SHOWN_BY_CASES_ALONE } from '../../mutants/known-limits.ts';
import { killMatrix } from '../../mutants/matrix.ts';
import type { Mutant } from '../../mutants/mutant.ts';
import { rules } from '../../rules/index.ts';
import type { Rule } from '../../rules/rule.ts';
import { fileOfRule, ruleFamilies } from './runtime-rules.ts';

/** The file of all mutants in the folder of pages. */
export const MUTANTS_FILE = 'mutants.md';

const escaped = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('|', '\\|');

const nameIn = ({ id }: Mutant): string => `[${id}](${MUTANTS_FILE}#${id})`;

/** Rules against the mutants that they catch. */
export const renderKillMatrix = (): string => {
  const { byRule } = killMatrix(rules);
  const tables = ruleFamilies.map(({ title, rules: family }) => {
    const rows = family.map((rule) => {
      const caught = (byRule.get(rule.id) ?? []).map(nameIn).join(', ');
      return `| [${rule.id}](${fileOfRule(rule)}) | ${caught} |`;
    });
    return `## ${title}\n\n| rule | catches |\n| --- | --- |\n${rows.join('\n')}\n`;
  });
  return `# What the rules catch\n\n${noteOf(mutants.length)}\n\n${tables.join('\n')}`;
};

const noteOf = (count: number): string =>
  [
    `${count} broken runtimes, each made from the built-in one by a single change that a real engine could have.`,
    'A test holds each to the rules that it names: all of them catch it, in 200 generated runs at most, in which what the rule speaks of is made common, or in the cases of the rule; and no rule catches the runtime that they are made from.',
    "A rule that catches none can't ship.",
    `No generated run shows ${Object.keys(SHOWN_BY_CASES_ALONE).length} of them, which cases alone do, and why is told with each.`,
    'In the mix of `certify`, in which all rules share the runs, what they speak of is rarer: measured with seeds 1 to 6, between 185 and 192 of the other 199 were caught in the first 200 runs of a profile, and all 199 in the 1,000 that it makes.',
  ].join(' ');

const howCaught = (id: string): string => {
  const why = SHOWN_BY_CASES_ALONE[id];
  return why === undefined ? '' : `, by cases alone: ${why}`;
};

/** Every mutant, with why an engine would be so. */
export const renderMutants = (): string => {
  const files = new Map(rules.map((rule) => [rule.id, fileOfRule(rule)]));
  const sections = mutants.map(({ id, title, why, caughtBy, profiles }) =>
    [
      `## ${id}`,
      `A runtime that ${escaped(title)}.`,
      escaped(why),
      `In ${profiles.join(', ')}. Caught by ${caughtBy.map((rule) => `[${rule}](${files.get(rule)})`).join(', ')}${howCaught(id)}.`,
    ].join('\n\n'),
  );
  return `# Broken runtimes\n\n${noteOf(mutants.length)}\n\n${sections.join('\n\n')}\n`;
};

/** The mutants of one rule, a line each; empty where it has none. */
export const mutantsOfRule = ({ id }: Rule): string => {
  const caught = killMatrix(rules).byRule.get(id) ?? [];
  if (caught.length === 0) return '';
  const lines = caught.map((mutant) => {
    const link = `[${mutant.id}](../${MUTANTS_FILE}#${mutant.id})`;
    return `- ${link}: a runtime that ${escaped(mutant.title)}`;
  });
  return `**Catches**:\n\n${lines.join('\n')}`;
};
