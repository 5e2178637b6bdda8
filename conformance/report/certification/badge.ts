/**
 * What a badge says of a certification, in few words: green for what was judged as a whole and is
 * right, and for nothing else.
 */

import { countOf } from '../../../simulator/trace/explain/words.ts';
import type { Certification, ProfileReport } from '../../suite/certification.ts';
import { standingOf } from '../../suite/standing.ts';
import { countVerdicts } from '../../suite/summary.ts';
import { brokenRules, isExpected } from './words.ts';

export type BadgeTone = 'good' | 'part' | 'bad' | 'unknown';

export interface Badge {
  readonly label: 'unwind';
  readonly message: string;
  readonly tone: BadgeTone;
}

/** From names of our own and numbers alone: nothing that a driver says stands on a badge. */
export const badgeOf = (certification: Certification): Badge => {
  const { profiles, truncated, interrupted, shard } = certification;
  const asked = profiles.filter((report) => standingOf(certification, report) !== 'left-out');
  const words = asked.map((report) => wordsOf(report, certification));
  const tones = asked.map((report) => toneOf(report, certification));
  const part = shard === null ? [] : [`part ${shard.index} of ${shard.count}`];
  const breaks = [
    ...(truncated === true ? ['cut off'] : []),
    ...(interrupted === true ? ['interrupted'] : []),
  ];
  const message = [...words, ...part, ...breaks].join(', ');
  const tone = worst(tones);
  return {
    label: 'unwind',
    message: asked.length === 0 ? ['nothing judged', ...breaks].join(', ') : message,
    tone: breaks.length > 0 && tone !== 'bad' ? 'unknown' : tone,
  };
};

const wordsOf = (report: ProfileReport, certification: Certification): string => {
  const { rules, blocked } = report;
  const { level, truncated, interrupted } = certification;
  // A tick would promise what nobody has seen to the end.
  const sign = truncated === true || interrupted === true ? '…' : '✓';
  const isLevel = report.profile === 'harness' && level !== null;
  const profile = isLevel ? `harness ${level}` : report.profile;
  const { pass, unsupported } = countVerdicts(rules);
  const without = unsupported === 0 ? '' : `, ${unsupported} unsupported`;
  switch (standingOf(certification, report)) {
    case 'certified':
    case 'unbroken':
      return `${profile} ${sign} ${countOf(pass, 'rule')}${without}`;
    case 'broken':
      return `${profile} ✗ ${faultOf(report, blocked)}`;
    case 'expected':
      return `${profile} ✗ ${rules.filter(isExpected).length} broken as expected`;
    case 'unjudged':
    case 'left-out':
      return `${profile} ? nothing judged`;
  }
};

const faultOf = (report: ProfileReport, blocked: number): string => {
  const { stale } = countVerdicts(report.rules);
  const broken = brokenRules(report).length;
  const others = report.questions.filter(({ verdict }) => verdict === 'fail').length;
  if (broken > 0) return `${broken} broken`;
  if (others > 0) return `${countOf(others, 'choice')} not as declared`;
  return stale > 0 ? `${stale} stale` : `${countOf(blocked, 'run')} lost`;
};

const toneOf = (report: ProfileReport, certification: Certification): BadgeTone => {
  switch (standingOf(certification, report)) {
    case 'certified':
      return 'good';
    case 'unbroken':
      return 'part';
    case 'broken':
      return 'bad';
    case 'expected':
      return 'part';
    case 'unjudged':
    case 'left-out':
      return 'unknown';
  }
};

const worst = (tones: readonly BadgeTone[]): BadgeTone =>
  (['bad', 'unknown', 'part', 'good'] as const).find((tone) => tones.includes(tone)) ?? 'unknown';

const COLOURS: Readonly<Record<BadgeTone, string>> = {
  good: 'brightgreen',
  part: 'blue',
  bad: 'red',
  unknown: 'lightgrey',
};

/** For the endpoint badge of shields.io. */
export const renderBadgeJson = (certification: Certification): string => {
  const { label, message, tone } = badgeOf(certification);
  const content = { schemaVersion: 1, label, message, color: COLOURS[tone] };
  return `${JSON.stringify(content)}\n`;
};
