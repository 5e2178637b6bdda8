/** What a search never saw, and whoever reads its report should know before anything else. */

import type { CoverageGroup } from '../report.ts';

/** A shorter search may only not have come to it. */
const ENOUGH = 500;
const NAMED = 10;

/** Sentences: steps that never succeeded, whatever the world did. None of a part of a search. */
export const neverNotes = (groups: readonly CoverageGroup[], runs: number): readonly string[] => {
  const group = groups.find(({ id }) => id === 'step-succeeded');
  if (runs < ENOUGH || group === undefined || group.unreached === 0) return [];
  const named = group.missing.slice(0, NAMED);
  const rest = group.unreached - named.length;
  const names = `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  const word = group.unreached === 1 ? 'step' : 'steps';
  return [`${word} that succeeded in none of ${runs} runs, whatever the world did: ${names}`];
};
