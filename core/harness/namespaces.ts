/**
 * Namespaces of XML 1.0 (third edition) over a parser that knows names alone. Nearly every
 * element of a document declares nothing, so a scope is shared until one does: this costs a
 * fifth of the time that a parser needs which makes a scope for each element.
 */

import { XML_NAMESPACE, XMLNS_NAMESPACE } from './namespace-names.ts';

/** Prefixes that are bound in one element, and those around it. The default one is ``. */
export interface Scope {
  readonly bound: ReadonlyMap<string, string>;
  readonly around: Scope | null;
}

export interface QualifiedName {
  readonly prefix: string;
  readonly local: string;
}

/** The namespace that a prefix stands for; null where nothing binds it. */
export function namespaceOf(prefix: string, scope: Scope | null): string | null {
  if (prefix === 'xml') return XML_NAMESPACE;
  if (prefix === 'xmlns') return XMLNS_NAMESPACE;
  for (let at = scope; at !== null; at = at.around) {
    const uri = at.bound.get(prefix);
    if (uri !== undefined) return uri;
  }
  return prefix === '' ? '' : null;
}

/** The namespace of an attribute by its name as written; one without a prefix has none. */
export function namespaceOfAttribute(name: string, scope: Scope | null): string {
  if (name === 'xmlns') return XMLNS_NAMESPACE;
  const colon = name.indexOf(':');
  return colon < 0 ? '' : (namespaceOf(name.slice(0, colon), scope) ?? '');
}

/** A name taken apart at its colon; null where it has more than one, or nothing beside it. */
export function splitName(name: string): QualifiedName | null {
  const colon = name.indexOf(':');
  if (colon < 0) return { prefix: '', local: name };
  const local = name.slice(colon + 1);
  if (colon === 0 || /^$|^[-.\d\u00B7\u203F\u2040\p{Mn}]|:/u.test(local)) return null;
  return { prefix: name.slice(0, colon), local };
}

/** What is wrong with binding a prefix to a namespace; null where nothing is. */
export function faultOfBinding(prefix: string, uri: string): string | null {
  if (prefix === 'xmlns') return 'the prefix xmlns is reserved: choose another';
  if ((prefix === 'xml') !== (uri === XML_NAMESPACE) || uri === XMLNS_NAMESPACE) {
    return 'the prefix xml and the namespaces of xml and xmlns are reserved: choose others';
  }
  if (prefix !== '' && uri === '') {
    return `the prefix '${prefix}' must not be bound to nothing: name a namespace`;
  }
  return null;
}
