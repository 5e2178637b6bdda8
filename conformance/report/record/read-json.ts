/** Reads a report that is one JSON object, as strictly as a record: line by line of what it would be. */

import { describeProblems, fits, problemsOf } from '../../protocol/schema/problems.ts';
import type { Certification } from '../../suite/certification.ts';
import { createBuilder } from './build.ts';
import { type Line, linesOf } from './lines.ts';
import { problem, type RecordReading } from './reading.ts';
import { LINES, type LineKind } from './schema.ts';

const NO_REPORT =
  'unwind certify --format json prints one; --report DIR writes one as DIR/report.ndjson.';

/** @param text What `certify --format json` printed. */
export const readJsonReport = (text: string): RecordReading => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, problem: problem(null, 'it is not JSON', NO_REPORT) };
  }
  const lines = linesIn(value);
  if (lines === null) return { ok: false, problem: problem(null, 'it is no report', NO_REPORT) };
  const { interrupted, truncated, exitCode } = value as { readonly [member: string]: unknown };
  const builder = createBuilder();
  for (const line of lines) {
    const wrong = faultOf(line) ?? builder.add(line);
    if (wrong !== null) return { ok: false, problem: problem(null, wrong, NO_REPORT) };
  }
  const certification = builder.end({
    ...(interrupted === true ? { interrupted } : {}),
    ...(truncated === true ? { truncated } : {}),
  });
  if (typeof certification === 'string') {
    return { ok: false, problem: problem(null, certification, NO_REPORT) };
  }
  const isCode = Number.isInteger(exitCode);
  return {
    ok: true,
    record: { certification, exitCode: isCode ? (exitCode as number) : null, digest: null },
  };
};

/** Null for what has not even the outline of a report. */
const linesIn = (value: unknown): readonly Line[] | null => {
  if (typeof value !== 'object' || value === null || !Array.isArray(value['profiles' as never])) {
    return null;
  }
  const { exitCode, ...certification } = value as Certification & { readonly exitCode?: unknown };
  try {
    return [...linesOf(certification)];
  } catch {
    // Lists that are none, and the like: which member it is makes no difference to anybody.
    return null;
  }
};

const faultOf = (line: Line): string | null => {
  const schema = LINES[line.kind as LineKind];
  return fits(schema, line) ? null : describeProblems(problemsOf(schema, line, line.kind));
};
