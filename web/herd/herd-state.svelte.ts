/** The herd on the page: what it is made of, and its last numbers. */

import { type Runner, workerRunner } from '../worker/runner.ts';
import type { HerdAnswer, HerdQuestion } from './herd.ts';
import { bounded, type HerdParameters, USUAL_HERD } from './parameters.ts';

/** How long a person pauses before the herd runs again, in ms. */
const PAUSE = 200;

export function createHerd(
  runner: Runner<HerdQuestion, HerdAnswer> = workerRunner<HerdQuestion, HerdAnswer>(),
) {
  let parameters = $state.raw<HerdParameters>(USUAL_HERD);
  let answer = $state.raw<HerdAnswer | null>(null);
  let problem = $state<string | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function ask(): Promise<void> {
    const given = await runner.ask({ herd: parameters });
    if (given === null) return;
    if (given.kind === 'herd') {
      answer = given;
      problem = null;
    } else {
      problem =
        given.kind === 'late'
          ? `The herd was stopped after ${given.seconds} s.`
          : `The herd could not be simulated: ${given.message}`;
    }
  }

  void ask();

  return {
    get parameters() {
      return parameters;
    },
    /** The last numbers; null until there are some. */
    get answer() {
      return answer;
    },
    get problem() {
      return problem;
    },
    get isBusy() {
      return answer === null || JSON.stringify(answer.parameters) !== JSON.stringify(parameters);
    },
    set(wanted: HerdParameters) {
      parameters = bounded(wanted);
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), PAUSE);
    },
    reset() {
      this.set(USUAL_HERD);
    },
    close() {
      clearTimeout(timer);
      runner.close();
    },
  };
}

export type HerdState = ReturnType<typeof createHerd>;
