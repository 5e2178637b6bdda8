/** What a node's inputs come to when it begins (HarnessXML §5.6): data edge, `value`, `default`. */

import { isPerformed } from '../../../../core/model/performed.ts';
import type { InputPort } from '../../../../core/model/workflow.ts';
import { isBefore } from '../../judge.ts';
import type { Context } from './context.ts';
import { edgeState } from './edges.ts';
import type { Opening } from './fate.ts';
import type { Link } from './graph.ts';
import type { InputReading } from './input-reading.ts';
import { outputOf, type Reader, textValueOf, type Value } from './values.ts';

export interface Inputs {
  /** Why the node can't call its task; null where it can. */
  readonly obstacle: Opening | null;
  readonly values: readonly InputReading[];
}

type PortReading =
  | { readonly kind: 'value'; readonly reading: InputReading }
  /** There is none, and none is needed. */
  | { readonly kind: 'left-out' }
  | { readonly kind: 'missing' }
  /** Its source has no outputs: no call can be made, but no clause says what becomes of the node. */
  | { readonly kind: 'not-fed' }
  | { readonly kind: 'error'; readonly code: string }
  | { readonly kind: 'unknown' };

const UNKNOWN = { kind: 'unknown' } as const;
const LEFT_OUT = { kind: 'left-out' } as const;

export const inputsOf = (context: Context, reader: Reader): Inputs => {
  const { member } = reader;
  const values: InputReading[] = [];
  const kinds = new Set<PortReading['kind']>();
  let code = '';
  for (const port of member.node.inputs) {
    const links = member.incoming.filter(
      ({ edge }) => edge.type === 'data' && edge.toPort === port.name,
    );
    const reading = portOf(context, reader, port, links);
    kinds.add(reading.kind);
    if (reading.kind === 'value') values.push(reading.reading);
    if (reading.kind === 'error' && code === '') code = reading.code;
  }
  return { obstacle: obstacleOf(kinds, code), values };
};

const obstacleOf = (kinds: ReadonlySet<PortReading['kind']>, code: string): Opening | null => {
  const obstacles = (['missing', 'not-fed', 'error'] as const).filter((kind) => kinds.has(kind));
  const [only, second] = obstacles;
  if (only === undefined) return kinds.has('unknown') ? UNKNOWN : null;
  if (second !== undefined || kinds.has('unknown') || only === 'not-fed')
    return { kind: 'no-call' };
  return only === 'missing'
    ? { kind: 'fault', cause: 'input', code: 'HX-4101' }
    : { kind: 'fault', cause: 'expression', code };
};

const portOf = (
  context: Context,
  reader: Reader,
  port: InputPort,
  links: readonly Link[],
): PortReading => {
  const [link, second] = links;
  if (second !== undefined || (link !== undefined && port.value !== null)) return UNKNOWN;
  if (link !== undefined) return fedBy(context, reader, port, link);
  if (port.value !== null) return given(port.name, textValueOf(context, reader, port.value));
  if (port.default !== null) return byDefault(port);
  // A required input that nothing feeds is no valid document.
  return port.required ? UNKNOWN : LEFT_OUT;
};

const given = (port: string, value: Value): PortReading => {
  if (value.kind === 'error') return value;
  // Whether null is a value is not specified.
  return value.kind === 'unknown' || value.value === null
    ? UNKNOWN
    : { kind: 'value', reading: { port, from: 'value', value: value.value } };
};

const byDefault = ({ name }: InputPort): PortReading => ({
  kind: 'value',
  reading: { port: name, from: 'default', value: undefined },
});

const without = (port: InputPort, kind: 'missing' | 'not-fed'): PortReading => {
  if (port.default !== null) return byDefault(port);
  return port.required ? { kind } : LEFT_OUT;
};

const fedBy = (context: Context, reader: Reader, port: InputPort, link: Link): PortReading => {
  const { from, edge } = link;
  if (from.place !== 'main') return UNKNOWN;
  const state = edgeState(context, link);
  const isInTime = 'at' in state && !isBefore(reader.at, state.at);
  if (!isInTime) return UNKNOWN;
  // Whether an edge that is not taken hands over a value all the same is not specified.
  if (state.kind === 'negative' && state.why === 'condition') return UNKNOWN;
  if (state.kind === 'negative') return without(port, 'not-fed');
  const fate = context.fates[from.index];
  if (fate?.kind === 'skipped') return without(port, 'missing');
  const execution = context.executions.get(from.node.id);
  if (!isPerformed(from.node.kind) || execution === undefined || edge.fromPort === null)
    return UNKNOWN;
  const output = outputOf(from, execution, edge.fromPort);
  if (output.kind === 'absent') return without(port, 'missing');
  if (output.kind === 'unknown' || output.value === null) return UNKNOWN;
  return { kind: 'value', reading: { port: port.name, from: 'edge', value: output.value } };
};
