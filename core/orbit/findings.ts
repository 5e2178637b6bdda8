/** Where findings gather on the way, and how they become diagnostics with lines and columns. */

import { noteOfMore } from '../harness/findings.ts';
import { MAXIMUM_FINDINGS } from '../harness/limits.ts';
import { createNearest, suggestion } from '../harness/near.ts';
import { type Places, placesOf } from '../harness/places.ts';
import type { Diagnostic, Severity } from '../model/diagnostic.ts';
import { codeOf, type OrbitCode } from './codes.ts';
import type { Span } from './syntax/token.ts';

export interface Related extends Span {
  readonly message: string;
}

export interface Details {
  /** The step, workflow, task or record around it. */
  readonly id?: string | null;
  readonly related?: readonly Related[];
  /** What else there is to know, as a sentence without an end. */
  readonly note?: string;
}

interface Finding extends Span, Details {
  readonly code: OrbitCode;
  readonly message: string;
}

export interface Findings {
  add(code: OrbitCode, span: Span, message: string, details?: Details): void;
  /** ` (did you mean 'x'?)`, or nothing; within a bound for the whole document. */
  suggest(name: string, candidates: Iterable<string>): string;
  /** All, by position and then by code; the last says so where there were too many. */
  diagnostics(): readonly Diagnostic[];
  readonly hasErrors: boolean;
}

export function createFindings(source: string): Findings {
  const kept: Finding[] = [];
  const nearest = createNearest();
  let dropped = 0;
  let errors = 0;
  return {
    add(code, { start, end }, message, details = {}) {
      if (severityOf(code) === 'error') errors += 1;
      // What stands behind the text is shown at its last character, and sorted as what is there.
      const place = { start: Math.min(start, Math.max(0, source.length - 1)), end };
      if (kept.length < MAXIMUM_FINDINGS) kept.push({ code, message, ...details, ...place });
      else dropped += 1;
    },
    // A finding that is not kept needs no suggestion.
    suggest: (name, candidates) =>
      kept.length < MAXIMUM_FINDINGS ? suggestion(nearest(name, candidates)) : '',
    diagnostics() {
      if (kept.length === 0) return [];
      const places = placesOf(source);
      const sorted = [...kept].sort(
        (left, right) => left.start - right.start || byText(left.code, right.code),
      );
      const diagnostics = sorted.map((finding) => toDiagnostic(finding, places));
      if (dropped > 0) diagnostics.push(noteOfMore(dropped, errors > 0, diagnostics.at(-1)));
      return diagnostics;
    },
    get hasErrors() {
      return errors > 0;
    },
  };
}

function byText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function severityOf(code: OrbitCode): Severity {
  return codeOf(code).severity;
}

function toDiagnostic(finding: Finding, places: Places): Diagnostic {
  const { code, message, id = null, related = [], note } = finding;
  return {
    code,
    severity: severityOf(code),
    ...places(finding.start, finding.end),
    id,
    message,
    related: related.map(({ start, end, message: text }) => ({
      ...places(start, end),
      message: text,
    })),
    ...(note === undefined ? {} : { note }),
  };
}
