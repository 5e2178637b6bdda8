/** Records of calls: as the suite saw them, or as a driver that works by a script tells them. */

import { MAXIMUM_TIME } from '../../core/model/duration.ts';
import type { CallRecord, Told } from './record.ts';
import type {
  PerformedCall,
  PerformParameters,
  PerformResult,
  RunParameters,
} from './schema/index.ts';

/** A record that is still written. */
export type OpenRecord = { -readonly [Key in keyof CallRecord]: CallRecord[Key] };

/** By their names: an object made by a spread takes several times as long. */
export function recordOf(
  call: Omit<PerformParameters, 'run'>,
  reply: PerformResult,
  order: number,
): OpenRecord {
  const record: OpenRecord = {
    call: call.call,
    step: call.step,
    unit: call.unit,
    purpose: call.purpose,
    attempt: call.attempt,
    input: call.input,
    at: call.at,
    order,
    reply,
    settled: null,
    aborted: null,
  };
  if (call.undoes !== undefined) record.undoes = call.undoes;
  if (call.redelivered !== undefined) record.redelivered = call.redelivered;
  if (call.key !== undefined) record.key = call.key;
  return record;
}

/** A real clock runs on its own scale; what the suite asks for is told in its ms. */
export function scaled(reply: PerformResult, scale: number): PerformResult {
  if (scale === 1 || reply.after === undefined) return reply;
  return { after: scaledTime(reply.after, scale), then: reply.then };
}

export function scaledTime(time: number, scale: number): number {
  return Math.min(time * scale, MAXIMUM_TIME);
}

/** A driver that worked by a script says itself what it called; the script says the answers. */
export function callsOf(
  performed: readonly PerformedCall[],
  script: NonNullable<RunParameters['script']>,
): readonly CallRecord[] {
  const records = performed.map((call, index) =>
    recordOf(call, scriptedReply(script, call.unit, call.attempt), index),
  );
  const notes: { readonly record: OpenRecord; what: 'settled' | 'aborted'; at: number }[] = [];
  for (const [index, { settled, aborted }] of performed.entries()) {
    const record = records[index] as OpenRecord;
    if (settled !== undefined) notes.push({ record, what: 'settled', at: settled });
    if (aborted !== undefined) notes.push({ record, what: 'aborted', at: aborted });
  }
  notes.sort((left, right) => left.at - right.at);
  let order = records.length;
  for (const { record, what, at } of notes) {
    const told: Told = { at, order };
    record[what] = told;
    order += 1;
  }
  return records;
}

/** The entry of the attempt; the last one stands for all later ones. */
export function scriptedReply(
  script: { readonly [unit: string]: readonly PerformResult[] },
  unit: string,
  attempt: number,
): PerformResult {
  const answers = Object.hasOwn(script, unit) ? (script[unit] ?? []) : [];
  return answers[Math.min(attempt, answers.length) - 1] ?? { then: { ok: {} } };
}
