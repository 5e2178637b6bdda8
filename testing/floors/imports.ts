/** Who may import whom: floors, packages, and no circles. */

import { type Files, type Import, importsOf, isForTests } from './sources.ts';

/** From the ground up; a file imports from its own floor or a lower one. */
const FLOORS = ['core', 'simulator', 'conformance', 'web'];

/** Packages that need no platform, so that core and simulator run in every engine. */
const PURE_PACKAGES = [
  '@noble/hashes',
  'fast-xml-parser',
  'fastest-levenshtein',
  'pure-rand',
  'saxes',
  'xstate',
];

/** The only parts of core and simulator that may touch the platform. */
const PLATFORM_FOLDERS = ['simulator/live/', 'simulator/edge/'];

const LANGUAGE = ['core/model/', 'core/expression/', 'core/orbit/expression/'];

/** What judges the simulator shares no reading of the specification with it, nor with another. */
const READINGS = [
  { who: 'rules', folder: 'conformance/rules/', reads: LANGUAGE },
  { who: 'a second reading', folder: 'conformance/oracle/harness/', reads: LANGUAGE },
  { who: 'a second reading', folder: 'conformance/oracle/orbit/', reads: LANGUAGE },
];
const HIDDEN_FROM_READINGS = ['simulator/', 'core/lifecycle/'];

type Graph = ReadonlyMap<string, readonly Import[]>;

/** True for files that have to run in any engine, whatever its platform. */
export function isPure(path: string): boolean {
  return /^(core|simulator)\//.test(path) && !startsWithAny(path, PLATFORM_FOLDERS);
}

/** One sentence for each import that breaks a rule; empty if all hold. */
export function importProblems(files: Files): readonly string[] {
  const graph = new Map([...files].map(([path, text]) => [path, importsOf(path, text)]));
  return [
    ...upwardImports(graph),
    ...platformImports(graph),
    ...importsOfReadings(graph),
    ...circles(graph),
  ];
}

function upwardImports(graph: Graph): readonly string[] {
  return targets(graph).flatMap(([path, target]) => {
    const from = floorOf(path);
    const to = floorOf(target);
    if (isForTests(target)) return [`${path} imports ${target}, which is for tests only`];
    if (from === null) return [];
    if (to === null) return [`${path} imports ${target}, which is outside of the floors`];
    return to > from ? [`${path} imports ${target}, which is on a higher floor`] : [];
  });
}

function platformImports(graph: Graph): readonly string[] {
  return [...graph]
    .filter(([path]) => isPure(path))
    .flatMap(([path, imports]) =>
      imports.flatMap(({ specifier, target }) => {
        if (target === null) {
          return startsWithAny(
            `${specifier}/`,
            PURE_PACKAGES.map((name) => `${name}/`),
          )
            ? []
            : [`${path} imports ${specifier}, which may need a platform`];
        }
        return startsWithAny(target, PLATFORM_FOLDERS)
          ? [`${path} imports ${target}, which touches the platform`]
          : [];
      }),
    );
}

function importsOfReadings(graph: Graph): readonly string[] {
  return READINGS.flatMap(({ who, folder, reads }) => {
    const files = [...graph.keys()].filter((path) => path.startsWith(folder));
    const direct = targets(graph)
      .filter(
        ([path, target]) => files.includes(path) && !startsWithAny(target, [folder, ...reads]),
      )
      .map(([path, target]) => `${path} imports ${target}, which ${who} may not read`);
    const indirect = files.flatMap((file) =>
      [...reachableFrom(file, graph)]
        .filter((target) => startsWithAny(target, HIDDEN_FROM_READINGS))
        .map((target) => `${file} reaches ${target}, so it is not independent of what it judges`),
    );
    return [...direct, ...indirect];
  });
}

/** One circle for each file that closes one, written out as the way round. */
function circles(graph: Graph): readonly string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (path: string): void => {
    const start = way.indexOf(path);
    if (start >= 0) {
      found.push(`circle: ${[...way.slice(start), path].join(' → ')}`);
      return;
    }
    if (done.has(path)) return;
    way.push(path);
    for (const { target } of graph.get(path) ?? []) if (target !== null) visit(target);
    way.pop();
    done.add(path);
  };
  for (const path of graph.keys()) visit(path);
  return found;
}

function reachableFrom(start: string, graph: Graph): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    for (const { target } of graph.get(path) ?? []) {
      if (target === null || reached.has(target)) continue;
      reached.add(target);
      open.push(target);
    }
  }
  return reached;
}

function targets(graph: Graph): readonly (readonly [path: string, target: string])[] {
  return [...graph].flatMap(([path, imports]) =>
    imports.flatMap(({ target }) => (target === null ? [] : [[path, target] as const])),
  );
}

/** Null for what is on no floor, such as the package's entry above all of them. */
function floorOf(path: string): number | null {
  const floor = FLOORS.findIndex((name) => path.startsWith(`${name}/`));
  return floor < 0 ? null : floor;
}

function startsWithAny(text: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => text.startsWith(prefix));
}
