/** From the numbers of a herd to what is drawn: small multiples that share both axes. */

import type { HerdAnswer, HerdResult, Waiting } from './herd.ts';
import { BUCKET, type HerdParameters, HORIZON } from './parameters.ts';

export interface PlotBar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** More calls than the service takes, or calls while it is down. */
  readonly isOver: boolean;
}

export interface Plot {
  readonly waiting: Waiting;
  readonly title: string;
  readonly says: string;
  readonly bars: readonly PlotBar[];
  readonly numbers: readonly { readonly label: string; readonly value: string }[];
  /** The picture in a sentence. */
  readonly described: string;
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly bottom: number;
  /** The dashed line of the capacity. */
  readonly capacity: { readonly y: number; readonly label: string };
  /** The part of the time in which the service is down. */
  readonly outage: { readonly x: number; readonly width: number };
  readonly times: readonly { readonly x: number; readonly label: string }[];
  readonly top: { readonly y: number; readonly label: string };
  readonly plots: readonly Plot[];
}

const HEIGHT = 104;
const TOP = 10;
const AXIS = 22;
const LEFT = 40;
const RIGHT = 14;
const GAP = 1;
/** The height of a label. */
const LABEL = 12;

/** @param width In px. */
export function pictureOf({ parameters, results }: HerdAnswer, width: number): Picture {
  const most = Math.max(parameters.capacity, ...results.flatMap(({ bars }) => bars));
  const bottom = HEIGHT - AXIS;
  const across = Math.max(width, 200) - LEFT - RIGHT;
  const xOf = (at: number) => LEFT + (at / HORIZON) * across;
  const yOf = (calls: number) => bottom - (calls / most) * (bottom - TOP);
  const every = across < 420 ? 8000 : 4000;
  return {
    width: Math.max(width, 200),
    height: HEIGHT,
    left: LEFT,
    bottom,
    capacity: { y: yOf(parameters.capacity), label: String(parameters.capacity) },
    outage: { x: xOf(0), width: xOf(parameters.outage) - xOf(0) },
    times: Array.from({ length: HORIZON / every + 1 }, (_, index) => ({
      x: xOf(index * every),
      label: `${(index * every) / 1000} s`,
    })),
    // Where the line of the capacity is at the top, its label says the same.
    top: { y: TOP, label: yOf(parameters.capacity) - TOP < LABEL ? '' : String(most) },
    plots: results.map((result) => ({
      ...wordsOf(result, parameters),
      waiting: result.waiting,
      bars: result.bars.flatMap((calls, bar) =>
        calls === 0
          ? []
          : [
              {
                x: xOf(bar * BUCKET),
                y: yOf(calls),
                width: Math.max(1.5, xOf(BUCKET) - xOf(0) - GAP),
                height: bottom - yOf(calls),
                isOver: isOver(bar, calls, parameters),
              },
            ],
      ),
    })),
  };
}

function isOver(bar: number, calls: number, { outage, capacity }: HerdParameters): boolean {
  return bar * BUCKET < outage || calls > capacity;
}

function wordsOf(
  result: HerdResult,
  parameters: HerdParameters,
): Pick<Plot, 'title' | 'says' | 'numbers' | 'described'> {
  const numbers = numbersOf(result);
  return {
    title: TITLES[result.waiting],
    says: saysOf(result.waiting, parameters),
    numbers,
    described: `${TITLES[result.waiting]}: ${numbers.map(({ label, value }) => `${label} ${value}`).join(', ')}.`,
  };
}

export const TITLES: Readonly<Record<Waiting, string>> = {
  none: 'No jitter',
  equal: 'Equal jitter',
  full: 'Full jitter',
};

function saysOf(waiting: Waiting, { base, cap }: HerdParameters): string {
  switch (waiting) {
    case 'none': {
      const waits = [0, 1, 2, 3, 4].map((times) => Math.min(cap, base * 2 ** times) / 1000);
      return `Every client waits ${waits.join(', ')} s, and so on: they return together.`;
    }
    case 'equal':
      return 'Half of each wait is fixed, half is chance. Not in any of the specs: the simulator is given draws between ½ and 1.';
    case 'full':
      return 'Each wait is anything from nothing to the whole, as HarnessXML recommends.';
  }
}

export function numbersOf({
  peak,
  calls,
  lastServed,
  stillWaiting,
}: HerdResult): readonly { readonly label: string; readonly value: string }[] {
  return [
    { label: 'peak after recovery', value: String(peak) },
    { label: 'calls in all', value: String(calls) },
    {
      label: 'last client served',
      value: stillWaiting > 0 ? `${stillWaiting} still waiting` : seconds(lastServed ?? 0),
    },
  ];
}

function seconds(time: number): string {
  return `${Math.round(time / 100) / 10} s`;
}

/** All parameters in a sentence or two. */
export function herdSentence({
  clients,
  outage,
  capacity,
  base,
  cap,
  seed,
}: HerdParameters): string {
  const begins =
    outage === 0
      ? `${clients} clients call at 0 s. The service takes ${capacity} calls per quarter of a second.`
      : `${clients} clients call at 0 s. The service is down until ${outage / 1000} s, then takes ${capacity} calls per quarter of a second.`;
  return `${begins} A client that is turned away waits ${base / 1000} s, then twice as long each time, ${cap / 1000} s at most. Seed ${seed}; ${HORIZON / 1000} s are shown.`;
}

/** Which kind of waiting is first in which number: seldom the same in all. */
export function verdictOf(results: readonly HerdResult[]): string {
  const finished = results.filter(({ stillWaiting }) => stillWaiting === 0);
  const lowest = namesOf(results, ({ peak }) => peak);
  const fewest = namesOf(results, ({ calls }) => calls);
  const first =
    finished.length === 0
      ? 'none serves everybody in time'
      : `${namesOf(finished, ({ lastServed }) => lastServed ?? 0)} serves everybody first`;
  const isBest = results.some((result) =>
    [lowest, fewest, first].every((words) => words.includes(nameOf(result))),
  );
  const rest = isBest ? '' : ' None is first in all three.';
  return `Lowest peak: ${lowest}. Fewest calls: ${fewest}. And ${first}.${rest}`;
}

function namesOf(results: readonly HerdResult[], measure: (result: HerdResult) => number): string {
  const least = Math.min(...results.map(measure));
  const best = results.filter((result) => measure(result) === least);
  return best.map(nameOf).join(' and ');
}

function nameOf({ waiting }: HerdResult): string {
  return TITLES[waiting].toLowerCase();
}

export interface TableRow {
  readonly from: string;
  readonly calls: readonly number[];
}

/** The bars as numbers; times in which nobody calls are left out. */
export function tableOf(results: readonly HerdResult[]): readonly TableRow[] {
  return Array.from({ length: HORIZON / BUCKET }, (_, bar) => ({
    from: `${((bar * BUCKET) / 1000).toFixed(2)} s`,
    calls: results.map(({ bars }) => bars[bar] ?? 0),
  })).filter(({ calls }) => calls.some((count) => count > 0));
}
