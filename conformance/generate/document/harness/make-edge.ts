/** One more edge for a growing workflow, its ports and inputs included. */

import { plainEdge, plainPort } from '../../../../core/model/plain.ts';
import type { EdgeType, InputPort, OutputPort } from '../../../../core/model/workflow.ts';
import type { Choices } from './choices.ts';
import { type Draft, type DraftNode, follow, type Member, mayBothRun } from './draft.ts';
import { anyCondition } from './expressions.ts';
import { anyExtensions } from './parts.ts';
import { readableFor } from './readable.ts';
import { anyLiteral, anyText, identifier, maybe } from './words.ts';

/** Types that may flow into each other (§4.2), with the plainest first. */
const TYPES: readonly (readonly [from: string | null, to: string | null])[] = [
  [null, null],
  ['string', 'string'],
  ['string', null],
  [null, 'pose6d'],
  ['pose6d', 'pose6d'],
  ['array<string>', 'json'],
  ['map<string,array<number>>', 'map<string,array<number>>'],
  ['integer', 'number'],
  ['https://types.example/😀', 'https://types.example/😀'],
];

export function connect(
  draft: Draft,
  choices: Choices,
  source: Member,
  target: Member,
  type: EdgeType,
): void {
  const edge = plainEdge(source.node.id, target.node.id, type);
  edge.id = maybe(choices, 0.5, () => identifier(choices, 'edge', draft.edges.length));
  edge.description = maybe(choices, 0.1, () => anyText(choices));
  edge.condition = maybe(choices, 0.15, () =>
    anyCondition(choices, readableFor(draft, source, 'end')),
  );
  edge.extensions = anyExtensions(choices, 0.05);
  if (type === 'data') {
    const [from, to] = choices.oneOf(TYPES);
    edge.fromPort = outputOf(source.node, choices, from).name;
    const input = newInput(target.node, choices, to);
    edge.toPort = input.name;
    if (!target.needs.every((needed) => mayBothRun(needed, source))) input.required = false;
    if (input.required && input.default === null) target.needs.push(source);
  } else if (choices.happens(0.04)) {
    edge.fromPort = outputOf(source.node, choices, null).name;
  }
  draft.edges.push(edge);
  follow(target, source);
}

/** An output of that type: one that is there already, or a new one. */
function outputOf(node: DraftNode, choices: Choices, type: string | null): OutputPort {
  const fitting = node.outputs.filter((port) => port.type === type);
  if (fitting.length > 0 && choices.happens(0.6)) return choices.oneOf(fitting);
  const port = newOutput(node, choices);
  port.type = type;
  return port;
}

export function newOutput(node: DraftNode, choices: Choices): DraftNode['outputs'][number] {
  const port = plainPort(identifier(choices, 'out', node.outputs.length));
  port.description = maybe(choices, 0.1, () => anyText(choices));
  port.required = !choices.happens(0.2);
  port.default = maybe(choices, 0.1, () => anyLiteral(choices));
  node.outputs.push(port);
  return port;
}

function newInput(
  node: DraftNode,
  choices: Choices,
  type: string | null,
): { -readonly [Key in keyof InputPort]: InputPort[Key] } {
  const port = plainPort(identifier(choices, 'in', node.inputs.length));
  port.type = type;
  port.description = maybe(choices, 0.1, () => anyText(choices));
  port.required = !choices.happens(0.3);
  port.default = maybe(choices, 0.3, () => anyLiteral(choices));
  node.inputs.push(port);
  return port;
}
