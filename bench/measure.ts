/**
 * Times pieces of work against each other. They take turns in one process, so that whatever
 * else the machine does hits all of them alike, and what is timed is processor time, which
 * waiting for a processor does not lengthen.
 */

export interface Turns {
  /** How often each piece has its turn. */
  readonly rounds: number;
  /** Processor ms that a turn lasts at least: work shorter than that is repeated. */
  readonly turn: number;
}

/** Processor ms that each piece of work took once, by round. */
export type Times<Name extends string> = { readonly [name in Name]: readonly number[] };

/** Times each piece of work; what it returns is dropped, but must depend on all it does. */
export function takeTurns<Name extends string>(
  works: { readonly [name in Name]: () => unknown },
  { rounds, turn }: Turns,
): Times<Name> {
  const names = Object.keys(works) as Name[];
  const repeats = new Map(names.map((name) => [name, repeatsFor(works[name], turn)]));
  const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as {
    [name in Name]: number[];
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      times[name].push(timeOnce(works[name], repeats.get(name) ?? 1));
    }
  }
  return times;
}

/** How often the work fits into a turn, once it has been done often enough to be fast. */
function repeatsFor(work: () => unknown, turn: number): number {
  let repeats = 1;
  for (let warmingUp = 0; warmingUp < WARM_UP * turn; ) {
    const time = timeOnce(work, repeats);
    warmingUp += time * repeats;
    repeats = Math.max(1, Math.ceil(turn / time));
  }
  return repeats;
}

/** Turns that work is given before it counts: engines optimise what they have seen for a while. */
const WARM_UP = 4;

function timeOnce(work: () => unknown, repeats: number): number {
  kept = undefined;
  const before = process.cpuUsage();
  for (let count = 0; count < repeats; count += 1) kept = work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / repeats;
}

/** Where results go, so that no compiler finds out that nobody wants them. */
export let kept: unknown;

/** The median, over all rounds, of how many times as long the one took as the other. */
export function ratioOf(long: readonly number[], short: readonly number[]): number {
  return median(long.map((time, round) => time / (short[round] ?? Number.NaN)));
}

/** Of an even number of values the mean of the middle two; NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}
