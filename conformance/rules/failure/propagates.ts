/** The rule about failures that nothing handles. */

import { isClearlyBefore, isFinalFailure, unhandledFailures } from '../abort.ts';
import { handledFailures, isAllHandled, isHandlerAlone, openErrorEdges } from '../handled.ts';
import { breach, holdsOr, judgeEach, ms, together } from '../judge.ts';
import type { Judgement, RunRule } from '../rule.ts';
import { rootCompensations } from '../unwinding.ts';
import { beginningOf, forwardExecutions, lastAttempt, type View } from '../view.ts';

const NOTHING: Judgement = { occurrences: 0, breaches: [] };
const all = ['baseline', 'harness', 'orbit'] as const;

const propagates: RunRule = {
  kind: 'run',
  id: 'failure/propagates',
  title: 'ends the run as failed or compensated when nothing handles a failure',
  clause: 'HarnessXML §8.4.1; ORBIT, abort; driver protocol, run',
  strength: 'MUST',
  profiles: all,
  question: 'Q10',
  level: 'full',
  sees: ['outcome'],
  needs: [],
  trigger: 'a step without an error edge fails for good',
  page: {
    why: 'A failure that nobody answers must reach whoever started the run. Engines that drop it in a branch report success for an order that was never paid.',
    wrong:
      'charge fails at 2 s and has no error edge; the other branch ends well, and the run succeeds.',
    right: 'The run unwinds, and ends as compensated, or as failed where nothing was undone.',
  },
  judge: (view) => {
    const { report, profile } = view.observation;
    if (report === null) return NOTHING;
    const right = profile === 'orbit' ? ['failed'] : ['failed', 'compensated'];
    const limit = Math.min(view.cancelledAt, deadlineOf(view));
    const unhandled = judgeEach(unhandledFailures(view), ({ execution: { unit }, end }) => {
      // What comes while a runtime has not yet decided may be what it acts on.
      const decidedAt = end.at + (view.observation.clock.latencyMs ?? 0);
      if (!isClearlyBefore(decidedAt, limit, view)) return 'not-judged';
      if (report.outcome === 'stalled' || report.outcome === 'refused') return 'not-judged';
      return holdsOr(right.includes(report.outcome), () =>
        breach(
          `${unit} failed, nothing handles it, and the run ended as ${report.outcome}`,
          right.join(' or '),
          report.outcome,
          { unit, at: end.at },
        ),
      );
    });
    return view.observation.choices['Q10'] === 'fails'
      ? together(unhandled, handlersFail(view))
      : unhandled;
  },
};

/** By another reading of Q10 the failure of a handler ends the run, and undoes nothing. */
const handlersFail = (view: View): Judgement => {
  const handled = handledFailures(view);
  const reached = new Set(
    handled.flatMap(({ execution: { step } }) => openErrorEdges(step, view).map(({ to }) => to)),
  );
  const handlers = forwardExecutions(view)
    .map(lastAttempt)
    .filter(
      (last) =>
        isFinalFailure(last, view) &&
        !handled.includes(last) &&
        reached.has(last.execution.step) &&
        isHandlerAlone(last.execution.step, view),
    );
  if (!isAllHandled(view, handlers)) return NOTHING;
  const [undoing] = rootCompensations(view);
  return judgeEach(handlers, ({ execution: { unit }, end }) =>
    holdsOr(undoing === undefined, () =>
      breach(
        `the handler ${unit} failed, and the run unwound, which the runtime declares not to do (Q10)`,
        'no compensation',
        `${undoing?.step} at ${ms(undoing === undefined ? 0 : beginningOf(undoing))}`,
        { unit, at: end.at },
      ),
    ),
  );
};

const deadlineOf = ({ observation: { profile, workflow } }: View): number =>
  (profile === 'orbit' ? workflow.timeout : null) ?? Number.POSITIVE_INFINITY;

export const propagatesRules: readonly RunRule[] = [propagates];
