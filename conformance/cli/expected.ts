/** `--expected FILE`: what is known to be broken, and the day by which that is judged. */

import { rules } from '../rules/index.ts';
import type { Expectations } from '../suite/certification.ts';
import { isDay } from '../suite/expected/day.ts';
import { readExpected } from '../suite/expected/read-expected.ts';
import type { Host } from './host.ts';
import { Problem } from './problem.ts';
import { readInput } from './read-input.ts';

/** Nothing where no file is named. */
export async function expectationsFrom(
  path: string | undefined,
  today: string | undefined,
  host: Host,
): Promise<{ readonly expected?: Expectations }> {
  const on = dayOf(today);
  if (path === undefined) return {};
  const bytes = await readInput(path, host);
  const reading = readExpected(new TextDecoder().decode(bytes), rules);
  if (!reading.ok) throw new Problem(`${path}: ${reading.message}.`);
  return { expected: { on, failures: reading.failures } };
}

/** Today, of the whole world: UTC. */
export function dayOf(given: string | undefined): string {
  if (given === undefined) return new Date().toISOString().slice(0, 10);
  if (isDay(given)) return given;
  throw new Problem(`--today takes a day, like 2027-01-31, not '${given}'.`);
}
