/** Rules about what a run comes to (HarnessXML §5.7, §6.3). */

import type { NodeState } from '../../../core/model/trace.ts';
import { breach, type Checked, holdsOr, judgeEach, together } from '../judge.ts';
import type { Judgement, RunRule } from '../rule.ts';
import { judgeStarts } from '../schedule/common.ts';
import { expectedOutcome, isAwaiting } from '../schedule/outcome.ts';
import { readingOf } from '../schedule/reading/read.ts';
import { resultOf, rootCompensations } from '../unwinding.ts';
import type { View } from '../view.ts';

const skippedIsSuccess: RunRule = {
  kind: 'run',
  id: 'lifecycle/skipped-is-success',
  title: 'runs the control successors of a skipped node, and takes none of its error edges',
  clause: 'HarnessXML §5.3, §6.3',
  strength: 'MUST',
  profiles: ['harness'],
  level: 'executing',
  sees: ['world'],
  needs: ['guards'],
  trigger: 'a node is skipped that has control or error edges',
  page: {
    why: 'To skip is to say that a step is not needed, not that it went wrong, nor that the rest is not needed either.',
    wrong:
      'The guard of discount is false; pay, behind it, is never called, or the handler of discount is.',
    right: 'pay is called at once; the handler stays PENDING.',
  },
  judge: (view) => judgeStarts('lifecycle/skipped-is-success', view),
};

const pendingIsNormal: RunRule = {
  kind: 'run',
  id: 'lifecycle/pending-is-normal',
  title: 'never fails a run because nodes were not reached',
  clause: 'HarnessXML §6.3',
  strength: 'MUST',
  profiles: ['harness'],
  level: 'executing',
  sees: ['outcome'],
  needs: [],
  trigger: 'a run ends in which nothing failed and some nodes were not reached',
  page: {
    why: 'A branch that was not taken is how a decision looks from behind. An engine that counts ends waits for it, or calls the run incomplete.',
    wrong: 'route takes approve; reject stays PENDING, and the run ends as failed, or never.',
    right: 'The run ends as succeeded.',
  },
  judge: (view) => {
    const isLeft = readingOf(view).nodes.some(
      ({ fate, member }) => fate.kind === 'unreachable' && !member.isUndo,
    );
    return judgeOutcome(view, isLeft && expectedOutcome(view) === 'succeeded');
  },
};

const outcomeDerived: RunRule = {
  kind: 'run',
  id: 'lifecycle/outcome-derived',
  title: 'reports the outcome that the final states of the nodes imply',
  clause: 'HarnessXML §5.7',
  strength: 'MUST',
  profiles: ['harness'],
  level: 'executing',
  sees: ['outcome'],
  needs: [],
  trigger: 'a run ends whose final states are known',
  page: {
    why: 'The outcome is what callers, alarms and auditors see. It must be no more than a summary.',
    wrong: 'pay turns FAILED, nothing handles it, and the run ends as succeeded.',
    right: 'The run ends as failed, or as compensated where everything was undone.',
  },
  judge: (view) =>
    together(
      judgeOutcome(view, expectedOutcome(view) !== null),
      judgeStates(view),
      judgeUndone(view),
    ),
};

/** A run in which everything was undone says that it failed, and no compensation that did. */
const judgeUndone = (view: View): Judgement => {
  const { report, choices, workflow } = view.observation;
  // Q10 speaks of handlers that fail.
  const hasHandlers = workflow.edges.some(({ type }) => type === 'error');
  const undone = rootCompensations(view);
  const isWhole =
    report?.failures.length === 0 &&
    !(choices['Q10'] === 'fails' && hasHandlers) &&
    view.outages.length === 0 &&
    view.cancelledAt === Number.POSITIVE_INFINITY &&
    undone.every((execution) => resultOf(execution, view) === 'succeeded');
  if (!isWhole || undone.length === 0) return { occurrences: 0, breaches: [] };
  return judgeEach(
    [report],
    ({ outcome }): Checked =>
      outcome !== 'failed' && outcome !== 'compensated'
        ? 'not-judged'
        : holdsOr(outcome === 'compensated', () =>
            breach(
              'the run unwound, each compensation succeeded, and the run ended failed',
              'compensated',
              'failed',
            ),
          ),
  );
};

/** Holds a reported outcome against the one that the reading has. */
const judgeOutcome = (view: View, isAsked: boolean): Judgement =>
  judgeEach([view], ({ observation: { report, workflow, choices } }): Checked => {
    const expected = expectedOutcome(view);
    if (!isAsked || expected === null || report === null) return 'not-judged';
    const { outcome } = report;
    if (outcome === 'refused') return 'not-judged';
    if (expected === 'failed' && outcome === 'stalled' && isAwaiting(view)) return 'not-judged';
    if (expected === 'succeeded') {
      return holdsOr(outcome === 'succeeded', () =>
        breach(
          `no node failed that nothing handles, and the run ended ${outcome}`,
          'succeeded',
          outcome,
        ),
      );
    }
    const isUndoable = workflow.edges.some(({ type }) => type === 'compensation');
    const allowed = isUndoable ? ['failed', 'compensated'] : [choices['Q1'] ?? 'failed'];
    return holdsOr(allowed.includes(outcome), () =>
      breach(
        `a node failed that nothing handles, and the run ended ${outcome}`,
        allowed.join(' or '),
        outcome,
      ),
    );
  });

/** A run that says of itself that it succeeded, and of a node that it failed. */
const judgeStates = (view: View): Judgement => {
  const { trace, report } = view.observation;
  if (trace === null || report?.outcome !== 'succeeded') return { occurrences: 0, breaches: [] };
  const reading = readingOf(view);
  const states = new Map<string, NodeState>();
  for (const event of trace) {
    if (event.type === 'transition' && event.unit === event.node) states.set(event.node, event.to);
  }
  return judgeEach(reading.nodes, ({ member }): Checked => {
    const { id } = member.node;
    if (states.get(id) !== 'FAILED' || reading.withdrawnAt.has(member)) return 'not-judged';
    if (member.outgoing.some(({ edge }) => edge.type === 'error')) return 'not-judged';
    return breach(
      `${id} ended FAILED, nothing handles it, and the run ended succeeded`,
      'failed',
      'succeeded',
      {
        unit: id,
      },
    );
  });
};

export const outcomeRules: readonly RunRule[] = [skippedIsSuccess, pendingIsNormal, outcomeDerived];
