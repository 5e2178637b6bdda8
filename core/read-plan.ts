/** Plan JSON as a document: what is wrong with it gets a line and a column like all findings. */

import type { Diagnostic } from './model/diagnostic.ts';
import { fromPlan } from './model/plan.ts';
import { positionsOfPointers, readJson, type TextPosition } from './model/read-json.ts';
import type { Reading } from './reading.ts';

/** The text is not well-formed JSON. */
export const MALFORMED_PLAN = 'U0003';
/** The JSON is no valid plan. */
export const INVALID_PLAN = 'U0004';

export function readPlan(text: string): Reading {
  const json = readJson(text);
  if (!json.ok) {
    const message = `${json.message}; analysis stopped here`;
    return reading([diagnostic(MALFORMED_PLAN, json, message)], true);
  }
  const { workflow, problems } = fromPlan(json.value);
  if (workflow !== null) return { dialect: 'plan', workflow, findings: [], stopped: false };
  const positions = positionsOfPointers(
    text,
    problems.map(({ path }) => path),
  );
  const findings = problems.map(({ path, message }, index) =>
    diagnostic(INVALID_PLAN, positions[index], path === '' ? message : `${path}: ${message}`),
  );
  return reading(
    findings.sort((left, right) => left.line - right.line || left.column - right.column),
    false,
  );
}

function reading(findings: readonly Diagnostic[], stopped: boolean): Reading {
  return { dialect: 'plan', workflow: null, findings, stopped };
}

function diagnostic(code: string, position: TextPosition | undefined, message: string): Diagnostic {
  const { line, column } = position ?? { line: 1, column: 1 };
  return {
    code,
    severity: 'error',
    line,
    column,
    endLine: line,
    endColumn: column + 1,
    id: null,
    message,
    related: [],
  };
}
