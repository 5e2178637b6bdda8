/** What a search reached of what can be reached, for people: by kind, and what is missing. */

import type { Coverage, CoverageGroup } from '../report.ts';
import type { StepInfo } from '../space/steps.ts';
import type { CoverageSpace } from './points.ts';

export const MOST_MISSING = 50;

/**
 * @param points Names of everything that was reached.
 * @param isPart Of a part all that is missing is named, so that parts can be put together.
 */
export const summarise = (
  known: CoverageSpace,
  points: Iterable<string>,
  isPart: boolean,
): Coverage => {
  const reached = new Map<string, Set<string>>();
  for (const point of points) {
    if (point.startsWith('~')) continue;
    const [group = '', ...rest] = point.split('|');
    const name = group === 'join' ? (rest[0] ?? '') : rest.join('|');
    const names = reached.get(group);
    if (names === undefined) reached.set(group, new Set([name]));
    else names.add(name);
  }
  return {
    groups: groupsOf(known).flatMap(({ id, title, all }): CoverageGroup[] => {
      const names = reached.get(id) ?? new Set<string>();
      if (all === null) {
        return names.size === 0
          ? []
          : [
              {
                ...{ id, title, reached: names.size, reachable: null, missing: [], unreached: 0 },
                names: [...names].sort().map(inWords),
              },
            ];
      }
      if (all.length === 0) return [];
      const missing = all.filter((name) => !names.has(name));
      return [
        {
          id,
          title,
          reached: all.length - missing.length,
          reachable: all.length,
          missing: (isPart ? missing : missing.slice(0, MOST_MISSING)).map(inWords),
          unreached: missing.length,
        },
      ];
    }),
  };
};

const inWords = (name: string): string => name.replaceAll('|', ' → ');

interface Group {
  readonly id: string;
  readonly title: string;
  /** Null where nobody can say what all of them are. */
  readonly all: readonly string[] | null;
}

const groupsOf = (known: CoverageSpace): readonly Group[] => {
  const { space, joins, errorEdges, loops } = known;
  const { steps, workflow } = space;
  const all = [...steps.values()];
  const undos = new Set(
    workflow.edges.flatMap(({ type, to }) => (type === 'compensation' ? [to] : [])),
  );
  const isForward = ({ name, node }: StepInfo): boolean =>
    !undos.has(node.id) && !name.startsWith('compensate:');
  const called = all.filter((step) => step.isCalled && isForward(step));
  const edges = workflow.edges.filter(({ type }) => type === 'compensation');
  const compensations = edges.map(({ from, to }) =>
    workflow.orbit === undefined ? `${from}|${to}` : `${from}|${from}`,
  );
  const names = (chosen: readonly StepInfo[]): readonly string[] => chosen.map(({ name }) => name);
  const retried = called.filter(({ retry }) => (retry?.maxAttempts ?? 1) > 1);
  const bounded = called.filter(({ timeout }) => timeout !== null);
  return [
    { id: 'step-succeeded', title: 'steps that succeeded', all: names(called) },
    { id: 'step-failed', title: 'steps that failed', all: names(called) },
    {
      id: 'fault',
      title: 'ways in which calls went wrong',
      all: called.flatMap(({ name, timeout }) =>
        ['refused', 'fails', 'lost', 'hangs', ...(timeout === null ? [] : ['late'])].map(
          (kind) => `${name}|${kind}`,
        ),
      ),
    },
    { id: 'retry-helped', title: 'retries that helped', all: names(retried) },
    { id: 'exhausted', title: 'retries that were used up', all: names(retried) },
    { id: 'timeout', title: 'timeouts that passed', all: names(bounded) },
    {
      id: 'queue-timeout',
      title: 'waits for a worker that were too long',
      all: names(all.filter(({ node }) => node.queueTimeout !== undefined)),
    },
    {
      id: 'error-edge',
      title: 'error edges that were taken',
      all: errorEdges.map(({ from, to }) => `${from}|${to}`),
    },
    { id: 'compensated', title: 'compensations that ran', all: compensations },
    { id: 'compensation-failed', title: 'compensations that failed', all: compensations },
    { id: 'join', title: 'joins that were met', all: [...joins.keys()] },
    {
      id: 'guard',
      title: 'guards by their answer',
      all: [...known.guarded].flatMap((name) => [`${name}|true`, `${name}|false`]),
    },
    {
      id: 'decision',
      title: 'ways that decisions took',
      all: all.flatMap(({ name, node }) =>
        [
          ...(node.cases ?? []).map(({ to }) => to),
          ...(node.otherwise === null ? [] : [node.otherwise]),
        ].map((to) => `${name}|${to}`),
      ),
    },
    {
      id: 'loop',
      title: 'loops by how often',
      all: [...new Set(loops.values())].flatMap((name) =>
        ['none', 'one', 'many'].map((count) => `${name}|${count}`),
      ),
    },
    {
      id: 'skipped',
      title: 'steps skipped at their timeout',
      all: names(bounded.filter(({ node }) => node.timeout?.onTimeout === 'skip')),
    },
    // A cancel that comes while a run unwinds changes nothing.
    { id: 'cancel', title: 'moments of a cancel', all: phasesOf(false, retried.length) },
    { id: 'crash', title: 'moments of a crash', all: phasesOf(edges.length > 0, retried.length) },
    { id: 'operator', title: 'acts of operators', all: null },
    { id: 'code', title: 'codes of failures', all: null },
    { id: 'outcome', title: 'ends', all: null },
  ];
};

const phasesOf = (undoes: boolean, retried: number): readonly string[] => [
  'while a step runs',
  ...(retried > 0 ? ['while a retry waits'] : []),
  ...(undoes ? ['while a compensation runs'] : []),
];
