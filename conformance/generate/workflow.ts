/**
 * A valid workflow from choices: steps in a row, each of which follows one before it, so that no
 * circle can come about. Valid means: by every rule of HarnessXML §13 (save what a baseline plan
 * may hold beyond it), which a test asks the validator.
 */

import { isPerformed } from '../../core/model/performed.ts';
import type { EdgeType, NodeKind, Workflow } from '../../core/model/workflow.ts';
import { makeEdge, nodeOf, workflowOf } from '../cases/whiteboard.ts';
import type { Chance } from './chance.ts';
import { type Draft, type DraftStep, inputPort } from './draft.ts';
import type { Setting } from './policies.ts';
import { expressionAbout, finishStep, kindOf } from './steps.ts';

export interface GeneratedWorkflow {
  readonly workflow: Workflow;
  /** Signals that somebody waits for. */
  readonly signals: readonly string[];
}

const NAMES = 'abcdefghij';

export const generateWorkflow = (chance: Chance, setting: Setting): GeneratedWorkflow => {
  const { weights, profile } = setting;
  const count = chance.between(weights.fewest, weights.most);
  const draft: Draft = { steps: [], edges: [], others: [], signals: [] };
  for (let index = 0; index < count; index += 1) {
    draft.steps.push(startStep(index, kindOf(chance, setting, count - 1 - index)));
  }
  for (const step of draft.steps) {
    link(chance, setting, draft, step);
    finishStep(chance, setting, draft, step);
    if (step.kind === 'decision') route(chance, draft, step);
  }
  const nodes = [...draft.steps.map(finished), ...draft.others];
  const workflow: Workflow = {
    ...workflowOf(''),
    id: 'generated',
    profile,
    specVersion: profile === 'orbit' ? null : '1.0',
    nodes,
    edges: draft.edges,
    timeout: chance.happens(weights.workflowTimeout) ? chance.between(1500, 7000) : null,
  };
  return { workflow, signals: draft.signals };
};

const startStep = (index: number, kind: NodeKind): DraftStep => {
  const id = NAMES[index] as string;
  return {
    id,
    index,
    kind,
    before: new Set(),
    inputs: [],
    hasList: false,
    isTarget: false,
    node: nodeOf(id, { kind }),
  };
};

const finished = ({ node, inputs, kind, hasList }: DraftStep) => ({
  ...node,
  inputs,
  outputs: isPerformed(kind) ? nodeOf('', { outputs: outputsOf(hasList) }).outputs : [],
});

/** A number to decide by, and a text that nobody else hands back, by which it is known again. */
const outputsOf = (hasList: boolean): readonly string[] =>
  hasList ? ['n', 'id', 'list'] : ['n', 'id'];

/** What a step follows, and how. A decision leads nowhere but to its targets. */
const link = (chance: Chance, setting: Setting, draft: Draft, step: DraftStep): void => {
  const { weights } = setting;
  const earlier = draft.steps.slice(0, step.index).filter(({ kind }) => kind !== 'decision');
  const isAlone = earlier.length === 0 || (step.isTarget && !chance.happens(weights.join / 2));
  if (isAlone) return;
  const nearest = earlier[earlier.length - 1] as DraftStep;
  if (chance.happens(weights.handler)) {
    handle(chance, setting, draft, step, earlier);
    return;
  }
  if (weights.branch > 0 && !step.isTarget && chance.happens(0.08)) return;
  const handled = earlier.filter(({ id }) =>
    draft.edges.some(({ type, from }) => type === 'error' && from === id),
  );
  const followsHandled = handled.length > 0 && chance.happens(weights.dependency);
  const near = chance.happens(weights.branch) ? earlier : [nearest];
  const first = chance.oneOf(followsHandled ? handled : near);
  follow(chance, setting, draft, first, step);
  const rest = earlier.filter((source) => source !== first);
  if (rest.length > 0 && chance.happens(weights.join)) {
    const second = chance.oneOf(rest);
    follow(chance, setting, draft, second, step);
    const last = rest.filter((source) => source !== second);
    if (last.length > 0 && chance.happens(0.3)) {
      follow(chance, setting, draft, chance.oneOf(last), step);
    }
  }
  joinBy(chance, setting, draft, step);
};

const follow = (
  chance: Chance,
  { weights }: Setting,
  draft: Draft,
  source: DraftStep,
  step: DraftStep,
): void => {
  const type = edgeType(chance, weights, draft, source, step);
  const condition = chance.happens(weights.condition)
    ? expressionAbout(chance, isPerformed(source.kind) ? [source] : [])
    : null;
  const ports =
    type === 'data'
      ? { fromPort: chance.happens(0.5) ? 'n' : 'id', toPort: `from_${source.id}` }
      : {};
  if (type === 'data') {
    const isOptional = chance.happens(0.25);
    const rest = isOptional ? { required: false, default: 'nothing' } : {};
    step.inputs.push(inputPort(`from_${source.id}`, rest));
  }
  draft.edges.push(makeEdge(source.id, step.id, type, { condition, ...ports }));
  // What a decision leads to may exclude what else comes before it (HX-3104).
  if (step.isTarget) return;
  step.before.add(source.index);
  for (const index of source.before) step.before.add(index);
};

const edgeType = (
  chance: Chance,
  weights: Setting['weights'],
  { edges }: Draft,
  source: DraftStep,
  step: DraftStep,
): EdgeType => {
  const carriesData = isPerformed(source.kind) && isPerformed(step.kind);
  if (carriesData && chance.happens(weights.data)) return 'data';
  // Only behind a failure that is handled is a dependency another thing than a control edge.
  const isHandled = edges.some(({ type, from }) => type === 'error' && from === source.id);
  const depends = isHandled ? Math.max(weights.dependency, 0.4) : weights.dependency;
  return chance.happens(weights.dependency === 0 ? 0 : depends) ? 'dependency' : 'control';
};

/** A handler is reached by error edges alone. */
const handle = (
  chance: Chance,
  { weights }: Setting,
  draft: Draft,
  step: DraftStep,
  earlier: readonly DraftStep[],
): void => {
  const near = earlier.slice(-3);
  // Two handlers of one failure are seldom by chance.
  const handled = near.filter(({ id }) =>
    draft.edges.some(({ from, type }) => from === id && type === 'error'),
  );
  const source = chance.oneOf(handled.length > 0 && chance.happens(0.4) ? handled : near);
  const others = near.filter((each) => each !== source);
  const sources =
    others.length > 0 && chance.happens(0.15) ? [source, chance.oneOf(others)] : [source];
  for (const { id, before } of sources) {
    const condition = chance.happens(weights.condition) ? `\${${chance.happens(0.5)}}` : null;
    draft.edges.push(makeEdge(id, step.id, 'error', { condition }));
    for (const index of before) step.before.add(index);
  }
};

const joinBy = (chance: Chance, { weights }: Setting, draft: Draft, step: DraftStep): void => {
  const incoming = draft.edges.filter(({ to, type }) => to === step.id && type !== 'error').length;
  if (incoming < 2) return;
  if (chance.happens(weights.any)) step.node = { ...step.node, join: 'any' };
  else if (chance.happens(weights.quorum)) {
    step.node = { ...step.node, join: 'quorum', quorum: chance.between(1, incoming) };
  }
};

/** A decision leads to the next step and to others behind it that nothing leads to yet. */
const route = (chance: Chance, draft: Draft, step: DraftStep): void => {
  const open = draft.steps.filter(({ index, isTarget }) => index > step.index && !isTarget);
  const targets = open.slice(0, chance.between(2, 3));
  if (targets.length === 0) {
    step.node = { ...step.node, kind: 'parallel' };
    return;
  }
  for (const target of targets) {
    target.isTarget = true;
    target.before.add(step.index);
    for (const index of step.before) target.before.add(index);
  }
  const sources = draft.steps.filter(
    ({ index, kind }) => step.before.has(index) && isPerformed(kind),
  );
  const ids = targets.map(({ id }) => id);
  const hasOtherwise = ids.length > 1 && chance.happens(0.6);
  const cases = hasOtherwise ? ids.slice(0, -1) : ids;
  step.node = {
    ...step.node,
    cases: cases.map((to) => ({ when: expressionAbout(chance, sources), to })),
    otherwise: hasOtherwise ? (ids[ids.length - 1] ?? null) : null,
  };
};
