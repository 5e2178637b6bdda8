/** HX-1101: what is named, is named once; and ids that a reader would take for each other. */

import { quote } from '../../model/show.ts';
import { relatedSpot, spotOf } from '../findings.ts';
import { attributeOf, childNamed, childrenNamed, type XmlElement } from '../tree.ts';
import type { DocumentView } from '../view.ts';
import type { Report, Rule } from './rule.ts';

interface Space {
  readonly noun: string;
  readonly attribute: 'id' | 'name';
  /** Null for what has no name. */
  readonly names: readonly (string | null)[];
  /** In the order of the names. Most spaces have nothing to report, and need none. */
  elements(): readonly XmlElement[];
}

function* spacesOf(view: DocumentView): Generator<Space> {
  const { nodes, edges, resourceElements, artifactElements } = view;
  yield {
    noun: 'node',
    attribute: 'id',
    names: nodes.map(({ node }) => node.id),
    elements: () => nodes.map(({ element }) => element),
  };
  yield {
    noun: 'edge',
    attribute: 'id',
    names: edges.map(({ edge }) => edge.id),
    elements: () => edges.map(({ element }) => element),
  };
  yield spaceOf('resource', 'id', resourceElements);
  yield spaceOf('artifact', 'id', artifactElements);
  for (const { node, element } of nodes) {
    if (node.inputs.length > 1) yield portSpace(element, 'inputs', 'input');
    if (node.outputs.length > 1) yield portSpace(element, 'outputs', 'output');
  }
}

function portSpace(element: XmlElement, wrapper: string, noun: string): Space {
  const around = childNamed(element, wrapper);
  return spaceOf(noun, 'name', around === null ? [] : childrenNamed(around, noun));
}

function spaceOf(noun: string, attribute: 'id' | 'name', elements: readonly XmlElement[]): Space {
  const names = elements.map((element) => attributeOf(element, attribute));
  return { noun, attribute, names, elements: () => elements };
}

/** A set tells without any bookkeeping that there is nothing to report. */
function areDistinct({ names }: Space, fold: (name: string) => string): boolean {
  if (names.length < 2) return true;
  const seen = new Set<string>();
  let count = 0;
  for (const name of names) {
    if (name === null) continue;
    seen.add(fold(name));
    count += 1;
  }
  return seen.size === count;
}

function unique(view: DocumentView, report: Report): void {
  for (const space of spacesOf(view)) {
    if (areDistinct(space, (name) => name)) continue;
    const { noun, attribute, names, elements } = space;
    const first = new Map<string, XmlElement>();
    for (const [index, element] of elements().entries()) {
      const name = names[index];
      if (name === null || name === undefined || name === '') continue;
      const other = first.get(name);
      if (other === undefined) {
        first.set(name, element);
        continue;
      }
      report(
        spotOf(element, attribute),
        `there is ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun} ${quote(name)} already: give one of the two another ${attribute}`,
        { related: [relatedSpot(`the first ${noun} ${quote(name)}`, other, attribute)] },
      );
    }
  }
}

function differInMoreThanCase(view: DocumentView, report: Report): void {
  for (const space of spacesOf(view)) {
    // Identifiers are ASCII, so that small letters are the same in every engine.
    if (areDistinct(space, (name) => name.toLowerCase())) continue;
    const { noun, attribute, names, elements } = space;
    const first = new Map<string, readonly [string, XmlElement]>();
    for (const [index, element] of elements().entries()) {
      const name = names[index];
      if (name === null || name === undefined || name === '') continue;
      const folded = name.toLowerCase();
      const other = first.get(folded);
      if (other === undefined) {
        first.set(folded, [name, element]);
      } else if (other[0] !== name) {
        report(
          spotOf(element, attribute),
          `${noun} ${quote(name)} differs from ${quote(other[0])} only in the case of letters`,
          { related: [relatedSpot(`${noun} ${quote(other[0])}`, other[1], attribute)] },
        );
      }
    }
  }
}

export const identifierRules: readonly Rule[] = [
  {
    code: 'HX-1101',
    severity: 'error',
    title: 'identifiers are unique in their space',
    check: unique,
  },
  {
    code: 'U1011',
    severity: 'warning',
    title: 'ids differ in more than the case of letters',
    check: differInMoreThanCase,
  },
];
