/**
 * Free play as data: what a link `#/p/…`, a draft and a saved file hold. Whoever made it is not
 * trusted; what it says is checked here, and the document by its reader.
 */

import { readFaults } from './faults/read.ts';
import type { FaultPlan } from './faults.ts';

export interface Play {
  readonly document: string;
  /** JSON or lines; empty for a world in which everything succeeds. */
  readonly scenario: string;
  /** Null: the scenario's own. */
  readonly seed: number | null;
  readonly faults: FaultPlan;
  /** What the page calls it. */
  readonly title: string | null;
  /** Of the trace that its maker saw; null where it is not known. */
  readonly digest: string | null;
}

export type PlayReading =
  | { readonly ok: true; readonly play: Play }
  | { readonly ok: false; readonly message: string };

const VERSION = 1;
/** Letters of a document, and of a scenario. */
const LONGEST = 1 << 20;
const LONGEST_TITLE = 120;
/** Beyond it a link is likely to be cut off by what it is sent with. */
export const LONG_LINK = 8 * 1024;

/** Names are short and those of the design: a link is all the shorter. */
export function writePlay({ document, scenario, seed, faults, title, digest }: Play): unknown {
  return {
    v: VERSION,
    fmt: document.trimStart().startsWith('<') ? 'harness' : 'orbit',
    src: document,
    ...(scenario === '' ? {} : { scenario }),
    ...(seed === null ? {} : { seed }),
    ...(faults.answers.length === 0 ? {} : { faults: faults.answers }),
    ...(faults.inputs.length === 0 ? {} : { inputs: faults.inputs }),
    ...(title === null ? {} : { title }),
    ...(digest === null ? {} : { digest }),
  };
}

export function readPlay(value: unknown): PlayReading {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong(NOTHING);
  const fields = value as { readonly [name: string]: unknown };
  const { v, src, scenario = '', seed = null, title = null, digest = null } = fields;
  if (typeof v !== 'number') return wrong(NOTHING);
  if (v > VERSION) return wrong(`It is of version ${v}, and this page reads version ${VERSION}.`);
  if (typeof src !== 'string') return wrong(NOTHING);
  if (typeof scenario !== 'string' || src.length > LONGEST || scenario.length > LONGEST) {
    return wrong('Its document or its scenario is longer than this page reads.');
  }
  if (/<!DOCTYPE/i.test(src)) return wrong('Its document has a document type, which is refused.');
  const faults = readFaults({ answers: fields['faults'] ?? [], inputs: fields['inputs'] ?? [] });
  if (faults === null) return wrong('Its faults are not what this page knows.');
  const isSeed = seed === null || (Number.isSafeInteger(seed) && (seed as number) >= 0);
  if (!isSeed) return wrong('Its seed is no whole number.');
  return {
    ok: true,
    play: {
      document: src,
      scenario,
      seed: seed as number | null,
      faults,
      title: typeof title === 'string' && title !== '' ? title.slice(0, LONGEST_TITLE) : null,
      digest: typeof digest === 'string' && /^[0-9a-f]{64}$/.test(digest) ? digest : null,
    },
  };
}

const NOTHING = 'A part is missing, or is not what it should be.';

function wrong(message: string): PlayReading {
  return { ok: false, message };
}
