/** The rule about nodes that turn COMPENSATED. */

import { isPerformed } from '../../../core/model/performed.ts';
import type { TransitionEvent } from '../../../core/model/trace.ts';
import { undoEdgesOf } from '../graph.ts';
import { breach, type Checked, holdsOr, isBefore, judgeEach, ms, together } from '../judge.ts';
import type { Judgement, RunRule } from '../rule.ts';
import { resultOf, undoersByUnit } from '../unwinding.ts';
import { type Execution, lastAttempt, type View } from '../view.ts';

const NOTHING: Judgement = { occurrences: 0, breaches: [] };

const marksCompensated: RunRule = {
  kind: 'run',
  id: 'compensation/marks-compensated',
  title: 'moves exactly the compensated nodes to COMPENSATED',
  clause: 'HarnessXML §8.4.1 (3), §6.2',
  strength: 'MUST',
  profiles: ['harness'],
  level: 'full',
  sees: ['trace'],
  needs: ['trace', 'compensation'],
  trigger: 'a compensation ends, or a node turns COMPENSATED',
  page: {
    why: 'The state is what tells a person, an hour later, what still stands.',
    wrong: 'release fails, and reserve turns COMPENSATED all the same.',
    right: 'reserve stays SUCCEEDED; it turns COMPENSATED when release has succeeded.',
  },
  judge: (view) => {
    const { trace } = view.observation;
    if (trace === null) return NOTHING;
    const marks = new Map<string, TransitionEvent>();
    for (const event of trace) {
      if (event.type === 'transition' && event.to === 'COMPENSATED') marks.set(event.unit, event);
    }
    const unexplained = [...marks].filter(([unit]) => !undoersByUnit(view).has(unit));
    return together(
      judgeEach(undoersByUnit(view), ([unit, undoers]) =>
        markCheck(unit, undoers, marks.get(unit), view),
      ),
      judgeEach(unexplained, ([unit, { at, seq, node }]) => {
        // A compensation that performs no task makes no calls.
        const edges = undoEdgesOf(view).get(node) ?? [];
        const isSilent = edges.some(({ to }) => {
          const target = view.nodes.get(to);
          return target === undefined || !isPerformed(target.kind);
        });
        if (isSilent || !view.nodes.has(node)) return 'not-judged';
        return breach(
          `${unit} turned COMPENSATED and nothing was called to undo it`,
          'SUCCEEDED',
          'COMPENSATED',
          { unit, at, seq },
        );
      }),
    );
  },
};

const markCheck = (
  unit: string,
  undoers: readonly Execution[],
  mark: TransitionEvent | undefined,
  view: View,
): Checked => {
  const { choices } = view.observation;
  const isElement = unit.includes('[');
  if (isElement && (choices['Q7'] ?? 'per-iteration') !== 'per-iteration') return 'not-judged';
  const results = undoers.map((undoer) => resultOf(undoer, view));
  const place = { unit, at: mark?.at, seq: mark?.seq };
  if (results.includes('failed')) {
    return holdsOr(mark === undefined, () =>
      breach(
        `a compensation of ${unit} failed, and it turned COMPENSATED`,
        'SUCCEEDED',
        'COMPENSATED',
        place,
      ),
    );
  }
  const node = view.nodes.get(undoers[0]?.undoes?.replace(/\[.*$/, '') ?? '');
  const edges = undoEdgesOf(view).get(node?.id ?? '') ?? [];
  const asked = choices['Q6'] === 'first' ? edges.slice(0, 1) : edges;
  if (results.includes('unknown') || undoers.length < asked.length) return 'not-judged';
  const [last] = [...undoers].map((undoer) => lastAttempt(undoer).end.at).sort((a, b) => b - a);
  if (mark === undefined) {
    const isEnded =
      view.observation.report !== null && view.observation.report.outcome !== 'stalled';
    if (!isEnded || node === undefined) return 'not-judged';
    return breach(
      `${unit} was compensated and did not turn COMPENSATED`,
      'COMPENSATED',
      'no such transition',
      {
        unit,
        at: last,
      },
    );
  }
  return holdsOr(!isBefore(mark.at, last ?? 0), () =>
    breach(
      `${unit} turned COMPENSATED before its compensation had succeeded`,
      `not before ${ms(last ?? 0)}`,
      ms(mark.at),
      place,
    ),
  );
};

export const markRules: readonly RunRule[] = [marksCompensated];
