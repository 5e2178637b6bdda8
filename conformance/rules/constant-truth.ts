/** What guards and conditions come to where they read nothing. */

import {
  compileExpression,
  parseCondition,
  references,
  type Scope,
} from '../../core/expression/index.ts';
import type { Json } from '../../core/model/json.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import { compileOrbitExpression, parseOrbitExpression } from '../../core/orbit/expression/index.ts';

const NOTHING: Scope = {
  port: () => null,
  variable: () => null,
  artifact: () => null,
  resource: () => null,
  config: () => null,
};

const NO_DECLARATIONS = { hasNode: () => false, hasPort: () => false };

/** True or false where an expression is so whatever happens; null where that can't be told. */
export const constantTruth = (text: string | null, { orbit }: Workflow): boolean | null => {
  if (text === null) return true;
  const value = orbit === undefined ? constantOfHarness(text) : constantOfOrbit(text);
  return typeof value === 'boolean' ? value : null;
};

const constantOfHarness = (text: string): Json => {
  const reading = parseCondition(text, NO_DECLARATIONS);
  if (!reading.ok || references(reading.expression).length > 0) return null;
  const evaluation = compileExpression(reading.expression)(NOTHING);
  return evaluation.ok ? evaluation.value : null;
};

const constantOfOrbit = (text: string): Json => {
  const reading = parseOrbitExpression(text);
  if (!reading.ok) return null;
  let isConstant = true;
  const read = (): Json => {
    isConstant = false;
    return null;
  };
  const scope = { input: read, execution: read, step: read, variable: () => undefined };
  const evaluation = compileOrbitExpression(reading.expression)(scope);
  return evaluation.ok && isConstant ? evaluation.value : null;
};
