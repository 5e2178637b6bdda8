/** HX-31xx: expressions are well-formed, name what is declared, and read what can be there. */

import type { Reference } from '../../expression/index.ts';
import { holdsCredential } from '../../model/credential-forms.ts';
import { quote } from '../../model/show.ts';
import { branchesOf } from '../branches.ts';
import { expressionsOf, type ReadSite } from '../expressions.ts';
import { relatedSpot, type Spot, spotOf } from '../findings.ts';
import { flowOf } from '../graph.ts';
import { suggestion } from '../near.ts';
import { orderOf } from '../order.ts';
import { portNamed } from '../ports.ts';
import { isVisible, scopesOf, undoneBy } from '../variables.ts';
import { type DocumentView, type NodeView, partOf, portNames } from '../view.ts';
import type { Report, Rule } from './rule.ts';

type PortReference = Extract<Reference, { kind: 'port' }>;
/** No variable has a longer one. */
const LONGEST_NAME = 255;

type VariableReference = Extract<Reference, { kind: 'variable' }>;

function syntax(code: string): (view: DocumentView, report: Report) => void {
  return (view, report) => {
    for (const site of expressionsOf(view)) {
      if (site.error?.code === code) report(spotAt(site), say(site, site.error.message));
    }
  };
}

function variablesInTheirLoop(view: DocumentView, report: Report): void {
  const { loopsByVariable } = scopesOf(view);
  for (const site of expressionsOf(view)) {
    for (const reference of site.references) {
      if (reference.kind !== 'variable' || site.node === null) continue;
      if (isVisibleAt(view, site, reference.name)) continue;
      const name = variableMeantBy(view, reference);
      const [loop] = name === null ? [] : (loopsByVariable.get(name) ?? []);
      if (name === null || loop === undefined) continue;
      report(
        spotAt(site),
        say(
          site,
          `${quote(name)} is a variable of loop ${quote(loop.node.id)}, and means something only in its body ${quote(loop.node.loop?.body ?? '')}`,
        ),
        { related: [relatedSpot(`loop ${quote(loop.node.id)}`, partOf(loop, 'loop'))] },
      );
    }
  }
}

/**
 * The variable of a loop elsewhere that a name stands for. Where none is visible, a name ends
 * at its first `.`, and that of the variable may go on behind it.
 */
function variableMeantBy(view: DocumentView, { name, written }: VariableReference): string | null {
  const { loopsByVariable } = scopesOf(view);
  if (loopsByVariable.has(name)) return name;
  const run = written.slice(0, LONGEST_NAME);
  for (let end = run.length; end > name.length; end = run.lastIndexOf('.', end - 1)) {
    const longer = run.slice(0, end);
    if (loopsByVariable.has(longer)) return longer;
  }
  return null;
}

function isVisibleAt(view: DocumentView, site: ReadSite, name: string): boolean {
  return site.node !== null && isVisible(view, site.node, name);
}

function namesAreDeclared(view: DocumentView, report: Report): void {
  for (const site of expressionsOf(view)) {
    for (const reference of site.references) {
      const message = undeclared(view, site, reference);
      if (message !== null) report(spotAt(site), say(site, message));
    }
  }
}

function undeclared(view: DocumentView, site: ReadSite, reference: Reference): string | null {
  switch (reference.kind) {
    case 'port': {
      const outputs = view.nodesById.get(reference.node)?.node.outputs ?? [];
      if (portNamed(outputs, reference.port) !== undefined) return null;
      const near = suggestion(view.nearest(reference.port, portNames(outputs)));
      return `node ${quote(reference.node)} has no output ${quote(reference.port)}${near}`;
    }
    case 'variable': {
      const { name, written } = reference;
      if (isVisibleAt(view, site, name) || variableMeantBy(view, reference) !== null) return null;
      const node = view.nodesById.get(written) ?? view.nodesById.get(name);
      if (node !== undefined) {
        const [port] = node.node.outputs;
        const how = port === undefined ? 'it has no outputs' : `write ${node.node.id}.${port.name}`;
        return `${quote(node.node.id)} is a node, and a value is an output of one: ${how}`;
      }
      const near = suggestion(view.nearest(name, namesVisible(view)));
      return `there is no node or loop variable ${quote(name)}${near}`;
    }
    case 'artifact':
      if (view.artifactIds.has(reference.id)) return null;
      return `there is no artifact ${quote(reference.id)}${suggestion(view.nearest(reference.id, view.artifactIds))}`;
    case 'resource':
      if (view.resourceTypes.has(reference.id)) return null;
      return `there is no resource ${quote(reference.id)}${suggestion(view.nearest(reference.id, view.resourceTypes.keys()))}`;
    case 'config':
    case 'function':
      return null;
  }
}

function* namesVisible(view: DocumentView): Generator<string> {
  yield* scopesOf(view).loopsByVariable.keys();
  yield* view.nodesById.keys();
}

function readsWhatCanBeThere(view: DocumentView, report: Report): void {
  for (const site of expressionsOf(view)) {
    const said = new Set<string>();
    for (const reference of site.references) {
      if (reference.kind !== 'port' || site.node === null || said.has(reference.node)) continue;
      said.add(reference.node);
      const message = tooEarly(view, site, site.node, reference);
      const read = view.nodesById.get(reference.node);
      if (message === null || read === undefined) continue;
      const related = relatedSpot(`node ${quote(reference.node)}`, read.element, 'id');
      report(spotAt(site), say(site, message), { related: [related] });
    }
  }
}

/** Why the value that a node reads can't be there when it reads it, or null. */
function tooEarly(
  view: DocumentView,
  site: ReadSite,
  reader: NodeView,
  reference: PortReference,
): string | null {
  const read = view.nodesById.get(reference.node);
  if (read === undefined) return null;
  const name = quote(read.node.id);
  const own = quote(reader.node.id);
  if (read === reader && site.moment !== 'end') {
    return `node ${name} reads its own output, which is there only when it has run`;
  }
  const order = orderOf(view);
  const late =
    site.moment === 'start' ? order.endsAfterStart(reader, read) : order.endsAfterEnd(reader, read);
  if (late) {
    const { loopsByBody } = scopesOf(view);
    return loopsByBody.get(reader)?.includes(read) === true
      ? `loop ${name} has no outputs while its body ${own} runs`
      : `node ${name} runs only after ${own}, so its output can't be there yet`;
  }
  const decision = branchesOf(view).excludes(reader, read);
  if (decision !== null) {
    return `decision ${quote(decision.node.id)} leads to ${own} or to ${name}, never to both`;
  }
  if (isOnlyAnUndo(view, read) && !isOnlyAnUndo(view, reader)) {
    return `${name} runs only to undo another node, and then nothing else does`;
  }
  const undone = site.moment === 'start' && isOnlyAnUndo(view, reader) ? undoneBy(reader) : [];
  if (undone.length > 0 && !undone.some((each) => order.mayPrecede(read, each))) {
    return `${own} compensates ${quote(undone[0]?.node.id ?? '')} and can read that node and what runs before it; ${name} need not have run`;
  }
  return null;
}

const undos = new WeakMap<NodeView, boolean>();

/** A node that a compensation edge leads to, and that takes part in no forward flow. */
function isOnlyAnUndo(view: DocumentView, node: NodeView): boolean {
  let known = undos.get(node);
  if (known === undefined) {
    const { decisionTargets, loopBodies } = flowOf(view).roles;
    known =
      undoneBy(node).length > 0 &&
      node.node.id !== view.workflow.entry &&
      node.incoming.every(({ type }) => type === 'compensation') &&
      !decisionTargets.has(node.node.id) &&
      !loopBodies.has(node.node.id);
    undos.set(node, known);
  }
  return known;
}

function spotAt(site: ReadSite): Spot {
  return spotOf(site.element, site.attribute);
}

const withCredential = new WeakMap<ReadSite, boolean>();

/** Where it is, and what; of an expression that holds a credential no name is shown in full. */
function say(site: ReadSite, message: string): string {
  let hides = withCredential.get(site);
  if (hides === undefined) {
    hides = holdsCredential(site.text);
    withCredential.set(site, hides);
  }
  return `${where(site)}: ${hides ? message.replace(/(['"])([^'"]{4})[^'"]+\1/g, '$1$2…$1') : message}`;
}

function where(site: ReadSite): string {
  const own = site.element.local === 'input' || site.element.local === 'output';
  const name = site.element.attributes['name'] ?? '';
  const id = site.node?.node.id ?? '';
  if (site.element.local === 'edge') return `condition of the edge out of ${quote(id)}`;
  return `${site.attribute} of <${site.element.local}>${own ? ` ${quote(name)}` : ''} of ${quote(id)}`;
}

export const expressionRules: readonly Rule[] = [
  {
    code: 'HX-3101',
    severity: 'error',
    title: 'expressions are well-formed',
    check: syntax('HX-3101'),
  },
  {
    code: 'HX-3102',
    severity: 'error',
    title: 'loop variables are used inside their loop body only',
    check: variablesInTheirLoop,
  },
  {
    code: 'HX-3103',
    severity: 'error',
    title: 'expressions name declared nodes, ports, artifacts and resources',
    check: namesAreDeclared,
  },
  {
    code: 'HX-3104',
    severity: 'error',
    title: 'expressions read no node that cannot have completed before',
    check: readsWhatCanBeThere,
  },
  {
    code: 'HX-3105',
    severity: 'error',
    title: 'expressions call known functions only',
    check: syntax('HX-3105'),
  },
];
