/** The smallest run that shows whether a driver works, and what to make of its record. */

import type { Hello } from '../protocol/hello.ts';
import type { RunRecord, World } from '../protocol/record.ts';
import type { RunRequest } from '../protocol/run-request.ts';
import type { PerformResult, ProtocolPlan } from '../protocol/schema/index.ts';

export interface Remark {
  readonly kind: 'right' | 'odd' | 'wrong';
  readonly text: string;
  readonly hint: string | null;
}

export interface TinyRun {
  readonly request: RunRequest;
  readonly world: World;
  /** What is asked for, in sentences. */
  readonly story: readonly string[];
  /** Unit and attempt of the calls that a right runtime makes, in order. */
  readonly expected: readonly string[];
}

const DELAY = 1000;
const FAILS: PerformResult = {
  after: 20,
  then: { error: { class: 'unavailable', status: 503, retryable: true, message: 'try again' } },
};

/** Two tasks, one after the other; the second fails once where the runtime can retry. */
export function tinyRun(hello: Hello): TinyRun | null {
  const retries = hello.capabilities.includes('retry');
  const source = sourceFor(hello, retries);
  if (source === null) return null;
  const second: readonly PerformResult[] = retries ? [FAILS, succeeds(30)] : [succeeds(30)];
  const script = { hello: [succeeds(10)], world: second };
  return {
    request: { seed: 1, input: {}, limits: { time: 3_600_000, calls: 20 }, script, ...source },
    world: ({ step, attempt }) => {
      const answers = step === 'world' ? second : [succeeds(10)];
      return answers[Math.min(attempt, answers.length) - 1] as PerformResult;
    },
    story: [
      retries
        ? `two tasks, hello and then world; world fails once and is retried after ${DELAY} ms`
        : 'two tasks, hello and then world',
    ],
    expected: ['hello 1', 'world 1', ...(retries ? ['world 2'] : [])],
  };
}

const succeeds = (after: number): PerformResult => ({ after, then: { ok: {} } });

function sourceFor(
  { profiles, dialects }: Hello,
  retries: boolean,
): Pick<RunRequest, 'plan'> | Pick<RunRequest, 'document'> | null {
  if (dialects.includes('plan')) return { plan: planFor(profiles[0] ?? 'baseline', retries) };
  if (dialects.includes('harness')) return { document: harness(retries) };
  return dialects.includes('orbit') ? { document: orbit(retries) } : null;
}

function planFor(profile: ProtocolPlan['profile'], retries: boolean): ProtocolPlan {
  const task = (id: string): ProtocolPlan['nodes'][number] => ({
    id,
    kind: 'task',
    idempotent: true,
    join: 'all',
    quorum: null,
    inputs: [],
    outputs: [],
    guard: null,
  });
  const retry = {
    maxAttempts: 3,
    backoff: 'fixed',
    initialDelay: DELAY,
    maxDelay: null,
    multiplier: 1,
    jitter: 'none',
  } as const;
  return {
    plan: 1,
    id: 'tiny',
    profile,
    entry: null,
    onFailure: 'unwind',
    nodes: [task('hello'), retries ? { ...task('world'), retry } : task('world')],
    edges: [
      {
        from: 'hello',
        to: 'world',
        type: 'control',
        condition: null,
        fromPort: null,
        toPort: null,
      },
    ],
    timeout: null,
  };
}

function harness(retries: boolean): string {
  const retry = retries
    ? '<retry maxAttempts="3" backoff="fixed" initialDelay="PT1S" jitter="false"/>'
    : '';
  return `<harness xmlns="https://harnessxml.com/spec/1.0" id="tiny" specVersion="1.0">
  <nodes>
    <node id="hello" type="task"/>
    <node id="world" type="task">${retry}</node>
  </nodes>
  <edges><edge from="hello" to="world"/></edges>
</harness>
`;
}

function orbit(retries: boolean): string {
  const retry = retries ? 'retry { attempts: 3, backoff: fixed, initial_delay: 1s }' : '';
  return `task "tiny.hello" { input {} output {} }
task "tiny.world" { input {} output {} }
workflow Tiny {
  version "1.0.0"
  input {}
  step hello { worker "tiny.hello" }
  step world { worker "tiny.world" after hello ${retry} }
}
`;
}

/** What the record shows, in sentences. */
export function judgeTinyRun(
  { expected }: TinyRun,
  record: RunRecord,
  { clock }: Hello,
): readonly Remark[] {
  const { calls, result, selfReported } = record;
  const remarks: Remark[] = [];
  const say = (kind: Remark['kind'], text: string, hint: string | null = null): void => {
    remarks.push({ kind, text, hint });
  };
  const made = calls.map(({ unit, attempt }) => `${unit} ${attempt}`);
  if (selfReported) {
    say('odd', 'it worked by the script and reported its calls itself: results say self-reported');
  }
  if (result?.outcome === 'refused') {
    const why = result.error?.message ?? 'it did not say why';
    say('wrong', `it refused the run: ${why}`, 'Only what is declared is asked for.');
  } else if (made.length === 0) {
    const hint = 'Ask the suite by perform whenever the runtime wants a task done.';
    say('wrong', 'it had no task performed', hint);
  } else if (made.join(', ') !== expected.join(', ')) {
    const text = `it called ${made.join(', ')}; expected were ${expected.join(', ')}`;
    say('wrong', text, 'Unit and attempt of each call are shown.');
  } else {
    say('right', `it called ${made.join(', ')}, as expected`);
    judgeTimes(record, clock, say);
  }
  if (result?.outcome === 'succeeded') say('right', 'it says that the run succeeded');
  else if (result?.outcome !== 'refused') {
    say('wrong', `it says that the run ended ${result?.outcome}; all its tasks succeed in the end`);
  }
  return remarks;
}

function judgeTimes(
  { calls }: RunRecord,
  clock: Hello['clock'],
  say: (kind: Remark['kind'], text: string, hint?: string) => void,
): void {
  const [, second, third] = calls;
  if (second === undefined || third === undefined) return;
  const due = second.at + (second.reply.after ?? 0) + DELAY * clock.scale;
  const rounding = 1e-6;
  if (third.at < due - rounding) {
    const text = `the retry came at ${third.at} ms, too early: it was due at ${due} ms`;
    say('wrong', text, 'A task takes `after` ms, and the backoff begins when it has failed.');
  } else if (third.at > due + clock.toleranceMs + rounding) {
    say('wrong', `the retry came at ${third.at} ms, too late: it was due at ${due} ms`);
  } else {
    say('right', `the retry came when it was due, at ${third.at} ms`);
  }
  if (calls.some(({ settled }) => settled === null)) {
    say('wrong', 'it did not tell settled of every task that returned');
  }
}
