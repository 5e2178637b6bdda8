/**
 * `check --format sarif`: one run in the Static Analysis Results Interchange Format, version
 * 2.1.0 (OASIS), as code scanning services read it. Section marks are those of the standard.
 */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Diagnostic, Place } from '../../../core/model/diagnostic.ts';
import { SARIF_SCHEMA, sarifBases, sarifLocation, sarifMessage } from '../formats/sarif-parts.ts';
import { safeJson } from '../terminal/visible.ts';
import { type CheckedFile, isRead, type UnreadFile } from './checked-file.ts';
import { fingerprintsOf } from './fingerprint.ts';
import type { Locate } from './located.ts';
import { ruleIndexOf, sarifRules } from './sarif-rules.ts';

export interface SarifOptions {
  /** Of this program. */
  readonly version: string;
  readonly locate: Locate;
}

/** The log; its last line has its end. Files that could not be read are told in it, too. */
export function renderFindingsSarif(
  files: readonly (CheckedFile | UnreadFile)[],
  { version, locate }: SarifOptions,
): string {
  const read = files.filter(isRead);
  const notifications = files.flatMap((file) => (isRead(file) ? [] : [notificationOf(file)]));
  const log = {
    $schema: SARIF_SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'unwind', version, semanticVersion: version, rules: sarifRules } },
        invocations: [
          {
            executionSuccessful: notifications.length === 0,
            ...(notifications.length === 0 ? {} : { toolExecutionNotifications: notifications }),
          },
        ],
        originalUriBaseIds: sarifBases,
        artifacts: read.map((file) => artifactOf(file, locate)),
        results: read.flatMap((file, index) => resultsOf(file, placing(file, index, locate))),
        columnKind: 'unicodeCodePoints',
      },
    ],
  };
  return `${safeJson(JSON.stringify(log, null, 2))}\n`;
}

function notificationOf({ error }: UnreadFile) {
  return { level: 'error', message: sarifMessage(error) };
}

const MEDIA_TYPES = { harness: 'application/harnessxml+xml', plan: 'application/json' } as const;

function artifactOf({ path, bytes, dialect }: CheckedFile, locate: Locate) {
  const mimeType = dialect === 'harness' || dialect === 'plan' ? MEDIA_TYPES[dialect] : undefined;
  return {
    location: sarifLocation(path, locate),
    length: bytes.length,
    roles: ['analysisTarget'],
    ...(mimeType === undefined ? {} : { mimeType }),
    hashes: { 'sha-256': bytesToHex(sha256(bytes)) },
  };
}

type Placing = (place: Place) => {
  readonly artifactLocation: object;
  readonly region: object;
};

function placing({ path }: CheckedFile, index: number, locate: Locate): Placing {
  const { description: _, ...location } = { description: null, ...sarifLocation(path, locate) };
  return ({ line, column, endLine, endColumn }) => ({
    artifactLocation: { ...location, index },
    region: { startLine: line, startColumn: column, endLine, endColumn },
  });
}

function resultsOf(file: CheckedFile, place: Placing) {
  const fingerprints = fingerprintsOf(file);
  return file.findings.map((finding, index) => resultOf(finding, place, fingerprints[index] ?? ''));
}

/** A note is a sentence of its own. */
function withNote({ message: text, note }: Diagnostic): string {
  return note === undefined ? text : `${text} (${note})`;
}

function resultOf(finding: Diagnostic, place: Placing, fingerprint: string) {
  const { code, severity, id, related } = finding;
  const ruleIndex = ruleIndexOf(code);
  return {
    ruleId: code,
    ...(ruleIndex < 0 ? {} : { ruleIndex }),
    level: severity,
    message: sarifMessage(withNote(finding)),
    locations: [
      {
        physicalLocation: place(finding),
        ...(id === null ? {} : { logicalLocations: [{ name: id, kind: 'element' }] }),
      },
    ],
    ...(related.length === 0
      ? {}
      : {
          relatedLocations: related.map((other, number) => ({
            id: number + 1,
            physicalLocation: place(other),
            message: sarifMessage(other.message),
          })),
        }),
    partialFingerprints: { 'unwind/v1': fingerprint },
  };
}
