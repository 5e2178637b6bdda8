/** "Did you mean": the nearest known name to one that is not known. */

import { distance } from 'fastest-levenshtein';
import { quote } from './show.ts';

/** Names longer than this are compared with nothing: no typing error looks like that. */
const MAXIMUM_LENGTH = 255;
/** Above this many candidates the search would be felt in large documents. */
const MAXIMUM_CANDIDATES = 10_000;

/**
 * The candidate that is nearest to `name`, or null where none is near: at most a third of its
 * letters may differ, two in names of four to eight letters, one in shorter ones. The case of
 * letters does not count. Of equally near candidates the first wins.
 */
export function nearest(name: string, candidates: Iterable<string>): string | null {
  if (name.length > MAXIMUM_LENGTH) return null;
  const lowered = withoutCase(name);
  let best: string | null = null;
  let bestDistance = tolerance(name) + 1;
  let seen = 0;
  for (const candidate of candidates) {
    seen += 1;
    if (seen > MAXIMUM_CANDIDATES) break;
    if (candidate === name) continue;
    if (withoutCase(candidate) === lowered) return candidate;
    if (Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const far = distance(name, candidate);
    if (far < bestDistance) {
      best = candidate;
      bestDistance = far;
    }
  }
  return best;
}

/** `; did you mean 'charge'?`, or nothing where no name is near. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const near = nearest(name, candidates);
  return near === null ? '' : `; did you mean ${quote(near)}?`;
}

function tolerance(name: string): number {
  return name.length < 4 ? 1 : Math.max(2, Math.floor(name.length / 3));
}

/** Case of ASCII letters only: that of others depends on an engine's version of Unicode. */
function withoutCase(name: string): string {
  return name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
