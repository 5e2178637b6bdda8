/** Several runs at once, their results one after another in the order in which they were begun. */

export interface InOrder<Job, Result> {
  /** How many may be under way. */
  readonly width: number;
  readonly run: (job: Job) => Result | Promise<Result>;
  readonly take: (job: Job, result: Result) => void | Promise<void>;
  /** Awaited before each is begun, so that those under way are heard; left out where none waits. */
  readonly pause?: (() => Promise<void>) | undefined;
  /** True ends it: what is under way is taken, no more is begun. */
  readonly isOver: () => boolean;
}

export const runInOrder = async <Job, Result>(
  jobs: Iterable<Job>,
  { width, run, take, pause, isOver }: InOrder<Job, Result>,
): Promise<void> => {
  const open: { readonly job: Job; readonly result: Result | Promise<Result> }[] = [];
  const takeFirst = async (): Promise<void> => {
    const first = open.shift();
    if (first === undefined) return;
    const { job, result } = first;
    await take(job, result instanceof Promise ? await result : result);
  };
  for (const job of jobs) {
    if (isOver()) break;
    await pause?.();
    open.push({ job, result: run(job) });
    if (open.length >= Math.max(1, width)) await takeFirst();
  }
  while (open.length > 0) await takeFirst();
};
