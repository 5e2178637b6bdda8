/** Who may run now: as many at once as a driver takes, and never one run id beside itself. */

export interface Turns {
  /** Waits until it is this run's turn. */
  take(run: string): Promise<void>;
  end(run: string): void;
}

/** @param atOnce How many runs may be open, asked anew each time. */
export function createTurns(atOnce: () => number): Turns {
  const busy = new Set<string>();
  const waiting: (() => void)[] = [];
  return {
    take: async (run) => {
      while (busy.size >= atOnce() || busy.has(run)) {
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
      }
      busy.add(run);
    },
    end: (run) => {
      busy.delete(run);
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}
