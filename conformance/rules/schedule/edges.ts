/** Rules about what leads to a node: the entry set, and each type of edge. */

import { canonicalJson } from '../../../core/model/canonical-json.ts';
import type { Json } from '../../../core/model/json.ts';
import { breach, type Checked, holdsOr, judgeEach, ms, together } from '../judge.ts';
import type { Call } from '../observation.ts';
import type { Judgement, RunRule } from '../rule.ts';
import type { View } from '../view.ts';
import { judgeStarts, ruleOfSchedule } from './common.ts';
import { executionOf } from './reading/begin.ts';
import { MAIN } from './reading/frame.ts';
import type { InputReading } from './reading/input-reading.ts';
import { readingOf } from './reading/read.ts';

const entrySet = ruleOfSchedule({
  id: 'schedule/entry-set',
  title: 'starts exactly the entry set',
  clause: 'HarnessXML §5.2',
  sees: ['world'],
  needs: [],
  trigger: 'a node has no incoming edge, or is named by entry',
  page: {
    why: 'A run begins somewhere. An engine that takes every node without an incoming edge for a beginning also starts handlers, targets of decisions, bodies of loops and compensations.',
    wrong: 'refund is reached by a compensation edge alone; it is called at 0 ms, beside charge.',
    right: 'charge is called at 0 ms; refund is called when charge is undone.',
  },
  judge: (view) => judgeStarts('schedule/entry-set', view),
});

const controlEdge = ruleOfSchedule({
  id: 'schedule/control-edge',
  title:
    'starts the target of a control edge after its source succeeded or was skipped, and not otherwise',
  clause: 'HarnessXML §4.1, §5.3',
  sees: ['world'],
  needs: [],
  trigger: 'a node is reached by one control edge alone',
  page: {
    why: 'The edge is the promise that one thing is done before the next begins.',
    wrong:
      'reserve runs from 0 to 100 ms; charge is called at 50 ms, or after reserve failed, or never.',
    right: 'charge is called at 100 ms.',
  },
  judge: (view) => judgeStarts('schedule/control-edge', view),
});

const dependencyEdge = ruleOfSchedule({
  id: 'schedule/dependency-edge',
  title: 'starts the target of a dependency edge however the source ended',
  clause: 'HarnessXML §4.3, §5.3',
  sees: ['world'],
  needs: ['dependency-edges'],
  trigger: 'a node is reached by a dependency edge from a node that has ended',
  page: {
    why: 'A dependency orders two nodes and asks for nothing else: what cleans up must run after a failure too, if that was handled.',
    wrong:
      'upload fails at 100 ms, and an error edge handles it; cleanup, which depends on upload, is never called.',
    right: 'cleanup is called at 100 ms.',
  },
  judge: (view) => judgeStarts('schedule/dependency-edge', view),
});

const dataEdge = ruleOfSchedule({
  id: 'schedule/data-edge',
  title:
    'hands over the value that a data edge or an expression binds, once its source has succeeded',
  clause: 'HarnessXML §4.2, §5.6',
  sees: ['world'],
  needs: ['data'],
  trigger:
    'a call is fed by a data edge or an expression whose value is known, or a node is reached by one data edge alone',
  page: {
    why: 'A step that gets another value than the one before it made, or none, does the wrong thing to the right thing.',
    wrong:
      'reserve returns {"id": "r-1"} on attempt 2; charge is called with reservation "r-0", of attempt 1.',
    right: 'charge is called with reservation "r-1".',
  },
  judge: (view) => together(judgeStarts('schedule/data-edge', view), judgeValues(view)),
});

const judgeValues = (view: View): Judgement => {
  const { nodes, context } = readingOf(view);
  return judgeEach(
    nodes.flatMap(({ member, opening, inputs }) => {
      const calls = executionOf(context, member, MAIN)?.attempts.flatMap((each) => each.calls);
      if (opening.kind !== 'call' || calls === undefined) return [];
      return calls.flatMap((call) =>
        inputs.filter(({ from }) => from !== 'default').map((input) => ({ call, input })),
      );
    }),
    ({ call, input }) => checkInput(call, input),
  );
};

/** Whether a call was handed the value that a port must have. */
export const checkInput = (call: Call, { port, value }: InputReading): Checked => {
  const given = call.input;
  if (value === undefined || given === undefined || !isMap(given)) return 'not-judged';
  const observed = Object.hasOwn(given, port) ? canonicalJson(given[port] ?? null) : 'nothing';
  const expected = canonicalJson(value);
  return holdsOr(observed === expected, () =>
    breach(
      `${call.unit} was called at ${ms(call.at)} with another ${port} than it must get`,
      expected,
      observed,
      { unit: call.unit, at: call.at },
    ),
  );
};

const isMap = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const edgeCondition = ruleOfSchedule({
  id: 'schedule/edge-condition',
  title: 'never takes an edge whose condition was false, and never waits for it',
  clause: 'HarnessXML §4.5, §5.3',
  sees: ['world'],
  needs: ['conditions'],
  trigger: 'the source of an edge with a condition has ended, and the condition is false',
  page: {
    why: 'A false condition means "not this way". An engine that only leaves the edge out, and goes on waiting for it, never ends a join behind it.',
    wrong:
      'S succeeds at 1 s; the edge from S to X has a false condition, the one to Y a true one; both lead to J. Y ends at 3 s, and J never begins.',
    right: 'X is not called, and J begins at 3 s.',
  },
  judge: (view) => judgeStarts('schedule/edge-condition', view),
});

const unreachable = ruleOfSchedule({
  id: 'schedule/unreachable-propagates',
  title: 'resolves joins behind branches that were not taken',
  clause: 'HarnessXML §5.3, §5.5',
  sees: ['world', 'outcome'],
  needs: [],
  trigger: 'a join has an edge from a node that nothing reaches, and another one that is satisfied',
  page: {
    why: 'What nothing will reach can end nothing. It may be many nodes before the join, so a runtime must carry it along the whole branch.',
    wrong:
      'A decision takes approve, not review > archive; approve and archive lead to close. approve ends at 2 s, close never begins, and the run hangs.',
    right: 'close begins at 2 s.',
  },
  judge: (view) => judgeStarts('schedule/unreachable-propagates', view),
});

export const edgeRules: readonly RunRule[] = [
  entrySet,
  controlEdge,
  dataEdge,
  dependencyEdge,
  edgeCondition,
  unreachable,
];
