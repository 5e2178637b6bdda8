/**
 * A valid HarnessXML 1.0 workflow from rows of choices: every construct, and nothing that a
 * rule of §13 forbids. Written from the digest of the specification alone, apart from the
 * reader and its rules, so that each of the two readings checks the other.
 */

import { plainEdge } from '../../../../core/model/plain.ts';
import type { Workflow } from '../../../../core/model/workflow.ts';
import { type Choices, choicesOf } from './choices.ts';
import type { Draft, Member } from './draft.ts';
import { addNode, complete } from './make-node.ts';
import { anyArtifact, anyExtensions, anyMetadata, anyResource, anySecurity } from './parts.ts';
import { anyText, identifier, maybe } from './words.ts';

/** Bytes for the document itself and for each of its nodes. */
export interface Recipe {
  readonly head: ArrayLike<number>;
  readonly nodes: readonly ArrayLike<number>[];
  readonly tail: ArrayLike<number>;
}

export function makeWorkflow(recipe: Recipe): Workflow {
  const head = choicesOf(recipe.head);
  const draft: Draft = { members: [], edges: [], resources: [], artifacts: [] };
  for (let wanted = head.below(4); wanted > 0; wanted -= 1) {
    draft.resources.push(anyResource(head, draft.resources.length));
  }
  for (let wanted = head.below(3); wanted > 0; wanted -= 1) {
    draft.artifacts.push(anyArtifact(head, draft.artifacts.length));
  }
  for (const bytes of recipe.nodes) addNode(draft, choicesOf(bytes));
  const tail = choicesOf(recipe.tail);
  if (draft.members.length === 0) addNode(draft, tail);
  complete(draft, tail);
  addOddities(draft, tail);
  const { members, edges, resources, artifacts } = draft;
  return {
    id: identifier(head, 'flow', 0),
    name: maybe(head, 0.4, () => anyText(head)),
    profile: 'harness',
    specVersion: head.oneOf(['1.0', '1.0', '1.00', '1.1', '1.42']),
    entry: maybe(tail, 0.2, () => tail.oneOf(entriesOf(members)).node.id),
    onFailure: 'unwind',
    timeout: null,
    metadata: maybe(head, 0.4, () => anyMetadata(head)),
    security: maybe(head, 0.3, () => anySecurity(head)),
    resources,
    artifacts,
    nodes: shuffled(tail, members).map(({ node }) => node),
    edges: shuffled(tail, edges),
    extensions: anyExtensions(head, 0.2),
  };
}

/** What comes before an entry never runs; the undo of a step may count on what does. */
function entriesOf(members: readonly Member[]): readonly Member[] {
  const undone = members.some(({ role }) => role === 'undo');
  return members.filter(({ role, before }) => role === 'step' && (before.size === 0 || !undone));
}

/** What the rules allow and hardly anybody writes. */
function addOddities(draft: Draft, choices: Choices): void {
  const { members, edges } = draft;
  const undos = members.filter(({ role }) => role === 'undo');
  const undo = undos.at(-1);
  if (undo !== undefined && choices.happens(0.1)) {
    // The undo of two steps says which one it undoes only if it is one (HX-2004).
    const other = choices.oneOf(members.filter(({ role }) => role !== 'undo'));
    if (undo.node.compensates === null || undo.node.compensates === other.node.id) {
      edges.push(plainEdge(other.node.id, undo.node.id, 'compensation'));
    }
  }
  const joining = members.filter(
    ({ node, role, index }) =>
      role === 'step' &&
      node.join === 'any' &&
      edges.some(({ to, type }) => to === node.id && type !== 'error') &&
      (undo === undefined || index > undo.index),
  );
  if (undo !== undefined && joining.length > 0 && choices.happens(0.3)) {
    edges.push(plainEdge(undo.node.id, choices.oneOf(joining).node.id, 'control'));
  }
  const last = members.at(-1);
  if (last?.role === 'step' && joining.length > 0 && choices.happens(0.3)) {
    // An error edge may point back (§4.7).
    edges.push(plainEdge(last.node.id, choices.oneOf(joining).node.id, 'error'));
  }
  const loop = members.find(({ node, role }) => node.kind === 'loop' && role === 'step');
  const shared = loop?.node.loop?.body;
  if (loop !== undefined && shared !== undefined && choices.happens(0.2)) {
    shareBody(draft, loop, shared);
  }
}

/** A second loop over the body of one, right behind that one. */
function shareBody({ members, edges }: Draft, loop: Member, body: string): void {
  if (edges.some(({ from }) => from === body) || loop.node.loop === null) return;
  const id = `again-${loop.node.id}`.slice(0, 255);
  if (members.some(({ node }) => node.id === id)) return;
  const node = { ...loop.node, id, inputs: [], outputs: [], quorum: null, join: 'all' as const };
  members.push({ ...loop, index: members.length, node });
  edges.push(plainEdge(loop.node.id, id, 'control'));
}

/** Half of all documents keep the order of the flow; in the others any node may come first. */
function shuffled<Item>(choices: Choices, items: readonly Item[]): Item[] {
  const left = [...items];
  if (!choices.happens(0.5)) return left;
  const taken: Item[] = [];
  while (left.length > 0) taken.push(...left.splice(choices.below(left.length), 1));
  return taken;
}
