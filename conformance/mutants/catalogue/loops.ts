/** Loops that go on too long, too wide, or that do not keep their iterations apart. */

import type { PerformParameters } from '../../protocol/schema/index.ts';
import { callsAs, callsMore, isOk } from '../levers/calls.ts';
import { readsLoops } from '../levers/plan.ts';
import type { Mutant } from '../mutant.ts';

export const loopMutants: readonly Mutant[] = [
  {
    id: 'one-iteration-more',
    title: 'iterates once more than count says',
    why: 'The loop counts from 0 to count.',
    caughtBy: ['schedule/loop-bounds'],
    profiles: ['harness'],
    change: readsLoops(({ count }) => (count === null ? {} : { count: count + 1 })),
  },
  {
    id: 'one-iteration-less',
    title: 'iterates once less than count says',
    why: 'The loop counts from 1 to count, and ends before.',
    caughtBy: ['schedule/loop-bounds'],
    profiles: ['harness'],
    change: readsLoops(({ count }) => (count === null ? {} : { count: Math.max(0, count - 1) })),
  },
  {
    id: 'no-maximum',
    title: 'knows no maxIterations',
    why: 'The bound is meant for validators.',
    caughtBy: ['schedule/loop-bounds'],
    profiles: ['harness'],
    change: readsLoops(() => ({ maxIterations: 1000 })),
  },
  {
    id: 'maximum-is-an-end',
    title: 'ends a loop well when maxIterations is reached',
    why: 'The bound is one more condition of the loop, and not a failure.',
    caughtBy: ['schedule/loop-bounds'],
    profiles: ['harness'],
    change: readsLoops(({ kind, while: condition, body, maxIterations }) => {
      if (condition === null) return {};
      const inner = condition.slice(2, -1);
      const done = `(${body}.n ?? 0)`;
      return kind === 'while'
        ? { while: `\${(${inner}) && ${done} < ${maxIterations}}` }
        : { while: `\${(${inner}) || ${done} >= ${maxIterations}}` };
    }),
  },
  {
    id: 'while-is-until',
    title: 'runs the body of a `while` once before it asks',
    why: 'There is one loop with a condition, and it asks at its end.',
    caughtBy: ['schedule/loop-bounds'],
    profiles: ['harness'],
    change: readsLoops((loop) =>
      loop.kind === 'while' && loop.while !== null
        ? { kind: 'until', while: `\${!(${loop.while.slice(2, -1)})}` }
        : {},
    ),
  },
  {
    id: 'until-asks-first',
    title: 'asks `until` before the first iteration',
    why: 'There is one loop with a condition, and it asks at its beginning.',
    caughtBy: ['schedule/control-edge'],
    profiles: ['harness'],
    change: readsLoops((loop) =>
      loop.kind === 'until' && loop.while !== null
        ? { kind: 'while', while: `\${!(${loop.while.slice(2, -1)})}` }
        : {},
    ),
  },
  {
    id: 'until-is-while',
    title: 'repeats the body of an `until` as long as its condition holds',
    why: 'The attribute that holds the condition is called `while`.',
    caughtBy: ['schedule/control-edge'],
    profiles: ['harness'],
    change: readsLoops(({ kind }) => (kind === 'until' ? { kind: 'while' } : {})),
  },
  {
    id: 'without-bound-on-width',
    title: 'runs all iterations at once',
    why: 'The list is mapped to promises, and all of them are awaited.',
    caughtBy: ['schedule/loop-concurrency'],
    profiles: ['harness'],
    change: readsLoops(({ kind }) =>
      kind === 'forEach' || kind === 'times' ? { maxConcurrency: 1000 } : {},
    ),
  },
  {
    id: 'one-too-wide',
    title: 'has one iteration more open than maxConcurrency says',
    why: 'The next is begun before the last is taken off the count.',
    caughtBy: ['schedule/loop-concurrency'],
    profiles: ['harness'],
    change: readsLoops(({ kind, maxConcurrency }) =>
      kind === 'forEach' || kind === 'times' ? { maxConcurrency: maxConcurrency + 1 } : {},
    ),
  },
  {
    id: 'loops-go-on',
    title: 'goes on with other iterations when one fails, whatever onItemFailure says',
    why: 'Results are collected first, failures too.',
    caughtBy: ['schedule/loop-on-item-failure'],
    profiles: ['harness'],
    change: readsLoops(() => ({ onItemFailure: 'continue' })),
  },
  {
    id: 'loops-fail',
    title: 'fails a loop at the first iteration that fails, whatever onItemFailure says',
    why: 'The exception leaves the loop.',
    caughtBy: ['schedule/loop-on-item-failure'],
    profiles: ['harness'],
    change: readsLoops(() => ({ onItemFailure: 'fail' })),
  },
  {
    id: 'break-is-a-failure',
    title: 'fails a loop that a failing iteration should only end',
    why: 'Break and fail are one in the engine below.',
    caughtBy: ['schedule/loop-on-item-failure'],
    profiles: ['harness'],
    change: readsLoops(({ onItemFailure }) =>
      onItemFailure === 'break' ? { onItemFailure: 'fail' } : {},
    ),
  },
  {
    id: 'iterations-share-an-element',
    title: 'hands the first element to every iteration',
    why: 'The variable is one for the whole loop, and closures see the same one (field report B39).',
    caughtBy: ['schedule/loop-iteration-scoped'],
    profiles: ['harness'],
    change: callsAs(() => {
      const first = new Map<string, unknown>();
      return (call) => {
        if (!call.unit.includes('[') || call.purpose !== 'forward') return call;
        if (!first.has(call.step)) first.set(call.step, call.input);
        return { ...call, input: first.get(call.step) as typeof call.input };
      };
    }),
  },
  {
    id: 'repeats-iterations',
    title: 'performs an iteration that succeeded once more when a later one fails',
    why: 'The policy stands on the loop, and the loop is run again (field report B41: Conductor).',
    caughtBy: ['retry/step-scoped'],
    profiles: ['harness', 'baseline'],
    change: callsMore(() => {
      const done = new Map<string, PerformParameters>();
      return {
        returned: (call, answer, alone) => {
          if (!call.unit.includes('[') || call.purpose !== 'forward') return;
          if (isOk(answer)) done.set(call.step, call);
          else if (done.has(call.step)) {
            const before = done.get(call.step) ?? call;
            done.delete(call.step);
            alone.send({ ...before, attempt: before.attempt + 1, at: call.at });
          }
        },
      };
    }),
  },
];
