/** Faults of design as results of a SARIF log, and their codes as its rules. */

import { designPages } from '../../../core/harness/pages/design.ts';
import { markdownOf } from '../../../core/harness/pages/index.ts';
import type { DesignFinding } from '../../design/finding.ts';
import { told } from '../certification/told.ts';
import { sarifMessage } from '../formats/sarif-parts.ts';

/** In UTF-16 units. */
const LONGEST_MESSAGE = 1000;
const LONGEST_NAME = 300;

export const designRuleOf = (code: string) => {
  const page = designPages.find((each) => each.code === code);
  if (page === undefined) return null;
  const { title, why, severity } = page;
  return {
    id: code,
    name: (title.match(/[A-Za-z0-9]+/g) ?? [])
      .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
      .join(''),
    shortDescription: sarifMessage(`${title.charAt(0).toUpperCase()}${title.slice(1)}.`),
    fullDescription: sarifMessage(why),
    help: { text: why, markdown: markdownOf(page) },
    defaultConfiguration: { level: severity },
    properties: { tags: ['workflow', 'design'] },
  };
};

/** @param physicalLocation Where the first of its steps stands. */
export const designResultOf = (
  { code, severity, message, nodes, numbers, witness, fingerprint, known }: DesignFinding,
  ruleIndex: number,
  physicalLocation: object,
) => ({
  ruleId: code,
  ruleIndex,
  level: severity,
  message: sarifMessage(
    told(`${message}. Seen in a run: ${witness.facts.join('; ')}.`, LONGEST_MESSAGE),
  ),
  locations: [
    {
      physicalLocation,
      logicalLocations: nodes
        .slice(0, 1)
        .map((name) => ({ name: told(name, LONGEST_NAME), kind: 'element' })),
    },
  ],
  partialFingerprints: { 'unwindFuzz/v1': fingerprint },
  ...(known === undefined
    ? {}
    : {
        suppressions: [
          {
            kind: 'external',
            status: 'accepted',
            justification: told(`${known.reason} (until ${known.expires})`, LONGEST_MESSAGE),
          },
        ],
      }),
  properties: { numbers },
});
