/** Virtual times in whole µs, such that what came later also stands later. */

import type { Timeline } from '../../../../simulator/trace/timeline.ts';

export interface Stamps {
  /** The µs of a moment. Each is above the one before it, at one instant too. */
  ofMoment(moment: number): number;
  /** The µs of a time in ms at which there may be no moment. */
  ofTime(at: number): number;
  /** What is between two moments at least. */
  readonly step: number;
}

const MICROSECONDS = 1000;

/**
 * Viewers want slices with an extent, and so the moments of one instant are set a µs apart;
 * a run that lasts for centuries has less room between numbers, and gets longer steps.
 */
export function stampsOf({ moments, lastAt }: Timeline): Stamps {
  const ofTime = (at: number) => Math.round(at * MICROSECONDS);
  const last = ofTime(lastAt) + moments.length;
  let step = 1;
  while (last + step === last) step *= 2;
  const stamps: number[] = [];
  let before = -step;
  for (const { at } of moments) {
    before = Math.max(ofTime(at), before + step);
    stamps.push(before);
  }
  return { ofTime, step, ofMoment: (moment) => stamps[moment] ?? before + step };
}
