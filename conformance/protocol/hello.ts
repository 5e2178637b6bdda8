/** What a driver says of its runtime, as the suite takes it. */

import { quote } from '../../core/model/show.ts';
import { didYouMean } from '../../core/model/suggest.ts';
import { type Failure, failure } from './failure.ts';
import {
  CAPABILITIES,
  type Capability,
  CHOICES,
  DIALECTS,
  ERROR_CODE,
  type InitializeResult,
  PROFILES,
  PROTOCOL_VERSION,
  type Question,
} from './schema/index.ts';
import type { MessageReader } from './schema/read.ts';

export type DriverProfile = (typeof PROFILES)[number];
export type DriverDialect = (typeof DIALECTS)[number];

export interface SessionClock {
  readonly kind: 'virtual' | 'real';
  /** How much later than due things may be, in ms on the runtime's clock; 0 if virtual. */
  readonly toleranceMs: number;
  /** A plan's duration takes `duration × scale` on the runtime's clock; 1 if virtual. */
  readonly scale: number;
}

export interface Hello {
  readonly runtime: InitializeResult['runtime'];
  readonly profiles: readonly DriverProfile[];
  readonly dialects: readonly DriverDialect[];
  readonly clock: SessionClock;
  readonly concurrentRuns: number;
  readonly capabilities: readonly Capability[];
  /** Capability → why it is not there. */
  readonly unsupported: { readonly [capability: string]: string };
  /** Question → declared reading. */
  readonly choices: { readonly [question in Question]?: string };
  /** What was not understood, or looks wrong, in sentences. */
  readonly notes: readonly string[];
}

export type Greeting =
  | { readonly ok: true; readonly hello: Hello }
  | { readonly ok: false; readonly failure: Failure };

/** Reads an answer to `initialize`. */
export function readHello(result: unknown, reader: MessageReader): Greeting {
  const protocol = (result as { readonly protocol?: unknown } | null | undefined)?.protocol;
  if (typeof protocol === 'number' && protocol !== PROTOCOL_VERSION) {
    const message = `the driver speaks version ${protocol} of the protocol, the suite ${PROTOCOL_VERSION}`;
    return { ok: false, failure: otherVersion(message) };
  }
  const fault = reader.fault('initialize', 'result', result);
  if (fault !== null) return { ok: false, failure: failure('broke-protocol', fault) };
  return { ok: true, hello: helloOf(result as InitializeResult) };
}

/** Names that are not known are left out, with a note. */
function helloOf(result: InitializeResult): Hello {
  const notes: string[] = [];
  const { runtime, clock, concurrentRuns = 1, unsupported = {}, choices = {} } = result;
  const capabilities = known(result.capabilities, CAPABILITIES, 'capability', notes);
  noteUnsupported(capabilities, unsupported, notes);
  const profiles = known(result.profiles, PROFILES, 'profile', notes);
  if (profiles.length === 0) {
    notes.push('it declares no profile that the suite knows, so there is nothing to judge it by');
  }
  return {
    runtime,
    profiles,
    dialects: known(result.dialects, DIALECTS, 'dialect', notes),
    clock: clockOf(clock),
    concurrentRuns,
    capabilities,
    unsupported: unsupported as Hello['unsupported'],
    choices: knownChoices(choices as { readonly [question: string]: string }, notes),
    notes,
  };
}

export function otherVersion(message: string): Failure {
  return failure('other-version', message, {
    hint: `Answer initialize with "protocol": ${PROTOCOL_VERSION}, or with error ${ERROR_CODE.version} and data.supported.`,
    code: ERROR_CODE.version,
  });
}

function known<const Names extends readonly string[]>(
  given: readonly string[],
  names: Names,
  what: string,
  notes: string[],
): readonly Names[number][] {
  const found = new Set<Names[number]>();
  for (const name of given) {
    if (names.includes(name)) found.add(name);
    else notes.push(`there is no ${what} ${quote(name)}${didYouMean(name, names)}`);
  }
  return [...found];
}

function noteUnsupported(
  capabilities: readonly string[],
  unsupported: { readonly [name: string]: unknown },
  notes: string[],
): void {
  for (const name of Object.keys(unsupported)) {
    if (capabilities.includes(name)) {
      notes.push(`${quote(name)} is declared both as a capability and as unsupported`);
    } else if (!(CAPABILITIES as readonly string[]).includes(name)) {
      const near = didYouMean(name, CAPABILITIES);
      notes.push(`unsupported names ${quote(name)}, which is no capability${near}`);
    }
  }
  if (capabilities.includes('compensation.native') && !capabilities.includes('compensation')) {
    notes.push(`'compensation.native' says nothing without 'compensation'`);
  }
}

function knownChoices(
  choices: { readonly [question: string]: string },
  notes: string[],
): Hello['choices'] {
  const found: { [question in Question]?: string } = {};
  for (const [question, reading] of Object.entries(choices)) {
    const readings: readonly string[] | undefined = Object.hasOwn(CHOICES, question)
      ? CHOICES[question as Question]
      : undefined;
    if (readings === undefined) {
      notes.push(`there is no open question ${quote(question)}`);
    } else if (!readings.includes(reading)) {
      const near = didYouMean(reading, readings) || `; there are ${readings.join(', ')}`;
      notes.push(`${question} has no reading ${quote(reading)}${near}`);
    } else {
      found[question as Question] = reading;
    }
  }
  return found;
}

function clockOf(clock: InitializeResult['clock']): SessionClock {
  if (clock.kind === 'virtual') return { kind: 'virtual', toleranceMs: 0, scale: 1 };
  return { kind: 'real', toleranceMs: clock.toleranceMs, scale: clock.scale ?? 1 };
}
