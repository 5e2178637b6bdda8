/** Reads `NAME.unwind.json`. */

import type { JsonObject } from '../../../core/model/json.ts';
import { readJson } from '../../../core/model/read-json.ts';
import type { Of } from '../../protocol/schema/build.ts';
import { problemsOf } from '../../protocol/schema/problems.ts';
import type { Expectation } from '../expectation.ts';
import { type expectation, expectationsFile } from '../schema/expectations-file.ts';
import { parseExpectation } from './parse.ts';
import { parseSpan } from './span.ts';

export interface ExpectationsFile {
  readonly expectations: readonly Expectation[];
  readonly inputs: readonly JsonObject[];
  /** Sentences without their full stop: where, what, and how it could be right. */
  readonly problems: readonly string[];
}

/** Never throws. What is wrong is told; what is right is read all the same. */
export const readExpectationsFile = (text: string): ExpectationsFile => {
  const reading = readJson(text);
  if (!reading.ok) {
    return failed([`line ${reading.line}, column ${reading.column}: ${reading.message}`]);
  }
  const problems = problemsOf(expectationsFile, reading.value, '$').map(
    ({ path, message }) =>
      `${path} ${message.replace('that the protocol knows', 'of this format')}`,
  );
  if (problems.length > 0) return failed(problems);
  const file = reading.value as Of<typeof expectationsFile>;
  const found: string[] = [];
  const expectations = (file.expect ?? []).flatMap((given, index) => {
    const read = typeof given === 'string' ? parseExpectation(given) : fromParts(given);
    if (read.ok) return [read.expectation];
    found.push(`$.expect[${index}]: ${read.message}`);
    return [];
  });
  return { expectations, inputs: (file.inputs ?? []) as readonly JsonObject[], problems: found };
};

const failed = (problems: readonly string[]): ExpectationsFile => ({
  expectations: [],
  inputs: [],
  problems,
});

type Parts = Of<typeof expectation>;

const fromParts = (parts: Parts): ReturnType<typeof parseExpectation> => {
  const under = parts.under ?? null;
  const well = (read: Expectation) => ({ ok: true, expectation: read }) as const;
  switch (parts.property) {
    case 'no-effect-left-behind':
      return well({ ...parts, of: parts.of ?? [], unless: parts.unless ?? [], under });
    case 'no-effect-twice':
      return well({ ...parts, of: parts.of ?? [], under });
    case 'if-then':
      return well({ ...parts, unless: parts.unless ?? [], under });
    case 'ends-within': {
      const time = parseSpan(parts.time);
      if (time !== null) return well({ ...parts, time, under });
      return { ok: false, message: `'${parts.time}' is no time; write one like 30s, 5m or PT5M` };
    }
    case 'no-failure-swallowed':
    case 'ends':
    case 'never':
    case 'outcomes':
    case 'not-both':
    case 'only-after':
    case 'at-most-calls':
      return well({ ...parts, under } as Expectation);
  }
};
