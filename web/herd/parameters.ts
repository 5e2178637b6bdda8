/** What a herd is made of, and how far a person may turn each of it. */

export interface HerdParameters {
  readonly clients: number;
  /** How long the service is down, in ms from the beginning. */
  readonly outage: number;
  /** Calls that it takes in each quarter of a second. */
  readonly capacity: number;
  /** The first wait, in ms; each later one is twice as long. */
  readonly base: number;
  /** The longest wait, in ms. */
  readonly cap: number;
  readonly seed: number;
}

export type Parameter = keyof HerdParameters;

export const USUAL_HERD: HerdParameters = {
  clients: 200,
  outage: 2000,
  capacity: 20,
  base: 500,
  cap: 8000,
  seed: 7,
};

/** What is looked at, in ms; whoever is not served by then still waits. */
export const HORIZON = 24_000;
/** The width of a bar, in ms. */
export const BUCKET = 250;

export interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly step: number;
}

/** The bounds keep a herd below a second of work. */
export const BOUNDS: Readonly<Record<Parameter, Bounds>> = {
  clients: { least: 10, most: 300, step: 10 },
  outage: { least: 0, most: 8000, step: BUCKET },
  capacity: { least: 1, most: 100, step: 1 },
  base: { least: 250, most: 4000, step: 250 },
  cap: { least: 500, most: 24_000, step: 500 },
  seed: { least: 0, most: 9999, step: 1 },
};

/** The nearest herd that can be made; the cap is never below the base. */
export function bounded(wanted: HerdParameters): HerdParameters {
  const base = boundedValue('base', wanted.base);
  return {
    clients: boundedValue('clients', wanted.clients),
    outage: boundedValue('outage', wanted.outage),
    capacity: boundedValue('capacity', wanted.capacity),
    base,
    cap: Math.max(base, boundedValue('cap', wanted.cap)),
    seed: boundedValue('seed', wanted.seed),
  };
}

function boundedValue(parameter: Parameter, value: number): number {
  const { least, most, step } = BOUNDS[parameter];
  if (!Number.isFinite(value)) return USUAL_HERD[parameter];
  const stepped = least + Math.round((value - least) / step) * step;
  return Math.min(most, Math.max(least, stepped));
}
