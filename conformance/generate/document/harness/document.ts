/** Arbitraries of valid HarnessXML documents: what they mean, and how they are written. */

import fc from 'fast-check';
import type { Workflow } from '../../../../core/model/workflow.ts';
import type { Element } from './element.ts';
import { makeWorkflow, type Recipe } from './make-workflow.ts';
import { type Printed, print } from './print.ts';
import { type Style, styles } from './style.ts';
import { toElements } from './to-elements.ts';

export interface Sample {
  readonly workflow: Workflow;
  readonly style: Style;
}

/** Small rows give plain documents, so a failure shrinks to one that can be read. */
const bytes = (most: number): fc.Arbitrary<Uint8Array> =>
  fc.uint8Array({ maxLength: most, size: 'max' });

const recipes: fc.Arbitrary<Recipe> = fc.record({
  head: bytes(120),
  nodes: fc.array(bytes(120), { minLength: 1, maxLength: 9, size: 'max' }),
  tail: bytes(60),
});

/** A valid workflow of any constructs, with nothing of XML in it. */
export const workflows: fc.Arbitrary<Workflow> = recipes.map(makeWorkflow);

export const samples: fc.Arbitrary<Sample> = fc.record({ workflow: workflows, style: styles });

export interface Written extends Printed {
  readonly root: Element;
}

export function write({ workflow, style }: Sample): Written {
  const root = toElements(workflow, style);
  return { root, ...print(root, style) };
}
