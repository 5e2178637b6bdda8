/** Why two reports can't be held side by side, or not without care. */

import type { Certification } from '../../suite/certification.ts';
import type { Side } from './comparison.ts';

/** Whether it says all that there is to say of what was asked. */
export const isWhole = ({ kind, interrupted, truncated, shard }: Certification): boolean =>
  kind === 'runtime' && interrupted !== true && truncated !== true && shard === null;

/** @param shared How many profiles both have. */
export const caveatsOf = (
  a: Certification,
  b: Certification,
  names: { readonly a: Side; readonly b: Side },
  shared: number,
): readonly string[] => [
  ...(shared > 0 ? [] : ['They have no profile in common, so no rule can be compared.']),
  ...otherRules(a, b),
  ...notWhole(a, names.a),
  ...notWhole(b, names.b),
  ...otherRuns(a, b),
  ...otherLevels(a, b),
  ...realClock(a, names.a),
  ...realClock(b, names.b),
];

const otherRules = (a: Certification, b: Certification): readonly string[] => {
  if (a.suite.rules === b.suite.rules) return [];
  const idsOf = ({ profiles }: Certification) =>
    new Set(profiles.flatMap(({ rules }) => rules.map(({ id }) => id)));
  const [before, after] = [idsOf(a), idsOf(b)];
  const gone = [...before].filter((id) => !after.has(id)).length;
  const added = [...after].filter((id) => !before.has(id)).length;
  const counts =
    gone + added === 0 ? '' : ` (${gone} only in the first report, ${added} only in the second)`;
  return [
    `They were judged by different rules, of unwind ${a.suite.version} and ${b.suite.version}${counts}: only rules of the same id are compared, and those may have changed.`,
  ];
};

const notWhole = (
  { kind, interrupted, truncated, shard }: Certification,
  { name }: Side,
): readonly string[] => [
  ...(kind === 'traces'
    ? [`The report on ${name} is of traces: most rules are not assessed.`]
    : []),
  ...(truncated === true ? [`The report on ${name} ends before its end.`] : []),
  ...(interrupted === true ? [`The certification of ${name} was interrupted.`] : []),
  ...(shard === null
    ? []
    : [`The report on ${name} is shard ${shard.index} of ${shard.count}: merge them first.`]),
];

const otherRuns = (a: Certification, b: Certification): readonly string[] =>
  a.seed === b.seed && a.runs === b.runs
    ? []
    : [
        `They saw different runs (${runsOf(a)}; ${runsOf(b)}): what one of them never saw may have been there in the other.`,
      ];

const runsOf = ({ seed, runs }: Certification): string => `seed ${seed}, ${runs} generated`;

const otherLevels = (a: Certification, b: Certification): readonly string[] =>
  a.level === b.level
    ? []
    : [
        `They were asked for different levels of HarnessXML (${a.level ?? 'full'}; ${b.level ?? 'full'}): rules above the lower one are left out.`,
      ];

const realClock = ({ driver }: Certification, { name }: Side): readonly string[] =>
  driver?.clock.kind === 'real'
    ? [
        `${name} ran on a real clock: its waits are judged to within ${driver.clock.toleranceMs} ms.`,
      ]
    : [];
