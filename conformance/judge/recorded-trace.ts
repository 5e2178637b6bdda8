/** A trace that somebody recorded: in our NDJSON, the public corpus' format, or an ORBIT log. */

import { readJson } from '../../core/model/read-json.ts';
import type { TraceEvent } from '../../core/model/trace.ts';
import type { Evidence } from '../rules/rule.ts';
import { readHarnessTrace } from './harness-trace.ts';
import { readOrbitLog } from './orbit-log.ts';
import type { TraceReading } from './trace-reading.ts';

/** What it is, is told from the text alone. */
export const readRecordedTrace = (text: string): TraceReading => {
  const start = text.replace(/^\ufeff/, '').trimStart();
  if (start === '') return wrong('it is empty');
  if (start.startsWith('+')) return readOrbitLog(text);
  if (start.startsWith('[')) return readArray(text);
  return start.startsWith('{') ? readLines(text) : wrong(UNKNOWN);
};

const UNKNOWN =
  "it is no trace: an event a line (unwind run --format ndjson), an array of transitions (the public corpus' format), or an ORBIT log";

const wrong = (message: string): TraceReading => ({ ok: false, message });

const EVERYTHING: ReadonlySet<Evidence> = new Set(['world', 'trace', 'outcome']);

/** An array is the corpus' format, or our own events in one. */
const readArray = (text: string): TraceReading => {
  const reading = readJson(withoutSummary(text));
  if (!reading.ok) {
    return wrong(`line ${reading.line}, column ${reading.column}: ${reading.message}`);
  }
  const items = Array.isArray(reading.value) ? reading.value : [];
  const isOurs = items.some((item) => isObject(item) && 'type' in item);
  return isOurs ? eventsOf(items, (index) => `event ${index + 1}`) : readHarnessTrace(items);
};

/** The public corpus has a line of words behind the array. */
const withoutSummary = (text: string): string => {
  const end = text.lastIndexOf('\n]');
  const rest = end < 0 ? '' : text.slice(end + 2).trim();
  return rest === '' || /^[[\]{}",]/.test(rest) ? text : text.slice(0, end + 2);
};

const readLines = (text: string): TraceReading => {
  const values: unknown[] = [];
  const lines: number[] = [];
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '') continue;
    const reading = readJson(line);
    if (!reading.ok)
      return wrong(`line ${index + 1}, column ${reading.column}: ${reading.message}`);
    values.push(reading.value);
    lines.push(index + 1);
  }
  return eventsOf(values, (index) => `line ${lines[index]}`);
};

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const TEXTS_OF: { readonly [type: string]: readonly string[] } = {
  transition: ['node', 'unit', 'from', 'to'],
  'attempt.started': ['node', 'unit', 'purpose'],
  'attempt.ended': ['node', 'unit', 'purpose', 'outcome'],
  'result.ignored': ['node', 'unit'],
  'timer.set': ['node', 'unit'],
  'timer.fired': ['node', 'unit'],
  'compensation.started': ['unit', 'undoes'],
  'compensation.ended': ['unit', 'undoes', 'status'],
  'instance.ended': ['outcome'],
};

const eventsOf = (values: readonly unknown[], place: (index: number) => string): TraceReading => {
  const events: TraceEvent[] = [];
  let last = 0;
  for (const [index, value] of values.entries()) {
    const problem = problemOf(value, last);
    if (problem !== null) return wrong(`${place(index)}: ${problem}`);
    const event = value as TraceEvent;
    last = event.at;
    events.push(event);
  }
  return { ok: true, trace: { format: 'ndjson', events, evidence: EVERYTHING } };
};

const problemOf = (value: unknown, last: number): string | null => {
  if (!isObject(value)) return 'an event is an object';
  const { type, at, seq } = value;
  if (typeof type !== 'string') return "an event has a 'type'";
  if (typeof at !== 'number' || !(at >= 0)) return "an event has a time 'at', in ms, from 0";
  if (at < last) return `its time ${at} is before that of the event before it, ${last}`;
  if (typeof seq !== 'number') return "an event has a number 'seq'";
  const missing = (TEXTS_OF[type] ?? []).find((name) => typeof value[name] !== 'string');
  if (missing !== undefined) return `an event '${type}' has '${missing}', a text`;
  const needsAttempt = type === 'transition' || type.startsWith('attempt.');
  return needsAttempt && typeof value['attempt'] !== 'number'
    ? `an event '${type}' has 'attempt', a number`
    : null;
};
