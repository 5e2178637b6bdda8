/** All lessons, in their order. */

import type { Lesson } from '../lesson.ts';
import { cancel, cancelOrbit } from './cancel.ts';
import { counterexample } from './counterexample.ts';
import { crash } from './crash.ts';
import { deadline } from './deadline.ts';
import { herd } from './herd.ts';
import { lostReply } from './lost-reply.ts';
import { nobodyKnows } from './nobody-knows.ts';
import { saga } from './saga.ts';
import { timeout } from './timeout.ts';
import { undoFails } from './undo-fails.ts';
import { wait } from './wait.ts';

export const LESSONS: readonly Lesson[] = [
  wait,
  deadline,
  herd,
  timeout,
  lostReply,
  nobodyKnows,
  saga,
  undoFails,
  cancel,
  cancelOrbit,
  crash,
  counterexample,
];

/** @throws {Error} for an id that no lesson has: the list and these belong together. */
export function lessonOf(id: string): Lesson {
  const found = LESSONS.find((lesson) => lesson.id === id);
  if (found === undefined) throw new Error(`lesson ${id} is not there`);
  return found;
}
