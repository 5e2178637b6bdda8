/** HX-2201 to HX-2208: the elements that belong to one type of node, and what they must say. */

import { quote } from '../../model/show.ts';
import type { NodeKind } from '../../model/workflow.ts';
import { read } from '../attributes.ts';
import { collapse } from '../datatypes.ts';
import { spotOf } from '../findings.ts';
import { shorten } from '../prolog.ts';
import { loopAttributes } from '../structure.ts';
import { attributeOf, childNamed, type XmlElement } from '../tree.ts';
import type { DocumentView } from '../view.ts';
import type { Report, Rule } from './rule.ts';

/** The rule that an element stands on nodes of one type, and on none of another. */
function belongsTo(
  code: string,
  kind: NodeKind,
  name: 'cases' | 'loop' | 'subworkflow' | 'wait',
): Rule {
  return {
    code,
    severity: 'error',
    title: `<${name}> stands on every ${kind} node and on no other`,
    check: (view, report) => {
      for (const node of view.nodes) {
        const has = node.node[name] !== null;
        if (node.kind === null || has === (node.kind === kind)) continue;
        const part = childNamed(node.element, name);
        if (node.kind === kind && part === null) {
          report(
            spotOf(node.element),
            `node ${quote(node.node.id)} is of type ${kind} and has no <${name}>`,
          );
        } else if (node.kind !== null && node.kind !== kind && part !== null) {
          report(
            spotOf(part),
            `node ${quote(node.node.id)} is of type ${node.kind}: <${name}> belongs to a ${kind} node`,
          );
        }
      }
    },
  };
}

const waitAttributes = ['duration', 'until', 'event'] as const;

function oneWayToWait(view: DocumentView, report: Report): void {
  for (const { node, element } of view.nodes) {
    const wait = node.wait === null ? null : childNamed(element, 'wait');
    if (wait === null) continue;
    const given = waitAttributes.filter((name) => attributeOf(wait, name) !== null);
    if (given.length === 1) continue;
    const message =
      given.length === 0
        ? `the wait of ${quote(node.id)} says neither duration nor until nor event: it needs one of them`
        : `the wait of ${quote(node.id)} says ${given.join(' and ')}: it can have only one of them`;
    report(spotOf(wait, given[1] ?? null), message);
  }
}

const wantedByKind = {
  forEach: 'over',
  while: 'while',
  until: 'while',
  times: 'count',
} as const;

function loopSaysWhatItNeeds(view: DocumentView, report: Report): void {
  for (const { node, element } of view.nodes) {
    const loop = node.loop === null ? null : childNamed(element, 'loop');
    if (loop === null || node.loop === null) continue;
    const kind = attributeOf(loop, 'kind');
    if (kind !== node.loop.kind) continue;
    const wanted = wantedByKind[node.loop.kind];
    if (attributeOf(loop, wanted) !== null) continue;
    report(
      spotOf(loop),
      `the loop of ${quote(node.id)} is of kind ${kind} and has no ${wanted}: add ${wanted}="…"`,
    );
  }
}

function countWithinBound(view: DocumentView, report: Report): void {
  for (const { node, element } of view.nodes) {
    const loop = node.loop === null ? null : childNamed(element, 'loop');
    if (loop === null || node.loop?.kind !== 'times' || node.loop.count === null) continue;
    if (read(loop, loopAttributes, 'maxIterations') === null) continue;
    const count = digitsOf(loop, 'count');
    const maxIterations = digitsOf(loop, 'maxIterations');
    if (!isAbove(count, maxIterations)) continue;
    report(
      spotOf(loop, 'count'),
      `count ${shorten(count)} of ${quote(node.id)} is above maxIterations ${shorten(maxIterations)}: the two bounds contradict each other`,
    );
  }
}

/** A whole number without its sign and leading zeros; a model's numbers end at 2^53 − 1. */
function digitsOf(element: XmlElement, name: string): string {
  return collapse(attributeOf(element, name) ?? '').replace(/^\+?0*/, '');
}

function isAbove(left: string, right: string): boolean {
  return left.length === right.length ? left > right : left.length > right.length;
}

export const kindRules: readonly Rule[] = [
  belongsTo('HX-2201', 'decision', 'cases'),
  belongsTo('HX-2202', 'loop', 'loop'),
  belongsTo('HX-2203', 'subworkflow', 'subworkflow'),
  belongsTo('HX-2204', 'wait', 'wait'),
  {
    code: 'HX-2205',
    severity: 'error',
    title: 'wait says exactly one of duration, until and event',
    check: oneWayToWait,
  },
  {
    code: 'HX-2207',
    severity: 'error',
    title: 'a loop has the attribute that its kind needs',
    check: loopSaysWhatItNeeds,
  },
  {
    code: 'HX-2208',
    severity: 'error',
    title: 'count of a times loop is not above maxIterations',
    check: countWithinBound,
  },
];
