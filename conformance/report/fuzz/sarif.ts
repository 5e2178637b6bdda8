/**
 * A search in the Static Analysis Results Interchange Format, version 2.1.0 (OASIS): a result each
 * failure, with its schedule step by step as a code flow, and what a baseline excuses as suppressed.
 * It keeps to what code scanning takes: more results, steps or characters are left out, and said so.
 */

import { formatTime } from '../../../simulator/trace/explain/words.ts';
import type {
  DocumentPlace,
  DocumentReport,
  Failure,
  FuzzReport,
  StoryLine,
} from '../../fuzz/report.ts';
import { ruleOf as suiteRuleOf } from '../../rules/index.ts';
import { told } from '../certification/told.ts';
import { designResultOf, designRuleOf } from '../design/sarif.ts';
import type { Locate } from '../findings/located.ts';
import { SARIF_SCHEMA, sarifBases, sarifLocation, sarifMessage } from '../formats/sarif-parts.ts';
import { safeJson } from '../terminal/visible.ts';
import { kindOf } from './kinds.ts';
import { type Again, alarmsOf, countsOf, knownText, originOf, othersOf, titleOf } from './words.ts';

export interface FuzzSarifOptions {
  readonly locate: Locate;
  readonly again: Again;
}

/** Code scanning shows no more of one run. */
export const MOST_RESULTS = 5000;
/** Of one result: of a longer story the beginning and the end. */
export const MOST_STEPS = 1000;
/** Of all results: a step takes about 600 bytes, which pack to a tenth; 10 MB is the most. */
const MOST_STEPS_IN_ALL = 60_000;
/** In UTF-16 units. Of a longer message code scanning shows the beginning. */
const LONGEST_MESSAGE = 1000;
const LONGEST_STEP = 300;
const LONGEST_DETAIL = 8000;

/** The log; its last line has its end. */
export const renderFuzzSarif = (
  report: FuzzReport,
  { locate, again }: FuzzSarifOptions,
): string => {
  const all = report.documents.flatMap((document, index) =>
    document.failures.flatMap((failure) => placesOf(document, index, failure)),
  );
  // What is broken and open comes first, so that what does not fit matters least.
  const sorted = [...all].sort((left, right) => weightOf(left) - weightOf(right));
  const shown = sorted.slice(0, MOST_RESULTS);
  const design = report.documents
    .flatMap((document, artifact) =>
      (document.design ?? []).map((finding) => ({ document, artifact, finding })),
    )
    .slice(0, MOST_RESULTS - shown.length);
  const kinds = [
    ...[...new Set(shown.map(({ failure }) => failure.property))].sort(),
    ...[...new Set(design.map(({ finding }) => finding.code))].sort(),
  ];
  const room = { steps: MOST_STEPS_IN_ALL };
  const notifications = [
    ...alarmsOf(report).map(({ message }) => notification('error', message)),
    ...(all.length > shown.length
      ? [
          notification(
            'warning',
            `${all.length - shown.length} more results do not fit; the format json has all of them.`,
          ),
        ]
      : []),
    ...report.documents.flatMap(({ path, notes }) =>
      notes.map((note) => notification('note', `${path}: ${note}`)),
    ),
  ];
  const log = {
    $schema: SARIF_SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'unwind fuzz',
            version: report.version,
            semanticVersion: report.version,
            rules: kinds.map((kind) => designRuleOf(kind) ?? ruleOf(kind)),
          },
        },
        // Else a service takes this log in the place of that of `check`.
        automationDetails: { id: 'unwind/fuzz/' },
        invocations: [
          {
            executionSuccessful: report.timing.stoppedBy !== 'interrupt',
            ...(notifications.length === 0 ? {} : { toolExecutionNotifications: notifications }),
          },
        ],
        originalUriBaseIds: sarifBases,
        artifacts: report.documents.map(({ path, digest }) => ({
          location: sarifLocation(path, locate),
          roles: ['analysisTarget'],
          hashes: { 'sha-256': digest },
        })),
        results: [
          ...shown.map((each) => resultOf(each, { locate, again }, kinds, room)),
          ...design.map(({ document, artifact, finding }) =>
            designResultOf(
              finding,
              kinds.indexOf(finding.code),
              physicalLocation(document, artifact, finding.place, locate),
            ),
          ),
        ],
        columnKind: 'unicodeCodePoints',
      },
    ],
  };
  return `${safeJson(JSON.stringify(log, null, 1))}\n`;
};

const notification = (level: 'error' | 'warning' | 'note', text: string) => ({
  level,
  message: sarifMessage(told(text, LONGEST_MESSAGE)),
});

/** A failure at one node. Of the same with others only the node, and how it is called, differ. */
interface Placed {
  readonly document: DocumentReport;
  readonly artifact: number;
  readonly failure: Failure;
  readonly node: string | null;
  readonly fingerprint: string;
  readonly message: string;
  readonly place: DocumentPlace | null;
  /** Whether the story is that of this node. */
  readonly isFirst: boolean;
}

const placesOf = (
  document: DocumentReport,
  artifact: number,
  failure: Failure,
): readonly Placed[] => [
  { ...failure, document, artifact, failure, isFirst: true },
  ...failure.also.map(({ node, fingerprint, message }) => ({
    ...{ document, artifact, failure, node, fingerprint, message, isFirst: false },
    place: placeOf(document, node) ?? failure.place,
  })),
];

const placeOf = ({ places }: DocumentReport, node: string | null): DocumentPlace | null =>
  node !== null && places !== undefined && Object.hasOwn(places, node)
    ? (places[node] ?? null)
    : null;

const weightOf = ({ failure: { severity, known }, isFirst }: Placed): number =>
  (known === undefined ? 0 : 4) + (severity === 'error' ? 0 : 2) + (isFirst ? 0 : 1);

const ruleOf = (id: string) => {
  const kind = kindOf(id);
  const title = kind?.title ?? 'The built-in runtime broke a rule';
  const why =
    kind?.why ??
    `A runtime ${suiteRuleOf(id)?.title ?? 'keeps to the rules'}. The built-in one did not: that is a defect of unwind itself, not of the document.`;
  const mend = kind?.mend ?? 'Report it, with the scenario.';
  return {
    id,
    name: nameOf(title),
    shortDescription: sarifMessage(`${title}.`),
    fullDescription: sarifMessage(why),
    help: { text: `${why}\n\nWhat to do: ${mend}`, markdown: `${why}\n\n**What to do:** ${mend}` },
    defaultConfiguration: { level: 'warning' },
    properties: { tags: ['workflow', 'reliability'] },
  };
};

/** SARIF wants a name that is one word. */
const nameOf = (title: string): string =>
  (title.match(/[A-Za-z0-9]+/g) ?? [])
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('');

const resultOf = (
  { document, artifact, failure, fingerprint, message, node, place, isFirst }: Placed,
  { locate, again }: FuzzSarifOptions,
  kinds: readonly string[],
  room: { steps: number },
) => {
  const physical = (where: DocumentPlace | null) =>
    physicalLocation(document, artifact, where, locate);
  const details = [
    message,
    ...failure.causes.map((cause) => `because ${cause}`),
    `${titleOf(failure)}: ${originOf(failure)}`,
    countsOf(failure),
  ].join('; ');
  const steps = isFirst ? stepsOf(failure.story) : [];
  const isShown = steps.length > 0 && steps.length <= room.steps;
  if (isShown) room.steps -= steps.length;
  const others = isFirst ? othersOf(failure) : [];
  return {
    ruleId: failure.property,
    ruleIndex: kinds.indexOf(failure.property),
    level: failure.severity,
    message: sarifMessage(`${told(details, LONGEST_MESSAGE)}.`),
    locations: [
      {
        physicalLocation: physical(place),
        ...(node === null
          ? {}
          : { logicalLocations: [{ name: told(node, LONGEST_STEP), kind: 'element' }] }),
      },
    ],
    ...(isFirst
      ? {}
      : {
          relatedLocations: [
            {
              id: 1,
              physicalLocation: physical(failure.place),
              message: sarifMessage(
                told(`The same, with its schedule: ${failure.message}`, LONGEST_MESSAGE),
              ),
            },
          ],
        }),
    ...(isShown
      ? {
          codeFlows: [
            {
              message: sarifMessage(
                told(`The smallest run that shows it: ${failure.summary}`, LONGEST_MESSAGE),
              ),
              threadFlows: [
                {
                  locations: steps.map((step, index) => ({
                    location: {
                      physicalLocation: physical(placeOf(document, step.node)),
                      message: sarifMessage(
                        told(`${formatTime(step.at)}: ${step.text}`, LONGEST_STEP),
                      ),
                    },
                    executionOrder: index + 1,
                    importance: step.tone === 'bad' ? 'essential' : 'important',
                  })),
                },
              ],
            },
          ],
        }
      : {}),
    partialFingerprints: { 'unwindFuzz/v1': fingerprint },
    ...(failure.known === undefined
      ? {}
      : {
          suppressions: [
            {
              kind: 'external',
              status: 'accepted',
              justification: told(knownText(failure.known), LONGEST_MESSAGE),
            },
          ],
        }),
    properties: {
      faults: failure.faults,
      runs: failure.times,
      ...(others.length === 0
        ? {}
        : { also: others.slice(0, 100).map((name) => told(name, LONGEST_STEP)) }),
      ...(isFirst ? againOf(again(document, failure)) : {}),
    },
  };
};

/** A command that is cut can not be copied. */
const againOf = (command: string): { readonly again?: string } =>
  command.length > LONGEST_DETAIL ? {} : { again: told(command, LONGEST_DETAIL) };

const stepsOf = (story: readonly StoryLine[]): readonly StoryLine[] =>
  story.length <= MOST_STEPS
    ? story
    : [...story.slice(0, MOST_STEPS / 2), ...story.slice(story.length - MOST_STEPS / 2)];

/** What is about the run as a whole stands at the beginning of the document. */
const physicalLocation = (
  { path }: DocumentReport,
  index: number,
  place: DocumentPlace | null,
  locate: Locate,
) => {
  const { description: _, ...location } = { description: null, ...sarifLocation(path, locate) };
  return {
    artifactLocation: { ...location, index },
    region: { startLine: place?.line ?? 1, startColumn: place?.column ?? 1 },
  };
};
