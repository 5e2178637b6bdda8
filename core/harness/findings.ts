/** Where findings gather on the way, and how they become diagnostics with lines and columns. */

import type { Diagnostic, Severity } from '../model/diagnostic.ts';
import { MAXIMUM_FINDINGS } from './limits.ts';
import { type Places, placesOf } from './places.ts';
import { attributeSpan, nearestId, type Span, textSpan, type XmlElement } from './tree.ts';

/** What a finding is about: an element's start tag, one of its attributes, or its text. */
export interface Spot {
  readonly element: XmlElement;
  readonly attribute: string | null;
  readonly text?: boolean;
}

export interface RelatedSpot extends Spot {
  readonly message: string;
}

interface Finding extends Span {
  readonly code: string;
  readonly severity: Severity;
  readonly id: string | null;
  readonly message: string;
  readonly related: readonly RelatedSpot[];
}

export interface Findings {
  add(
    code: string,
    severity: Severity,
    spot: Spot,
    message: string,
    related?: readonly RelatedSpot[],
  ): void;
  /** For what is no part of a tree, such as a fault of the XML. */
  addAt(code: string, severity: Severity, span: Span, message: string): void;
  /** All, by position and then by code; the last says so where there were too many. */
  diagnostics(): readonly Diagnostic[];
  readonly hasErrors: boolean;
}

/** More findings than are shown. */
export const TOO_MANY_FINDINGS = 'U0001';

export function spotOf(element: XmlElement, attribute: string | null = null): Spot {
  return { element, attribute };
}

export function relatedSpot(
  message: string,
  element: XmlElement,
  attribute: string | null = null,
): RelatedSpot {
  return { message, element, attribute };
}

export function createFindings(source: string): Findings {
  const kept: Finding[] = [];
  let dropped = 0;
  let errors = 0;

  /** Counts a finding, and says whether there is room for it. */
  const hasRoom = (severity: Severity): boolean => {
    if (severity === 'error') errors += 1;
    if (kept.length < MAXIMUM_FINDINGS) return true;
    dropped += 1;
    return false;
  };

  return {
    add(code, severity, spot, message, related = []) {
      if (!hasRoom(severity)) return;
      const id = nearestId(spot.element);
      kept.push({ code, severity, id, message, related, ...spanOf(source, spot) });
    },
    addAt(code, severity, span, message) {
      const { start, end } = span;
      if (hasRoom(severity)) {
        kept.push({ code, severity, id: null, message, related: [], start, end });
      }
    },
    diagnostics() {
      if (kept.length === 0) return [];
      const places = placesOf(source);
      const sorted = [...kept].sort(
        (left, right) => left.start - right.start || byText(left.code, right.code),
      );
      const diagnostics = sorted.map((finding) => toDiagnostic(finding, source, places));
      if (dropped > 0) diagnostics.push(noteOfMore(dropped, errors > 0, diagnostics.at(-1)));
      return diagnostics;
    },
    get hasErrors() {
      return errors > 0;
    },
  };
}

function toDiagnostic(finding: Finding, source: string, places: Places): Diagnostic {
  const { code, severity, id, message } = finding;
  return {
    code,
    severity,
    ...places(finding.start, finding.end),
    id,
    message,
    related: finding.related.map((spot) => {
      const span = spanOf(source, spot);
      return { ...places(span.start, span.end), message: spot.message };
    }),
  };
}

/** Says how many findings are not shown, where the last one is that is. */
export function noteOfMore(
  dropped: number,
  error: boolean,
  last: Diagnostic | undefined,
): Diagnostic {
  return {
    code: TOO_MANY_FINDINGS,
    severity: error ? 'error' : 'warning',
    line: last?.line ?? 1,
    column: last?.column ?? 1,
    endLine: last?.endLine ?? 1,
    endColumn: last?.endColumn ?? 1,
    id: null,
    message: `${dropped} more findings are not shown; mend these first`,
    related: [],
  };
}

function spanOf(source: string, spot: Spot): Span {
  const { element, attribute } = spot;
  if (spot.text === true) return textSpan(source, element);
  const found = attribute === null ? null : attributeSpan(source, element, attribute);
  return found ?? { start: element.start, end: element.tagEnd };
}

function byText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
