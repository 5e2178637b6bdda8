/** A comparison as a person reads it in a terminal. */

import type { Capability, Comparison, ProfileComparison } from '../../claims/compare/comparison.ts';
import type { Tone } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { visible } from '../terminal/visible.ts';
import { wrap } from '../terminal/width.ts';
import {
  CHANGES,
  capabilityLines,
  claimSentences,
  HEADINGS,
  lackSentences,
  openSentences,
  profileTitle,
  rulesOf,
  titleOf,
  verdictOf,
  wholeSentences,
} from './words.ts';

/** All of it, with a line end at its end. */
export const renderComparison = (comparison: Comparison, terminal: Terminal): string => {
  const { paint } = terminal;
  const { caveats, profiles, capabilities, b } = comparison;
  const blocks = [
    [
      ` ${paint('strong', visible(titleOf(comparison)))}`,
      ...paragraph(verdictOf(comparison), terminal, 1),
      ...wholeSentences(comparison).flatMap((text) => paragraph(text, terminal, 1)),
    ],
    caveats.flatMap((text) => paragraph(text, terminal, 1, 'warning')),
    ...profiles.map((profile) => renderProfile(profile, comparison, terminal)),
    renderCapabilities(`What ${b.name} can't do`, capabilities.missing, terminal),
    renderCapabilities(`What ${b.name} can do besides`, capabilities.gained, terminal),
  ];
  const filled = blocks.filter(({ length }) => length > 0);
  return `${filled.map((lines) => lines.join('\n')).join('\n\n')}\n`;
};

const paragraph = (
  text: string,
  { paint, columns }: Terminal,
  indent: number,
  tone: Tone = 'plain',
): readonly string[] =>
  wrap(visible(text), columns - indent - 1).map(
    (line) => `${' '.repeat(indent)}${paint(tone, line)}`,
  );

/** A sentence behind a dot, its further lines under the first. */
const item = (text: string, terminal: Terminal): readonly string[] =>
  paragraph(text, terminal, 5).map((line, index) =>
    index === 0 ? `   ${terminal.glyphs.dot} ${line.trimStart()}` : line,
  );

const renderProfile = (
  profile: ProfileComparison,
  comparison: Comparison,
  terminal: Terminal,
): readonly string[] => {
  const { paint } = terminal;
  const { choices, fingerprints } = profile;
  const told = choices.filter(({ change }) => change === 'differs');
  const isSame = fingerprints.a === fingerprints.b;
  return [
    ` ${paint('strong', profileTitle(profile))}`,
    ...claimSentences(profile, comparison).flatMap((text) => paragraph(text, terminal, 3)),
    ...told.flatMap(({ sentence }) => item(`${sentence}.`, terminal)),
    ...[...lackSentences(profile, comparison), ...openSentences(profile)].flatMap((text) =>
      item(text, terminal),
    ),
    ...CHANGES.flatMap((change) => {
      const rules = rulesOf(profile, change);
      if (rules.length === 0) return [];
      return [
        '',
        `   ${paint(TONES[change], HEADINGS[change])}`,
        ...rules.flatMap(({ ids, sentence }) => [
          ...paragraph(ids.join(', '), terminal, 3),
          ...paragraph(sentence, terminal, 5, 'faint'),
        ]),
      ];
    }),
    ...(isSame || fingerprints.a === '' || fingerprints.b === ''
      ? []
      : [
          '',
          `   ${paint('strong', 'Fingerprints')}`,
          ...paragraph(`${comparison.a.name}: ${fingerprints.a}`, terminal, 3, 'faint'),
          ...paragraph(`${comparison.b.name}: ${fingerprints.b}`, terminal, 3, 'faint'),
        ]),
  ];
};

const TONES = { worse: 'bad', better: 'good', otherwise: 'unknown', unknown: 'warning' } as const;

const renderCapabilities = (
  title: string,
  capabilities: readonly Capability[],
  terminal: Terminal,
): readonly string[] =>
  capabilities.length === 0
    ? []
    : [
        ` ${terminal.paint('strong', visible(title))}`,
        ...capabilityLines(capabilities).flatMap(({ names, reason }) =>
          item(`${names.join(', ')}${reason === null ? '' : `: ${reason}`}`, terminal),
        ),
      ];
