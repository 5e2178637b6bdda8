/** HX-2001 to HX-2003: what is referred to, is declared. */

import { quote } from '../../model/show.ts';
import { spotOf } from '../findings.ts';
import { suggestion } from '../near.ts';
import { resourceTypes } from '../structure.ts';
import { attributeOf, childNamed, childrenNamed, type XmlElement } from '../tree.ts';
import type { DocumentView, NodeView } from '../view.ts';
import type { Report, Rule } from './rule.ts';

interface Reference {
  readonly element: XmlElement;
  readonly attribute: string;
}

/**
 * Attributes that name a node, save `compensates`, which HX-2004 looks at, and those of edges
 * whose node is known.
 */
function* nodeReferences(view: DocumentView): Generator<Reference> {
  yield { element: view.root, attribute: 'entry' };
  for (const { node, element } of view.nodes) {
    const cases = node.cases === null ? null : childNamed(element, 'cases');
    for (const child of cases?.children ?? []) {
      if (child.local === 'case' || child.local === 'otherwise') {
        yield { element: child, attribute: 'to' };
      }
    }
    const loop = node.loop === null ? null : childNamed(element, 'loop');
    const body = loop === null ? null : childNamed(loop, 'body');
    if (body !== null) yield { element: body, attribute: 'ref' };
  }
  for (const { element, source, target } of view.edges) {
    if (source === null) yield { element, attribute: 'from' };
    if (target === null) yield { element, attribute: 'to' };
  }
}

function nodesExist(view: DocumentView, report: Report): void {
  for (const { element, attribute } of nodeReferences(view)) {
    const name = attributeOf(element, attribute);
    if (name === null || name === '' || view.nodesById.has(name)) continue;
    const near = suggestion(view.nearest(name, view.nodesById.keys()));
    const message = `${attribute} of <${element.local}> names ${quote(name)}, and there is no such node${near}`;
    report(spotOf(element, attribute), message);
  }
}

function refsOf(view: NodeView, name: string, count: number): readonly XmlElement[] {
  return count === 0 ? [] : childrenNamed(view.element, name);
}

function resourcesExist(view: DocumentView, report: Report): void {
  for (const each of view.nodes) {
    for (const element of refsOf(each, 'resourceRef', each.node.resources.length)) {
      const name = attributeOf(element, 'ref');
      if (name === null || view.resourceTypes.has(name)) continue;
      const near = suggestion(view.nearest(name, view.resourceTypes.keys()));
      report(spotOf(element, 'ref'), `there is no resource ${quote(name)}${near}`);
    }
  }
}

function artifactsExist(view: DocumentView, report: Report): void {
  for (const each of view.nodes) {
    for (const element of refsOf(each, 'artifactRef', each.node.artifacts.length)) {
      const name = attributeOf(element, 'ref');
      if (name === null || view.artifactIds.has(name)) continue;
      const near = suggestion(view.nearest(name, view.artifactIds));
      report(spotOf(element, 'ref'), `there is no artifact ${quote(name)}${near}`);
    }
  }
}

function modelForInference(view: DocumentView, report: Report): void {
  for (const { kind, node, element } of view.nodes) {
    if (kind !== 'inference') continue;
    const types = node.resources.map(({ ref }) => view.resourceTypes.get(ref));
    // What leads nowhere or is of no type has its own finding, and perhaps is meant as the model.
    if (types.some((type) => type === 'model' || !isResourceType(type))) continue;
    report(
      spotOf(element),
      `inference node ${quote(node.id)} refers to no resource of type model: add a <resourceRef> to one`,
    );
  }
}

function isResourceType(type: string | undefined): boolean {
  return resourceTypes.some((each) => each === type);
}

export const referenceRules: readonly Rule[] = [
  {
    code: 'HX-2001',
    severity: 'error',
    title: 'edges, cases, loop bodies and entry name nodes',
    check: nodesExist,
  },
  {
    code: 'HX-2002',
    severity: 'error',
    title: 'resourceRef names a resource',
    check: resourcesExist,
  },
  {
    code: 'HX-2003',
    severity: 'error',
    title: 'artifactRef names an artifact',
    check: artifactsExist,
  },
  {
    code: 'HX-2501',
    severity: 'error',
    title: 'an inference node refers to a resource of type model',
    check: modelForInference,
  },
];
