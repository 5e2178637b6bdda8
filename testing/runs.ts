/** How often property tests run, one place for all engines. */

/** `npm test` runs this part of the full count, always with the same seed. */
const PART = 100;
const FIXED_SEED = 20_260_426;

export interface Runs {
  readonly numRuns: number;
  readonly seed: number;
}

/**
 * Parameters for fast-check. `full` is what `npm run soak` runs; `npm test` runs a hundredth
 * of it, at least `least` times.
 */
export function runs(full: number, least = 1): Runs {
  const soaking = import.meta.env['UNWIND_SOAK'] === '1';
  const seed = Number(import.meta.env['UNWIND_SEED'] || FIXED_SEED);
  return { numRuns: soaking ? full : Math.max(least, Math.ceil(full / PART)), seed };
}
