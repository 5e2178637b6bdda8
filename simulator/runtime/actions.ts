/**
 * Reads messages, one after the other: each is put to the compiled chart of its step or
 * instance, written into the trace, and done as the chart's actions say. Nothing else changes
 * the state of either.
 */

import { tellInstance } from './instance-actions.ts';
import type { Engine } from './state.ts';
import { tellStep } from './step-actions.ts';

/**
 * Reads the oldest message that was not read.
 * @returns Whether there was one.
 */
export const readMessage = (engine: Engine): boolean => {
  const message = engine.inbox[engine.read];
  if (engine.read === engine.posted || message === undefined) return false;
  engine.read += 1;
  if (engine.read === engine.posted) {
    // Places are used again; what this message posts comes to the first of them.
    engine.read = 0;
    engine.posted = 0;
  }
  if (message.to === 'step') tellStep(message);
  else tellInstance(message);
  return true;
};
