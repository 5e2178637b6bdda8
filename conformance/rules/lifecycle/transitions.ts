/** Rules about the transitions that a runtime tells of (HarnessXML §6.2, harness.md's table). */

import type { NodeState, TraceEvent, TransitionEvent } from '../../../core/model/trace.ts';
import type { WorkflowNode } from '../../../core/model/workflow.ts';
import { breach, type Checked, judgeEach } from '../judge.ts';
import type { Breach, RunRule } from '../rule.ts';
import type { View } from '../view.ts';

const LEGAL: { readonly [from in NodeState]: readonly NodeState[] } = {
  PENDING: ['READY', 'CANCELLED'],
  READY: ['RUNNING', 'SKIPPED', 'CANCELLED'],
  RUNNING: ['SUCCEEDED', 'FAILED', 'RETRYING', 'CANCELLED', 'SKIPPED'],
  RETRYING: ['READY', 'FAILED', 'CANCELLED'],
  SUCCEEDED: ['COMPENSATED'],
  SKIPPED: [],
  FAILED: [],
  CANCELLED: [],
  COMPENSATED: [],
};

const TERMINAL: ReadonlySet<string> = new Set([
  'SUCCEEDED',
  'SKIPPED',
  'FAILED',
  'CANCELLED',
  'COMPENSATED',
]);

/** A transition, and the state that the trace has told before. */
interface Move {
  readonly event: TransitionEvent;
  readonly before: NodeState;
  /** Null where the plan has no such node. */
  readonly node: WorkflowNode | null;
}

const moves = new WeakMap<readonly TraceEvent[], readonly Move[]>();

const movesOf = ({ observation: { trace }, nodes }: View): readonly Move[] => {
  if (trace === null) return [];
  const known = moves.get(trace);
  if (known !== undefined) return known;
  const states = new Map<string, NodeState>();
  const made: Move[] = [];
  for (const event of trace) {
    if (event.type !== 'transition') continue;
    // Several nodes may undo one unit (Q6).
    const name = `${event.unit}\n${event.node}`;
    const node = nodes.get(event.node) ?? null;
    made.push({ event, before: states.get(name) ?? 'PENDING', node });
    states.set(name, event.to);
  }
  moves.set(trace, made);
  return made;
};

/** In one reading of Q5 a loop has two attempts, and its iterations begin again. */
export const mayBeginAnew = (
  { observation: { choices } }: View,
  { unit }: Pick<TransitionEvent, 'unit'>,
): boolean => choices['Q5'] === 'two-attempts' && unit.includes('[');

const placeOf = ({ unit, at, seq }: TransitionEvent) => ({ unit, at, seq });

const illegal = ({ event }: Move, why: string, expected: string): Breach =>
  breach(
    `${event.unit} went from ${event.from} to ${event.to}${why}`,
    expected,
    `${event.from} → ${event.to}`,
    placeOf(event),
  );

const legalTransitions: RunRule = {
  kind: 'run',
  id: 'lifecycle/legal-transitions',
  title: 'makes no transition outside the table of the lifecycle',
  clause: 'HarnessXML §6.2; Q2, Q3',
  strength: 'MUST',
  profiles: ['harness'],
  level: 'executing',
  sees: ['trace'],
  needs: ['trace'],
  trigger: 'a node changes its state',
  page: {
    why: 'Whoever reads a trace, or repairs a run by hand, relies on the table: a node that is RETRYING has not succeeded, one that is SKIPPED was never called.',
    wrong: 'charge goes from RUNNING to READY for its second attempt, or from PENDING to SKIPPED.',
    right: 'charge goes RUNNING → RETRYING → READY → RUNNING.',
  },
  judge: (view) => judgeEach(movesOf(view), (move) => checkMove(view, move)),
};

const checkMove = (view: View, move: Move): Checked => {
  const { event, before, node } = move;
  const { choices } = view.observation;
  if (mayBeginAnew(view, event)) return 'not-judged';
  const isUndo = event.unit.startsWith('compensate:');
  if (isUndo && choices['Q3'] === 'direct') return 'not-judged';
  if (event.from !== before) {
    return illegal(move, `, and was ${before}`, `a transition from ${before}`);
  }
  const allowed: readonly NodeState[] = LEGAL[event.from] ?? [];
  if (!allowed.includes(event.to)) {
    const expected = allowed.length === 0 ? 'no transition' : allowed.join(', ');
    return illegal(move, ', which the table does not have', expected);
  }
  if (event.from !== 'RUNNING' || node === null) return 'holds';
  if (event.to === 'CANCELLED' && !node.idempotent) {
    return illegal(move, ', and is not idempotent', 'SUCCEEDED or FAILED, when it has finished');
  }
  if (event.to === 'SKIPPED' && node.timeout?.onTimeout !== 'skip') {
    return illegal(move, ', and has no onTimeout="skip"', 'SUCCEEDED, FAILED or RETRYING');
  }
  return 'holds';
};

const terminalFinal: RunRule = {
  kind: 'run',
  id: 'lifecycle/terminal-final',
  title: 'never leaves a terminal state, save from SUCCEEDED to COMPENSATED',
  clause: 'HarnessXML §6.1, §6.2',
  strength: 'MUST',
  profiles: ['harness'],
  level: 'executing',
  sees: ['trace'],
  needs: ['trace'],
  trigger: 'a node reaches a terminal state',
  page: {
    why: 'What follows a node was begun because it had ended. If it ends again, otherwise, two histories are true at once.',
    wrong:
      'pay times out at 5 s and turns FAILED; its result comes at 6 s, and it turns SUCCEEDED.',
    right: 'pay stays FAILED; the late result is noted and changes nothing.',
  },
  judge: (view) => {
    const all = movesOf(view);
    return judgeEach(all, (move) => {
      const { event, before } = move;
      if (mayBeginAnew(view, event)) return 'not-judged';
      const isLeft =
        TERMINAL.has(before) && !(before === 'SUCCEEDED' && event.to === 'COMPENSATED');
      if (!isLeft) return TERMINAL.has(event.to) ? 'holds' : 'not-judged';
      return breach(
        `${event.unit} had ended ${before}, and turned ${event.to}`,
        before,
        event.to,
        placeOf(event),
      );
    });
  },
};

const traceFields: RunRule = {
  kind: 'run',
  id: 'lifecycle/trace-fields',
  title:
    'says of each transition node, states, time and attempt, and of a failure class and message',
  clause: 'HarnessXML §6.6',
  strength: 'SHOULD',
  profiles: ['harness'],
  level: 'executing',
  sees: ['trace'],
  needs: ['trace'],
  trigger: 'the trace tells of a transition',
  page: {
    why: 'At three in the morning the trace is all there is. "FAILED", without class and message, sends somebody to look for the logs.',
    wrong: '{"node": "pay", "to": "FAILED"}',
    right:
      '{"node": "pay", "from": "RUNNING", "to": "FAILED", "at": 705, "attempt": 1, "error": {"class": "timeout", "message": "no answer in 500 ms"}}',
  },
  judge: (view) => {
    const messages = messagesOf(view);
    return judgeEach(movesOf(view), ({ event }) => {
      const missing = missingFields(event, messages.has(`${event.unit}\n${event.attempt}`));
      if (missing.length === 0) return 'holds';
      return breach(
        `the transition of ${event.unit} to ${event.to} lacks ${missing.join(', ')}`,
        missing.join(', '),
        'nothing',
        placeOf(event),
      );
    });
  },
};

/** Attempts that failed with words of the world's own. */
const messagesOf = ({ observation: { calls } }: View): ReadonlySet<string> =>
  new Set(
    calls.flatMap(({ unit, attempt, reply: { then } }) =>
      then.kind === 'error' && then.error.message !== undefined ? [`${unit}\n${attempt}`] : [],
    ),
  );

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

const isCount = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0;

/** A trace comes from outside: what its types promise is looked for all the same. */
const missingFields = (event: TransitionEvent, hasMessage: boolean): readonly string[] => {
  const { node, from, to, at, attempt, error } = event;
  const missing: string[] = [];
  if (!isText(node)) missing.push('its node');
  if (!Object.hasOwn(LEGAL, from)) missing.push('the state that it comes from');
  if (!Object.hasOwn(LEGAL, to)) missing.push('the state that it goes to');
  if (!Number.isFinite(at)) missing.push('its time');
  if (!isCount(attempt)) missing.push('its attempt');
  if (to !== 'FAILED' && to !== 'RETRYING') return missing;
  if (!isText(error?.class)) missing.push('the class of its failure');
  const mustTell = hasMessage || error?.code !== undefined;
  if (mustTell && !isText(error?.message)) missing.push('the message of its failure');
  return missing;
};

export const transitionRules: readonly RunRule[] = [legalTransitions, terminalFinal, traceFields];
