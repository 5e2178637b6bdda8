/** What a node holds beside its place in the flow: ports, policies, and what its kind needs. */

import { plainPort } from '../../../../core/model/plain.ts';
import type { NodeKind } from '../../../../core/model/workflow.ts';
import type { Choices } from './choices.ts';
import type { Draft, Member } from './draft.ts';
import { anyCondition, anyTemplate } from './expressions.ts';
import { newOutput } from './make-edge.ts';
import {
  anyDuration,
  anyExtensions,
  anyProperties,
  anyResource,
  anyRetry,
  anySecurity,
  anyTimeout,
} from './parts.ts';
import { readableFor } from './readable.ts';
import { anyLiteral, anyText, anyValue, identifier, maybe, URIS } from './words.ts';

/** Before its first edge leaves: the loop and the outputs, which other nodes refer to. */
export function beginNode(choices: Choices, member: Member): void {
  const { node, index } = member;
  for (let wanted = choices.oneOf([1, 0, 2]); wanted > 0; wanted -= 1) newOutput(node, choices);
  node.config = anyProperties(choices, choices.happens(0.3) ? 3 : 0);
  if (node.kind === 'loop') {
    node.loop = {
      kind: choices.oneOf(['forEach', 'while', 'until', 'times']),
      body: '',
      over: null,
      while: null,
      count: null,
      var: choices.oneOf(['item', `row_${index}`, `row.${index}`]),
      indexVar: choices.oneOf(['index', `i-${index}`]),
      maxIterations: choices.oneOf([10, 1, 1000, 2 ** 53 - 1]),
      maxConcurrency: choices.oneOf([1, 4, 1000]),
      onItemFailure: choices.oneOf(['fail', 'continue', 'break']),
    };
  }
}

export function fillNode(draft: Draft, choices: Choices, member: Member): void {
  const { node } = member;
  const readable = readableFor(draft, member, 'start');
  const condition = (): string => anyCondition(choices, readable);
  node.name = maybe(choices, 0.3, () => anyText(choices));
  node.description = maybe(choices, 0.2, () => anyText(choices));
  node.implementation = maybe(choices, 0.4, () => choices.oneOf(['acme.do', '', anyText(choices)]));
  node.idempotent = !choices.happens(0.3);
  node.guard = maybe(choices, 0.2, condition);
  if (node.idempotent) node.retry = maybe(choices, 0.35, () => anyRetry(choices));
  node.timeout = maybe(choices, 0.35, () => anyTimeout(choices));
  node.security = maybe(choices, 0.15, () => anySecurity(choices));
  node.extensions = anyExtensions(choices, 0.1);
  fillJoin(draft, choices, member);
  fillReferences(draft, choices, member);
  for (let wanted = choices.oneOf([0, 1, 0, 2]); wanted > 0; wanted -= 1) {
    fillInput(choices, member, () => anyTemplate(choices, readable));
  }
  for (const port of node.outputs) {
    port.value = maybe(choices, 0.08, () => anyTemplate(choices, readable));
  }
  fillKind(choices, member, condition);
}

function fillJoin({ edges }: Draft, choices: Choices, { node }: Member): void {
  const forward = edges.filter(
    ({ to, type }) => to === node.id && type !== 'error' && type !== 'compensation',
  ).length;
  node.join = choices.oneOf(forward > 0 ? ['all', 'any', 'quorum'] : ['all', 'any']);
  const stray = forward > 0 && choices.happens(0.05);
  if (node.join === 'quorum' || stray) node.quorum = 1 + choices.below(forward);
}

function fillReferences(draft: Draft, choices: Choices, { node }: Member): void {
  const { resources, artifacts } = draft;
  node.resources = choices
    .someOf(resources, 1)
    .map(({ id }) => ({ ref: id, role: maybe(choices, 0.4, () => anyText(choices)) }));
  node.artifacts = choices
    .someOf(artifacts, 2)
    .map(({ id }) => ({ ref: id, direction: choices.oneOf(['in', 'out', 'inout']) }));
  if (node.kind !== 'inference') return;
  let model = resources.find(({ type }) => type === 'model');
  if (model === undefined) {
    model = { ...anyResource(choices, resources.length), type: 'model' };
    resources.push(model);
  }
  node.resources = [...node.resources, { ref: model.id, role: null }];
}

function fillInput(choices: Choices, { node }: Member, template: () => string): void {
  const port = plainPort(identifier(choices, 'in', node.inputs.length));
  port.type = choices.oneOf([null, 'string', 'number']);
  port.description = maybe(choices, 0.1, () => anyText(choices));
  port.default = maybe(choices, 0.2, () => anyLiteral(choices));
  port.required = !choices.happens(0.4);
  if (port.required || choices.happens(0.6)) {
    port.value = choices.happens(0.6) ? template() : anyValue(choices);
  }
  node.inputs.push(port);
}

function fillKind(choices: Choices, { node }: Member, condition: () => string): void {
  const kind: NodeKind = node.kind;
  switch (kind) {
    case 'loop': {
      if (node.loop === null) return;
      const { loop } = node;
      const { maxIterations } = loop;
      const times = choices.oneOf([1, 3, 1000].filter((count) => count <= maxIterations));
      const stray = choices.happens(0.1);
      node.loop = {
        ...loop,
        over: loop.kind === 'forEach' || stray ? condition() : null,
        while: loop.kind === 'forEach' && stray ? condition() : null,
        count: loop.kind === 'times' ? times : stray ? 2 ** 40 : null,
      };
      return;
    }
    case 'subworkflow':
      node.subworkflow = {
        href: choices.oneOf(URIS),
        digest: maybe(choices, 0.5, () => `sha256:${'b1'.repeat(32)}`),
        specVersion: maybe(choices, 0.5, () => choices.oneOf(['1.0', '1.12'])),
      };
      return;
    case 'wait':
      node.wait = choices.oneOf([
        { duration: anyDuration(choices), until: null, event: null },
        { duration: null, until: condition(), event: null },
        { duration: null, until: null, event: anyText(choices) },
      ]);
      return;
    default:
      return;
  }
}
