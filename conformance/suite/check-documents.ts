/** Documents before a runtime's validator, and what it says before the rules. */

import { fixedDocuments } from '../cases/documents.ts';
import type { DocumentCase } from '../generate/document/document-case.ts';
import { HARNESS_WAYS, harnessDocument } from '../generate/document/harness-documents.ts';
import { ORBIT_WAYS, orbitDocument } from '../generate/document/orbit-documents.ts';
import type { DocumentCheck } from '../rules/rule.ts';
import type { RanCase } from './certification.ts';
import type { CertifyOptions, Course } from './course.ts';
import { runInOrder } from './in-order.ts';
import { blockedCase, noteIncident, noteRan } from './note-ran.ts';
import { isOwn } from './shard.ts';
import { countDocument } from './tally.ts';

/** Runs every document rule of a profile; none where a runtime checks no documents. */
export const checkDocuments = async (course: Course): Promise<void> => {
  const { runtime, profile, tallies, options } = course;
  const judged = tallies.filter(({ rule }) => rule.kind === 'document');
  const { check } = runtime;
  if (judged.length === 0 || check === undefined || profile === 'baseline') return;
  let done = 0;
  await runInOrder(ownDocuments(profile, options), {
    width: 1,
    run: ({ document }) => (document === null ? null : check(document.source, document.dialect)),
    take: async ({ id, document }, checked) => {
      done += 1;
      if (done % BREATH === 0) await options.pause?.();
      if (document === null || checked === null) {
        noteRan(course, ranDocument(id, 'no document could be made', []));
        return;
      }
      if (!checked.ok) {
        const { kind, message, hint } = checked.failure;
        course.blocked += 1;
        noteRan(course, blockedCase(id, document.name, message));
        noteIncident(course, { kind, message: `${document.name}: ${message}`, hint });
        return;
      }
      const told = checkOf(document, checked.result);
      const broken = judged.filter((tally) => countDocument(tally, id, document, told));
      noteRan(
        course,
        ranDocument(
          id,
          document.name,
          broken.map(({ rule }) => rule.id),
        ),
      );
    },
    isOver: () => options.isInterrupted?.() ?? false,
  });
};

/** How many documents of a profile are to be checked, over all shards. */
export const countDocuments = ({ runtime, profile, tallies, options }: Course): number => {
  const isJudged = tallies.some(({ rule }) => rule.kind === 'document');
  if (!isJudged || runtime.check === undefined || profile === 'baseline') return 0;
  const count = generatedDocuments(profile, options);
  return fixedDocuments(profile).length + count + Math.ceil(count / VALID_EVERY);
};

const ranDocument = (id: string, name: string, broken: readonly string[]): RanCase => ({
  ...{ id, name, outcome: null, calls: 0, endedAt: null, broken },
});

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

interface PlannedDocument {
  /** `harness/document/broken/17` */
  readonly id: string;
  /** Null where none can be made. */
  readonly make: () => DocumentCase | null;
}

/** No runs, no documents; with few, each way is taken once all the same. */
const generatedDocuments = (
  dialect: 'harness' | 'orbit',
  { runs }: Pick<CertifyOptions, 'runs'>,
): number =>
  runs === 0 ? 0 : Math.max(dialect === 'harness' ? HARNESS_WAYS : ORBIT_WAYS, Math.ceil(runs / 2));

/** What documents of a profile are checked, of all shards; none is made yet. */
export function* plannedDocuments(
  dialect: 'harness' | 'orbit',
  { runs, seed }: Pick<CertifyOptions, 'runs' | 'seed'>,
): Generator<PlannedDocument> {
  for (const [index, document] of fixedDocuments(dialect).entries()) {
    yield { id: `${dialect}/document/case/${index + 1}`, make: () => document };
  }
  const make = dialect === 'harness' ? harnessDocument : orbitDocument;
  const count = generatedDocuments(dialect, { runs });
  for (let number = 0; number < count; number += 1) {
    yield {
      id: `${dialect}/document/broken/${number}`,
      make: () => make(seed, number, false),
    };
    if (number % VALID_EVERY !== 0) continue;
    yield { id: `${dialect}/document/valid/${number}`, make: () => make(seed, number, true) };
  }
}

function* ownDocuments(
  dialect: 'harness' | 'orbit',
  options: CertifyOptions,
): Generator<{ readonly id: string; readonly document: DocumentCase | null }> {
  for (const { id, make } of plannedDocuments(dialect, options)) {
    if (isOwn(options.shard, id)) yield { id, document: make() };
  }
}
