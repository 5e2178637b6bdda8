/** Documents before a runtime's validator, and what it says before the rules. */

import { fixedDocuments } from '../cases/documents.ts';
import type { DocumentCase } from '../generate/document/document-case.ts';
import { HARNESS_WAYS, harnessDocument } from '../generate/document/harness-documents.ts';
import { ORBIT_WAYS, orbitDocument } from '../generate/document/orbit-documents.ts';
import type { DocumentCheck } from '../rules/rule.ts';
import type { Course } from './course.ts';
import { runInOrder } from './in-order.ts';
import { countDocument } from './tally.ts';

/** Runs every document rule of a profile; none where a runtime checks no documents. */
export const checkDocuments = async (course: Course): Promise<void> => {
  const { runtime, profile, tallies, options } = course;
  const judged = tallies.filter(({ rule }) => rule.kind === 'document');
  const { check } = runtime;
  if (judged.length === 0 || check === undefined || profile === 'baseline') return;
  let done = 0;
  await runInOrder(documentsOf(profile, options.seed, options.runs), {
    width: 1,
    run: (document) => check(document.source, document.dialect),
    take: async (document, checked) => {
      done += 1;
      if (done % BREATH === 0) await options.pause?.();
      if (!checked.ok) {
        const { kind, message, hint } = checked.failure;
        course.blocked += 1;
        course.incidents.push({ kind, message: `${document.name}: ${message}`, hint });
        return;
      }
      for (const tally of judged) countDocument(tally, document, checkOf(document, checked.result));
    },
    isOver: () => options.isInterrupted?.() ?? false,
  });
};

const BREATH = 16;

const checkOf = (
  { dialect, source, expected }: DocumentCase,
  { valid, findings }: { readonly valid: boolean; readonly findings: readonly unknown[] },
): DocumentCheck => ({
  dialect,
  source,
  expected,
  valid,
  findings: findings as DocumentCheck['findings'],
});

/** A valid one for each so many broken ones. */
const VALID_EVERY = 4;

function* documentsOf(
  dialect: 'harness' | 'orbit',
  seed: number,
  runs: number,
): Generator<DocumentCase> {
  yield* fixedDocuments(dialect);
  const ways = dialect === 'harness' ? HARNESS_WAYS : ORBIT_WAYS;
  const make = dialect === 'harness' ? harnessDocument : orbitDocument;
  // No runs, no documents; with few, each way is taken once all the same.
  const count = runs === 0 ? 0 : Math.max(ways, Math.ceil(runs / 2));
  for (let number = 0; number < count; number += 1) {
    const broken = make(seed, number, false);
    if (broken !== null) yield broken;
    const valid = number % VALID_EVERY === 0 ? make(seed, number, true) : null;
    if (valid !== null) yield valid;
  }
}
