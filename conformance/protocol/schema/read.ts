/**
 * Reads messages: leniently as the protocol allows (members and trace events that are not
 * known pass), or strictly where traffic is validated.
 */

import type { TSchema } from '@sinclair/typebox';
import { lenientOf } from './build.ts';
import { MESSAGES, type Method } from './messages.ts';
import { describeProblems, fits, problemsOf } from './problems.ts';

export type Part = 'params' | 'result';

export interface MessageReader {
  /**
   * Why this is not what the message must hold, in one sentence that names message and
   * members; null where it is.
   */
  fault(method: Method, part: Part, value: unknown): string | null;
}

const lenient = new Map<string, TSchema>();

/** @param strict Whether traffic is validated. */
export function createReader(strict: boolean): MessageReader {
  return {
    fault: (method, part, value) => {
      const schema = strict ? strictSchema(method, part) : lenientSchema(method, part);
      if (schema === null || fits(schema, value)) return null;
      const what = part === 'result' ? `the result of ${method}` : `the parameters of ${method}`;
      return `${what}: ${describeProblems(problemsOf(schema, value, part))}`;
    },
  };
}

/** Parameters may be left out where there are none. */
function strictSchema(method: Method, part: Part): TSchema | null {
  return part === 'params' ? MESSAGES[method].parameters : MESSAGES[method].result;
}

function lenientSchema(method: Method, part: Part): TSchema | null {
  const key = `${method} ${part}`;
  const known = lenient.get(key);
  if (known !== undefined) return known;
  const strict = strictSchema(method, part);
  if (strict === null) return null;
  const relaxed = lenientOf(strict);
  lenient.set(key, relaxed);
  return relaxed;
}
