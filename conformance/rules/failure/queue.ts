/** The rule about waiting for a worker (ORBIT, attempts: queue_timeout). */

import type { TraceEvent } from '../../../core/model/trace.ts';
import type { WorkflowNode } from '../../../core/model/workflow.ts';
import { abortOf, isClearlyBefore } from '../abort.ts';
import { chosenNodes, incomingOf, undoEdgesOf } from '../graph.ts';
import { breach, type Checked, holdsOr, judgeEach, ms } from '../judge.ts';
import type { RunRule } from '../rule.ts';
import { type Execution, forwardExecutions, successOf, type View } from '../view.ts';

/** The node whose `queue_timeout` bounds a unit's waits. */
const nodeOf = (unit: string, view: View): WorkflowNode | null => {
  const undone = /^compensate:/.test(unit) ? unit.slice('compensate:'.length) : null;
  const step = (undone ?? unit).replace(/\[.*$/, '');
  const id = undone === null ? step : (undoEdgesOf(view).get(step)?.[0]?.to ?? '');
  return view.nodes.get(id) ?? null;
};

const latencyOf = ({ observation: { clock } }: View): number => clock.latencyMs ?? 0;

/** One wait of the trace that reached its limit: how it ended, and what the policy says. */
const waitCheck = (
  queued: Extract<TraceEvent, { type: 'unit.queued' }>,
  trace: readonly TraceEvent[],
  view: View,
): Checked => {
  const { unit, attempt, at, seq } = queued;
  const node = nodeOf(unit, view);
  const limit = node?.queueTimeout;
  if (node === null || limit === undefined || unit.includes('/')) return 'not-judged';
  const left = trace.find(
    (event) =>
      event.seq > seq &&
      (event.type === 'attempt.started' ||
        (event.type === 'transition' && event.to !== 'RUNNING')) &&
      event.unit === unit,
  );
  if (left === undefined || isClearlyBefore(left.at, at + limit, view)) return 'not-judged';
  const place = { unit, at: left.at, seq: left.seq };
  if (isClearlyBefore(at + limit + latencyOf(view), left.at, view)) {
    return breach(
      `attempt ${attempt} of ${unit} waited for a worker longer than its queue_timeout`,
      `until ${ms(at + limit)}`,
      `until ${ms(left.at)}`,
      place,
    );
  }
  if (left.type !== 'transition' || (left.to !== 'FAILED' && left.to !== 'RETRYING')) {
    return 'not-judged';
  }
  const isForward = !unit.startsWith('compensate:');
  const isAborting = isForward && abortOf(view).at <= left.at;
  const expected = attempt < (node.retry?.maxAttempts ?? 1) ? 'RETRYING' : 'FAILED';
  if (isAborting) return 'not-judged';
  return holdsOr(left.to === expected, () =>
    breach(
      `attempt ${attempt} of ${unit} waited out its queue_timeout and the unit turned ${left.to}`,
      expected,
      left.to,
      place,
    ),
  );
};

/** When a step's turn came, told from the calls before it; null where that is not certain. */
const readyAt = (node: WorkflowNode, view: View): number | null => {
  if (node.guard !== null || node.fanOut !== undefined || chosenNodes(view).has(node.id))
    return null;
  if (node.join !== 'all') return null;
  let ready = 0;
  for (const { from, type, condition } of incomingOf(view).get(node.id) ?? []) {
    const source = forwardExecutions(view).find(({ unit }) => unit === from);
    const success = source === undefined ? null : successOf(source);
    if (success === null || type === 'error' || condition !== null) return null;
    ready = Math.max(ready, success.end.at);
  }
  return ready;
};

/** Without a trace: a call that had to wait, and came after its time. */
const callCheck = (execution: Execution, view: View): Checked => {
  const { unit, node, attempts } = execution;
  const [first] = attempts;
  if (node?.queueTimeout === undefined || unit !== node.id || first === undefined)
    return 'not-judged';
  const ready = readyAt(node, view);
  const { at } = first.calls[0];
  if (ready === null || first.number !== 1 || !isClearlyBefore(ready + latencyOf(view), at, view))
    return 'not-judged';
  return holdsOr(!isClearlyBefore(ready + node.queueTimeout + latencyOf(view), at, view), () =>
    breach(
      `${unit} was called after it had waited for a worker longer than its queue_timeout`,
      `not after ${ms(ready + (node.queueTimeout ?? 0))}`,
      ms(at),
      { unit, at },
    ),
  );
};

const queueTimeout: RunRule = {
  kind: 'run',
  id: 'failure/queue-timeout',
  title: 'fails a unit that waits for a worker longer than queue_timeout, as its policy says',
  clause: 'ORBIT, attempts',
  strength: 'MUST',
  profiles: ['orbit'],
  level: null,
  sees: ['world', 'trace'],
  needs: ['parallel'],
  trigger: 'a unit with queue_timeout has to wait for a worker',
  page: {
    why: 'A step that waits for ever is a run that nobody notices. What waits too long must fail where somebody looks.',
    wrong: 'queue_timeout: 10s, one worker, busy until 60 s: the step is called at 60 s.',
    right: 'The attempt fails at 10 s, and is made again if its policy has attempts left.',
  },
  judge: (view) => {
    const { trace } = view.observation;
    return trace !== null
      ? judgeEach(trace, (event) =>
          event.type === 'unit.queued' ? waitCheck(event, trace, view) : 'not-judged',
        )
      : judgeEach(forwardExecutions(view), (execution) => callCheck(execution, view));
  },
};

export const queueRules: readonly RunRule[] = [queueTimeout];
