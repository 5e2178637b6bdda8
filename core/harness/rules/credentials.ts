/**
 * HX-3501: a document names a credential and never holds one (§9.1.2). A known form of key is
 * an error; what only looks like one is a warning. No message shows more than the first four
 * characters, since messages end up in logs.
 */

import { beginningOf, SHORTEST_SECRET, suspect } from '../../model/credential-forms.ts';
import { quote } from '../../model/show.ts';
import { spotOf } from '../findings.ts';
import { shorten } from '../prolog.ts';
import { attributeOf, childNamed, childrenNamed, type XmlElement } from '../tree.ts';
import type { DocumentView } from '../view.ts';
import type { Report, Rule } from './rule.ts';

function noLiteralCredential(view: DocumentView, report: Report): void {
  for (const { element, part } of valuesOf(view)) {
    const value = part === 'text' ? element.text : attributeOf(element, part);
    if (value === null || value.length < SHORTEST_SECRET) continue;
    const name = attributeOf(element, 'name') ?? attributeOf(element, 'id') ?? '';
    const suspicion = suspect(value, name);
    if (suspicion === null) continue;
    const called = name === '' ? `<${element.local}>` : quote(name);
    const verb = suspicion.severity === 'error' ? 'holds' : 'may hold';
    const shown = shorten(beginningOf(value, suspicion.at));
    report(
      part === 'text' ? { element, attribute: null, text: true } : spotOf(element, part),
      `${part} of ${called} ${verb} ${suspicion.kind} (${shown}): name it with <credential ref="…"/> and keep it in a store`,
      { severity: suspicion.severity },
    );
  }
}

interface Value {
  readonly element: XmlElement;
  /** Text stands in the wrong place there, and may be a credential all the same. */
  readonly part: 'value' | 'default' | 'uri' | 'text';
}

function* valuesOf(view: DocumentView): Generator<Value> {
  const metadata = childNamed(view.root, 'metadata');
  const provenance = metadata === null ? null : childNamed(metadata, 'provenance');
  for (const element of provenance === null ? [] : childrenNamed(provenance, 'source')) {
    yield { element, part: 'uri' };
  }
  for (const element of [...view.resourceElements, ...view.artifactElements]) {
    yield { element, part: 'uri' };
    yield* valuesOfProperties(element);
  }
  for (const { element, node } of view.nodes) {
    const { config, inputs, outputs } = node;
    if (config.length > 0) yield* valuesOfProperties(childNamed(element, 'config'));
    if (inputs.length > 0) yield* valuesOfPorts(childNamed(element, 'inputs'));
    if (outputs.length > 0) yield* valuesOfPorts(childNamed(element, 'outputs'));
  }
}

function* valuesOfProperties(around: XmlElement | null): Generator<Value> {
  for (const element of around?.children ?? []) {
    if (element.local !== 'property') continue;
    if (isLong(element.attributes['value'])) yield { element, part: 'value' };
    if (isLong(element.text)) yield { element, part: 'text' };
  }
}

function* valuesOfPorts(around: XmlElement | null): Generator<Value> {
  for (const element of around?.children ?? []) {
    if (isLong(element.attributes['value'])) yield { element, part: 'value' };
    if (isLong(element.attributes['default'])) yield { element, part: 'default' };
    if (isLong(element.text)) yield { element, part: 'text' };
  }
}

function isLong(value: string | undefined): boolean {
  return value !== undefined && value.length >= SHORTEST_SECRET;
}

export const credentialRules: readonly Rule[] = [
  {
    code: 'HX-3501',
    severity: 'error',
    title: 'no literal credential',
    check: noLiteralCredential,
  },
];
