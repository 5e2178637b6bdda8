/** A driver of a few lines, as the text of a module, for tests of the commands that judge. */

interface SmallDriver {
  readonly name: string;
  readonly version?: string;
  /** Why it has no timeouts. */
  readonly noTimeout?: string;
  /** Attempts beyond those that the plan asks for, where a step is retried. */
  readonly extraAttempts?: number;
  /** Code at the beginning of each run. */
  readonly onRun?: string;
}

/** It runs the first step of a plan, whatever else the plan says. */
export function smallDriver({
  name,
  version = '1',
  noTimeout = 'it has no clock',
  extraAttempts = 0,
  onRun = '',
}: SmallDriver): string {
  return `let runs = 0;
  export default () => ({
    initialize: () => ({
      protocol: 1,
      runtime: ${JSON.stringify({ name, version })},
      profiles: ['baseline'],
      dialects: ['plan'],
      clock: { kind: 'virtual' },
      capabilities: ['retry', 'backoff.fixed', 'keys'],
      unsupported: { timeout: ${JSON.stringify(noTimeout)} },
    }),
    run: ({ run, plan }, suite) => {
      runs += 1;
      ${onRun}
      let at = 0;
      const node = plan.nodes[0];
      let outcome = 'succeeded';
      const most = (node.retry?.maxAttempts ?? 1) + (node.retry ? ${extraAttempts} : 0);
      for (let attempt = 1; attempt <= most; attempt += 1) {
        const reply = suite.perform({
          run, call: attempt, step: node.id, unit: node.id, purpose: 'forward',
          attempt, key: 'k', input: {}, at,
        });
        at += reply.after ?? 0;
        suite.settled({ run, call: attempt, at });
        outcome = 'ok' in reply.then ? 'succeeded' : 'failed';
        if (outcome === 'succeeded') break;
        at += node.retry?.initialDelay ?? 0;
      }
      return { outcome };
    },
  });`;
}
