/** A run as data. Long traces are handed out in pieces, so that no text grows without end. */

import type { Run } from '../../../core/model/run.ts';
import type { TraceEvent } from '../../../core/model/trace.ts';
import type { RunVerdict } from '../../suite/verdict.ts';
import { safeJson } from '../terminal/visible.ts';

const json = (value: unknown): string => safeJson(JSON.stringify(value));

/** `run --format json`: one object; an array has a line for each element. */
export function* renderRunJson(
  run: Run,
  digest: string,
  verdicts: readonly RunVerdict[] = [],
): Generator<string> {
  const { outcome, compensation, endedAt, states, effects, failures, errors, trace } = run;
  const fields = { outcome, compensation, endedAt, digest, states };
  for (const [name, value] of Object.entries(fields)) {
    yield `${name === 'outcome' ? '{' : ','}\n  ${json(name)}: ${json(value)}`;
  }
  const lists: Readonly<Record<string, readonly unknown[]>> = {
    ...{ effects, failures, errors, trace, verdicts },
  };
  for (const [name, list] of Object.entries(lists)) {
    yield `,\n  ${json(name)}: `;
    yield* renderList(list, '    ', '  ');
  }
  yield '\n}\n';
}

/** The trace as it is digested: an event a line. */
export function* renderNdjson(trace: readonly TraceEvent[]): Generator<string> {
  for (const event of trace) yield `${json(event)}\n`;
}

/** An array on its own, an element a line. */
export function* renderJsonArray(list: readonly unknown[]): Generator<string> {
  yield* renderList(list, '  ', '');
  yield '\n';
}

function* renderList(list: readonly unknown[], indent: string, end: string): Generator<string> {
  if (list.length === 0) {
    yield '[]';
    return;
  }
  for (const [index, element] of list.entries()) {
    yield `${index === 0 ? '[' : ','}\n${indent}${json(element)}`;
  }
  yield `\n${end}]`;
}
