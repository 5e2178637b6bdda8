/** Reads the values of options. Each throws a Problem that says what would be right. */

import { parseDuration } from '../../core/model/duration.ts';
import type { JsonObject } from '../../core/model/json.ts';
import { didYouMean } from '../../core/model/suggest.ts';
import type { Outcome } from '../../core/model/trace.ts';
import { OUTCOMES } from './outcomes.ts';
import { Problem } from './problem.ts';

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** `30s`, `5m`, `1.5h`, or an ISO duration: `PT30S`. In ms, above 0. */
export function parseTime(text: string, option: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|min|h|d)$/.exec(text);
  const milliseconds =
    match === null ? isoTime(text) : Number(match[1]) * (UNITS[match[2] ?? ''] ?? Number.NaN);
  if (!(milliseconds > 0) || milliseconds > Number.MAX_SAFE_INTEGER) {
    throw new Problem(`${option} takes a time above 0, like 30s, 5m or PT30S, not '${text}'.`);
  }
  return milliseconds;
}

function isoTime(text: string): number {
  const duration = parseDuration(text);
  return duration.ok ? duration.milliseconds : Number.NaN;
}

/** A whole number within bounds. */
export function parseInteger(text: string, option: string, least: number, most: number): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) {
    const bounds =
      most === Number.MAX_SAFE_INTEGER ? `${least} to 2^53 - 1` : `${least} to ${most}`;
    throw new Problem(`${option} takes a whole number from ${bounds}, not '${text}'.`);
  }
  return value;
}

/** The run's input: a JSON object. */
export function parseJsonObject(text: string, option: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Problem(`${option} takes JSON, like '{"order_id": "o-1"}'; '${text}' is none.`);
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new Problem(`${option} takes a JSON object, like '{"order_id": "o-1"}', not '${text}'.`);
  }
  return value as JsonObject;
}

export function parseOutcome(text: string, option: string): Outcome {
  const outcome = OUTCOMES.find((known) => known === text);
  if (outcome !== undefined) return outcome;
  throw new Problem(
    `${option} takes one of ${OUTCOMES.join(', ')}, not '${text}'${didYouMean(text, OUTCOMES) || '.'}`,
  );
}

/** One of the formats that are there; `planned` are those that are still to come. */
export function parseFormat<Format extends string>(
  text: string,
  formats: readonly Format[],
): Format {
  const format = formats.find((known) => known === text);
  if (format !== undefined) return format;
  throw new Problem(
    `--format takes one of ${formats.join(', ')}, not '${text}'${didYouMean(text, formats) || '.'}`,
  );
}
