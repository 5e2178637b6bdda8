/** What both forms for people say of a comparison. */

import { countOf } from '../../../simulator/trace/explain/words.ts';
import type {
  Capability,
  Comparison,
  ProfileComparison,
  RuleChange,
  Side,
} from '../../claims/compare/comparison.ts';
import { cut } from '../../suite/cut.ts';

export const titleOf = ({ a, b }: Comparison): string =>
  `From ${identityOf(a)} to ${identityOf(b)}`;

const LONGEST_NAME = 80;

const identityOf = ({ runtime, name }: Side): string => {
  const whole = `${cut(runtime.name, LONGEST_NAME)} ${cut(runtime.version, LONGEST_NAME)}`;
  return name === 'A' || name === 'B' ? `${whole} (${name})` : whole;
};

/** What comes of it all, in a sentence. */
export const verdictOf = ({ differs, comparable, profiles }: Comparison): string => {
  if (profiles.length === 0) return 'Nothing could be compared.';
  if (!differs) {
    return comparable
      ? 'Nothing changes that the reports can show.'
      : 'Nothing changes in what could be compared, which is not all.';
  }
  const count = (change: RuleChange['change']) =>
    profiles.flatMap(({ rules }) => rules).filter((rule) => rule.change === change).length;
  const ways = profiles
    .flatMap(({ choices }) => choices)
    .filter(({ change }) => change === 'differs').length;
  return `${countOf(ways, 'choice')} differ${ways === 1 ? 's' : ''}; of the rules ${count('worse')} are kept worse, ${count('better')} better, and of ${count('unknown')} one report says nothing.`;
};

export const HEADINGS: { readonly [change in RuleChange['change']]: string } = {
  worse: 'Kept worse',
  better: 'Kept better',
  otherwise: 'Right under another reading',
  unknown: 'Known of one alone',
};

export const CHANGES = ['worse', 'better', 'otherwise', 'unknown'] as const;

const PROFILES = { baseline: 'baseline', harness: 'HarnessXML', orbit: 'ORBIT' } as const;

/** `HarnessXML: 96 rules alike`. */
export const profileTitle = ({ profile, same }: ProfileComparison): string =>
  `${PROFILES[profile]}: ${countOf(same, 'rule')} alike`;

/** Sentences of what may be claimed no more, and what may be. */
export const claimSentences = (
  { claims }: ProfileComparison,
  { a, b }: Comparison,
): readonly string[] => [
  ...(claims.lost.length === 0
    ? []
    : [`${a.name} reaches ${claims.lost.join(', ')}, ${b.name} does not.`]),
  ...(claims.gained.length === 0
    ? []
    : [`${b.name} reaches ${claims.gained.join(', ')}, ${a.name} does not.`]),
];

/** What is told alike of several, once. */
export interface Grouped {
  readonly sentence: string;
  readonly ids: readonly string[];
}

const grouped = <Item>(
  items: readonly Item[],
  sentenceOf: (item: Item) => string,
  idOf: (item: Item) => string,
): readonly Grouped[] => {
  const groups = new Map<string, string[]>();
  for (const item of items) {
    const sentence = sentenceOf(item);
    const ids = groups.get(sentence);
    if (ids === undefined) groups.set(sentence, [idOf(item)]);
    else ids.push(idOf(item));
  }
  return [...groups].map(([sentence, ids]) => ({ sentence, ids }));
};

/** Rules of one kind of change; what is missing for many of them is told once. */
export const rulesOf = (
  { rules }: ProfileComparison,
  change: RuleChange['change'],
): readonly Grouped[] =>
  grouped(
    rules.filter((rule) => rule.change === change),
    ({ sentence }) => `${sentence}.`,
    ({ id }) => id,
  );

/** What one of the two has nothing like: a sentence for each cause, and what the other does. */
export const lackSentences = (
  { choices }: ProfileComparison,
  { a, b }: Comparison,
): readonly string[] =>
  grouped(
    choices.filter(({ change }) => change === 'lacking'),
    ({ lacks }) => {
      const [lacking, able] = lacks?.side === 'a' ? [a.name, b.name] : [b.name, a.name];
      const because = lacks?.because == null ? '' : ` (${lacks.because})`;
      return `${lacking} has nothing like it${because}; ${able}`;
    },
    ({ known }) => known ?? 'is not known',
  ).map(({ sentence, ids }) => `${sentence} ${ids.join('; ')}.`);

/** What only one report shows, in a sentence; none where there is nothing. */
export const openSentences = ({ choices }: ProfileComparison): readonly string[] => {
  const open = choices.filter(({ change }) => change === 'unknown');
  if (open.length === 0) return [];
  return [`Known of one alone: ${open.map(({ about }) => about).join('; ')}.`];
};

/** Capabilities, those with a reason by themselves and all others together. */
export const capabilityLines = (
  capabilities: readonly Capability[],
): readonly { readonly names: readonly string[]; readonly reason: string | null }[] => {
  const plain = capabilities.filter(({ reason }) => reason === null).map(({ name }) => name);
  return [
    ...capabilities.flatMap(({ name, reason }) =>
      reason === null ? [] : [{ names: [name], reason }],
    ),
    ...(plain.length === 0 ? [] : [{ names: plain, reason: null }]),
  ];
};

/** Sentences of what one has and the other lacks as a whole. */
export const wholeSentences = (comparison: Comparison): readonly string[] => {
  const { a, b, onlyIn } = comparison;
  return [
    ...onlyIn.a.map((profile) => `Profile ${profile} is in the report on ${a.name} alone.`),
    ...onlyIn.b.map((profile) => `Profile ${profile} is in the report on ${b.name} alone.`),
  ];
};
