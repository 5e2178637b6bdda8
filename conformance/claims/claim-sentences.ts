/** What a report supports, in sentences for people: what is reached, and what stands against the rest. */

import type { Certification, ProfileReport } from '../suite/certification.ts';
import { tierName } from './levels.ts';
import { levelsReached } from './levels-reached.ts';
import { fingerprintOf } from './measured-choices.ts';
import type { Gap, Obstacle, Support } from './support.ts';

/** Nothing for traces, and for what was left out by whoever asked. */
export const claimSentences = (
  certification: Certification,
  report: ProfileReport,
): readonly string[] => {
  const standings =
    levelsReached(certification).find(({ profile }) => profile === report.profile)?.standings ?? [];
  if (certification.kind === 'traces') return [];
  const reached = claimable(standings);
  const next = standings.filter((support) => !support.reached && isWorthAWord(support));
  return [
    ...(reached.length === 0 ? [] : [reachedSentence(reached)]),
    // What stands against one level stands against the next.
    ...firstOfEach(next).map(againstSentence),
  ];
};

/** The highest level and, with one, its add-ons: what `unwind claim` claims. */
export const claimable = (standings: readonly Support[]): readonly Support[] => {
  const base = standings.findLast(({ tier, reached }) => reached && tier.addOn === null);
  if (base === undefined) return [];
  return [base, ...standings.filter(({ tier, reached }) => reached && tier.addOn !== null)];
};

const reachedSentence = (reached: readonly Support[]): string => {
  const names = reached.map(({ tier }) => tierName(tier)).join(', ');
  const gaps = new Map(
    reached.flatMap((support) => support.gaps).map((gap) => [gapText(gap), gap]),
  );
  const told = gaps.size === 0 ? '' : `, but for ${[...gaps.keys()].join('; ')}`;
  return `May claim ${names}${told}.`;
};

/** `trace (it shows none)`. */
export const gapText = ({ capability, reason, rules }: Gap): string =>
  capability === null ? `${rules.join(', ')} (${reason})` : `${capability} (${reason})`;

/** What nobody asked for, or what a runtime does not even try to do, is not told. */
const isWorthAWord = ({ tier, against }: Support): boolean => {
  const isLeftOut = against.every(({ isLeftOut: left }) => left === true);
  const lacksItself = against.some(({ lacks }) => tier.addOn !== null && lacks === tier.addOn);
  return !isLeftOut && !lacksItself;
};

const firstOfEach = (supports: readonly Support[]): readonly Support[] => {
  const base = supports.find(({ tier }) => tier.addOn === null);
  return [
    ...(base === undefined ? [] : [base]),
    ...supports.filter(({ tier }) => tier.addOn !== null),
  ];
};

const againstSentence = ({ tier, against }: Support): string => {
  const [first] = against;
  const more = against.length > 1 ? `; and ${against.length - 1} more` : '';
  const why = first === undefined ? 'nothing of it was judged' : obstacleText(first);
  return `No claim of ${tierName(tier)}: ${why}${more}.`;
};

const NAMED = 3;

/** A cause, and the rules that it is of where it does not name them itself. */
export const obstacleText = ({ why, rules }: Obstacle): string => {
  if (rules.length === 0 || rules.every((id) => why.startsWith(id))) return why;
  const rest = rules.length > NAMED ? ` and ${rules.length - NAMED} more` : '';
  return `${why}: ${rules.slice(0, NAMED).join(', ')}${rest}`;
};

/** `Fingerprint: calls=n …`; nothing where there is none. */
export const fingerprintSentences = (report: ProfileReport): readonly string[] => {
  const fingerprint = fingerprintOf(report);
  return fingerprint === '' ? [] : [`Fingerprint: ${fingerprint}`];
};
