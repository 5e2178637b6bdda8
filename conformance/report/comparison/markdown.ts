/** A comparison as Markdown: for an issue, a decision record, a pull request. */

import type { Capability, Comparison, ProfileComparison } from '../../claims/compare/comparison.ts';
import { code, sentence as ended, escaped, table } from '../formats/markdown/text.ts';
import {
  CHANGES,
  capabilityLines,
  claimSentences,
  HEADINGS,
  profileTitle,
  rulesOf,
  titleOf,
  verdictOf,
  wholeSentences,
} from './words.ts';

/** All of it, with a line end at its end. */
export const renderComparisonMarkdown = (comparison: Comparison): string => {
  const { caveats, profiles, capabilities, b } = comparison;
  const blocks: readonly (readonly string[])[] = [
    [`# ${escaped(titleOf(comparison))}`],
    [escaped(verdictOf(comparison)), ...wholeSentences(comparison).map(escaped)],
    caveats.map((text) => `> ${escaped(text)}`),
    ...profiles.flatMap((profile) => renderProfile(profile, comparison)),
    ...renderCapabilities(`What ${b.name} can't do`, capabilities.missing),
    ...renderCapabilities(`What ${b.name} can do besides`, capabilities.gained),
  ];
  const filled = blocks.filter(({ length }) => length > 0);
  return `${filled.map((lines) => lines.join('\n')).join('\n\n')}\n`;
};

const renderProfile = (
  profile: ProfileComparison,
  comparison: Comparison,
): readonly (readonly string[])[] => {
  const { choices, fingerprints } = profile;
  return [
    [`## ${profileTitle(profile)}`],
    claimSentences(profile, comparison).map(escaped),
    table(
      ['choice', escaped(comparison.a.name), escaped(comparison.b.name), 'which means'],
      choices.map(({ id, a, b, sentence }) => [
        ...[code(id), readingOf(a), readingOf(b), escaped(ended(sentence))],
      ]),
    ),
    ...CHANGES.flatMap((change) => {
      if (change === 'unknown') return renderUnknown(profile);
      const rows = profile.rules
        .filter((rule) => rule.change === change)
        .map(({ id, strength, a, b, sentence }) => [
          ...[code(id), strength, a, b, escaped(ended(sentence))],
        ]);
      const heads = ['rule', 'strength', escaped(comparison.a.name), escaped(comparison.b.name)];
      return rows.length === 0
        ? []
        : [[`### ${HEADINGS[change]}`], table([...heads, 'what was seen'], rows)];
    }),
    ...(fingerprints.a === fingerprints.b
      ? []
      : [
          [
            `- ${escaped(comparison.a.name)}: ${code(fingerprints.a)}`,
            `- ${escaped(comparison.b.name)}: ${code(fingerprints.b)}`,
          ],
        ]),
  ];
};

/** Many rules are not known for one cause: it is told once. */
const renderUnknown = (profile: ProfileComparison): readonly (readonly string[])[] => {
  const rows = rulesOf(profile, 'unknown').map(({ ids, sentence }) => [
    ...[escaped(sentence), ids.map(code).join(', ')],
  ]);
  return rows.length === 0 ? [] : [[`### ${HEADINGS.unknown}`], table(['why', 'rules'], rows)];
};

const readingOf = (reading: string | null): string => (reading === null ? '' : code(reading));

const renderCapabilities = (
  title: string,
  capabilities: readonly Capability[],
): readonly (readonly string[])[] =>
  capabilities.length === 0
    ? []
    : [
        [`## ${escaped(title)}`],
        capabilityLines(capabilities).map(
          ({ names, reason }) =>
            `- ${names.map(code).join(', ')}${reason === null ? '' : `: ${escaped(reason)}`}`,
        ),
      ];
