/** Rules about how often, how many at once, and what a failing iteration does (HarnessXML §7.2). */

import { isPerformed } from '../../../core/model/performed.ts';
import type { Loop } from '../../../core/model/workflow.ts';
import { breach, type Checked, holdsOr, isBefore, judgeEach, ms, together } from '../judge.ts';
import type { Breach, Judgement, RunRule } from '../rule.ts';
import { lastAttempt, type View } from '../view.ts';
import { judgeStarts, ruleOfSchedule } from './common.ts';
import { judgeFailures } from './failures.ts';
import {
  isOverdue,
  type SeenIteration,
  seenLoopOf,
  seenLoops,
  withdrawalOf,
} from './iterations.ts';
import { expectedOutcome } from './outcome.ts';
import type { LoopReading } from './reading/loop-reading.ts';
import { readingOf } from './reading/read.ts';
import { stopOf } from './reading/stop.ts';

/** The loops that repeat a node. */
const loopsAround = (view: View, body: string): readonly Loop[] =>
  (readingOf(view).context.graph.byId.get(body)?.loops ?? []).flatMap(
    ({ node }) => node.loop ?? [],
  );

const loopsOf = (view: View): readonly LoopReading[] => readingOf(view).context.loops;

/** The failure after which no iteration may begin; infinite where there is none. */
const stopsAt = ({ failure, member }: LoopReading): number =>
  failure === null || member.node.loop?.onItemFailure === 'continue'
    ? Number.POSITIVE_INFINITY
    : failure.at;

const bounds = ruleOfSchedule({
  id: 'schedule/loop-bounds',
  title: 'iterates as the kind of the loop says, and refuses more than maxIterations with HX-4104',
  clause: 'HarnessXML §7.2; HX-4104',
  sees: ['world', 'outcome'],
  needs: ['loops'],
  trigger: 'a loop begins whose iterations can be counted, or goes on to its bound',
  page: {
    why: 'One iteration too few leaves an order unsent; one too many sends it twice; none that is refused runs until somebody pays the bill.',
    wrong:
      'count 3: the body is called for 0 and 1, or for 0 to 3; or maxIterations 3 and five items: five calls.',
    right: 'Three calls; of five items three are done, then the loop fails with HX-4104.',
  },
  judge: (view) =>
    together(
      judgeStarts('schedule/loop-bounds', view),
      judgeEach(loopsOf(view), (loop) => countIterations(view, loop)),
      judgeEach(seenLoops(view).values(), ({ body, iterations }): Checked => {
        const maximum = loopsAround(view, body).reduce(
          (most, { maxIterations }) => Math.max(most, maxIterations),
          0,
        );
        const beyond = iterations.find(({ index }) => index >= maximum);
        return beyond === undefined ? 'not-judged' : beyondBreach(beyond, maximum);
      }),
      judgeFailures(view, 'bound'),
    ),
});

const beyondBreach = ({ execution: { unit }, startedAt }: SeenIteration, most: number): Breach =>
  breach(
    `${unit} was begun at ${ms(startedAt)}, beyond the last iteration`,
    most === 1 ? 'one iteration' : `${most} iterations`,
    `iteration ${unit}`,
    { unit, at: startedAt },
  );

const countIterations = (view: View, loop: LoopReading): Checked => {
  const { planned, iterations, member, body } = loop;
  if (planned === null || !isPerformed(body.node.kind)) return 'not-judged';
  const most = Math.min(planned, member.node.loop?.maxIterations ?? planned);
  const seen = seenLoopOf(view, loop)?.iterations ?? [];
  const limit = stopsAt(loop);
  const beyond = seen.find(
    ({ index, startedAt }) =>
      index >= most &&
      index < (member.node.loop?.maxIterations ?? 0) &&
      !isBefore(limit, startedAt),
  );
  if (beyond !== undefined) return beyondBreach(beyond, most);
  // A loop that never began breaks the rule of what leads to it.
  const missing = iterations.find(
    (iteration) =>
      (iteration.index > 0 || seen.length > 0) &&
      (loop.failure === null || isBefore(iteration.at, loop.failure.at)) &&
      isOverdue(view, loop, iteration),
  );
  if (missing === undefined) return 'holds';
  return breach(
    `${missing.unit} was never begun, though ${member.node.id} had not iterated enough`,
    `${most} iterations`,
    String(seen.length),
    { unit: missing.unit, at: missing.at },
  );
};

const concurrency = ruleOfSchedule({
  id: 'schedule/loop-concurrency',
  title: 'never has more than maxConcurrency iterations of a loop open',
  clause: 'HarnessXML §7.2.4',
  sees: ['world'],
  needs: ['loops', 'parallel'],
  trigger: 'a loop begins more iterations than may be open at once',
  page: {
    why: 'The bound protects what the body calls: eight switches at a time, so that a bad configuration does not reach them all.',
    wrong: 'maxConcurrency 2: iterations 0, 1 and 2 are called at 0 ms, and each takes a second.',
    right: 'Iteration 2 is called when 0 or 1 has ended, retries included.',
  },
  judge: (view) =>
    judgeEach(seenLoops(view).values(), ({ body, iterations }): Checked => {
      const [loop, second] = loopsAround(view, body);
      // Units of a body that two loops share can't be told apart.
      if (loop === undefined || second !== undefined) return 'not-judged';
      const { maxConcurrency } = loop;
      if (iterations.length <= maxConcurrency) return 'not-judged';
      const crowd = firstCrowd(iterations, maxConcurrency);
      return crowd === null
        ? 'holds'
        : breach(
            `${crowd.execution.unit} was begun at ${ms(crowd.startedAt)} while ${maxConcurrency} other ${maxConcurrency === 1 ? 'iteration of its loop was' : 'iterations of its loop were'} open`,
            `${maxConcurrency} at once`,
            `${maxConcurrency + 1}`,
            { unit: crowd.execution.unit, at: crowd.startedAt },
          );
    }),
});

/** The first iteration that began while as many were open as may be; null where none did. */
const firstCrowd = (iterations: readonly SeenIteration[], most: number): SeenIteration | null => {
  const begun = [...iterations].sort((left, right) => left.startedAt - right.startedAt);
  const ends = iterations.map(endOf).sort((left, right) => left - right);
  let ended = 0;
  for (let open = 0; open < begun.length; open += 1) {
    const iteration = begun[open] as SeenIteration;
    while (ended < open && !isBefore(iteration.startedAt, ends[ended] ?? 0)) ended += 1;
    if (open - ended >= most) return iteration;
  }
  return null;
};

const endOf = ({ execution }: SeenIteration): number => {
  const { end } = lastAttempt(execution);
  return end.how === 'open' ? Number.POSITIVE_INFINITY : end.at;
};

const onItemFailure = ruleOfSchedule({
  id: 'schedule/loop-on-item-failure',
  title: 'follows onItemFailure when an iteration fails: fail, continue or break',
  clause: 'HarnessXML §7.2.5',
  sees: ['world', 'outcome'],
  needs: ['loops'],
  trigger: 'an iteration of a loop fails for good',
  page: {
    why: 'One bad item of a thousand: whether it ends the run, is passed over, or ends the loop in peace is the author’s to say.',
    wrong:
      'continue; iteration 1 of 4 fails, and 2 and 3 are never called. Or fail; they are called.',
    right:
      'continue: all are called, and the loop succeeds if one did. break: none is called after the failure, and the loop succeeds. fail: none is called, and the loop fails.',
  },
  judge: (view) =>
    together(
      judgeStarts('schedule/loop-on-item-failure', view),
      judgeEach(loopsOf(view), (loop) => judgeFailing(view, loop)),
      judgeFailures(view, 'iteration'),
      judgeAbsorbed(view),
    ),
});

const judgeFailing = (view: View, loop: LoopReading): Checked => {
  const { failure, member, iterations } = loop;
  if (failure === null || !isPerformed(loop.body.node.kind)) return 'not-judged';
  const policy = member.node.loop?.onItemFailure ?? 'fail';
  const after = seenLoopOf(view, loop)?.iterations.find(({ startedAt }) =>
    isBefore(stopsAt(loop), startedAt),
  );
  const place = { unit: after?.execution.unit, at: after?.startedAt };
  if (after !== undefined) {
    return breach(
      `${after.execution.unit} was begun at ${ms(after.startedAt)}, after iteration ${failure.index} had failed under ${policy}`,
      `no iteration after ${ms(failure.at)}`,
      ms(after.startedAt),
      place,
    );
  }
  const missing = iterations.find(
    (iteration) => !isBefore(iteration.at, failure.at) && isOverdue(view, loop, iteration),
  );
  if (policy !== 'continue') return 'holds';
  const dropped = droppedIteration(view, loop);
  if (dropped !== null) {
    return breach(
      `${dropped.execution.unit} was given up on after iteration ${failure.index} had failed under continue`,
      'it goes on',
      'given up on',
      { unit: dropped.execution.unit, at: dropped.startedAt },
    );
  }
  return holdsOr(missing === undefined, () =>
    breach(
      `${missing?.unit} was never begun after iteration ${failure.index} had failed under continue`,
      `a call at ${ms(missing?.at ?? 0)}`,
      'none',
      { unit: missing?.unit, at: missing?.at },
    ),
  );
};

/** An iteration that was given up on while nothing stopped the run, its loop or an outer one. */
const droppedIteration = (view: View, loop: LoopReading): SeenIteration | null => {
  const reading = readingOf(view);
  if (loopsAround(view, loop.body.node.id).length > 1 || loop.frame.parent !== null) return null;
  if (loop.member.node.timeout !== null) return null;
  const until = Math.min(stopOf(view, reading), withdrawalOf(reading, loop));
  return (
    seenLoopOf(view, loop)?.iterations.find(({ execution }) => {
      const { end } = lastAttempt(execution);
      return end.how === 'given-up' && isBefore(end.at, until);
    }) ?? null
  );
};

/** A failing iteration that its loop absorbs fails no run. */
const judgeAbsorbed = (view: View): Judgement =>
  judgeEach(loopsOf(view), ({ failure, fate, member, body, frame }): Checked => {
    const { report } = view.observation;
    if (failure === null || fate.kind !== 'succeeded' || frame.parent !== null) return 'not-judged';
    if (report === null) return 'not-judged';
    // Where the run itself says that it failed of the loop, no other node can be why.
    const isBlamed = report.error?.step === member.node.id && member.node.timeout === null;
    if (expectedOutcome(view) !== 'succeeded' && !isBlamed) return 'not-judged';
    const { outcome, error } = report;
    if (outcome !== 'failed' && outcome !== 'compensated') return 'holds';
    if (error !== null && error.step !== member.node.id && error.step !== body.node.id) {
      return 'not-judged';
    }
    return breach(
      `iteration ${failure.index} of ${member.node.id} failed, the loop absorbs that, and the run ended ${outcome}`,
      'succeeded',
      outcome,
      { unit: member.node.id, at: failure.at },
    );
  });

export const loopRules: readonly RunRule[] = [bounds, concurrency, onItemFailure];
