/** What a unit runs inside of: the iterations of a loop, the steps of a subworkflow. */

import type { Nodes } from './nodes.ts';

/** Nesting beyond it is not followed. */
const DEEPEST = 64;

/** The units around a unit, the innermost first: `each` for `send[1]`, `enrich` for `enrich/fetch`. */
export function containersOf(nodes: Nodes): (unit: string) => readonly string[] {
  const loops = new Map<string, string>();
  for (const [name, { loop }] of nodes) {
    if (loop !== null) loops.set(pathOf(name) + loop.body, name);
  }
  return (unit) => {
    const found: string[] = [];
    let at = containerOf(unit, loops);
    while (at !== null && found.length < DEEPEST) {
      found.push(at);
      at = containerOf(at, loops);
    }
    return found;
  };
}

function containerOf(unit: string, loops: ReadonlyMap<string, string>): string | null {
  const iteration = /^(.*?)((?:\[\d+\])*)\[\d+\]$/.exec(unit);
  if (iteration !== null) {
    const [, body = '', outer = ''] = iteration;
    const loop = loops.get(nodeOf(body));
    if (loop !== undefined) return pathOf(body) + loop.slice(pathOf(loop).length) + outer;
  }
  const path = pathOf(unit);
  return path === '' ? null : path.slice(0, -1).replace(/#\d+$/, '');
}

/** `enrich/` of `enrich/fetch`. */
function pathOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/') + 1);
}

/** The node of a unit of a second attempt of a subworkflow: `enrich/fetch` of `enrich#2/fetch`. */
function nodeOf(unit: string): string {
  return unit.replace(/#\d+(?=\/)/g, '');
}
