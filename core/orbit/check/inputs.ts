/** What a `with` gives, held against what a task or a workflow takes. */

import { quote } from '../../model/show.ts';
import type { Related } from '../findings.ts';
import type { Entry } from '../syntax/document.ts';
import type { Span } from '../syntax/token.ts';
import { type Fields, mayBeLeftOut } from '../types.ts';
import { checkAgainst } from './assign.ts';
import { firstOf } from './contracts.ts';
import { infer } from './infer.ts';
import type { TypeScope } from './type-scope.ts';

/** Names of missing inputs that one message shows. */
const SHOWN = 5;

export interface Target {
  /** As messages name it: `task 'a.run'`. */
  readonly what: () => string;
  /** Null where it is not known: then the values are looked at for themselves alone. */
  readonly inputs: Fields | null;
  /** Where it is called. */
  readonly called: Span;
  /** Whether the call could not be read as a whole, so that inputs may be there all the same. */
  readonly isBroken: boolean;
  /** Where it is declared. */
  readonly related: () => readonly Related[];
}

export function checkInputs(entries: readonly Entry[], target: Target, scope: TypeScope): void {
  const { findings, id } = scope;
  const { inputs, what, related } = target;
  const given = new Map<string, Span>();
  for (const { name, value } of entries) {
    const first = given.get(name.text);
    if (first === undefined) given.set(name.text, name);
    else {
      const details = { id, related: [firstOf(first)] };
      findings.add('U2004', name, `${quote(name.text)} is given twice`, details);
    }
    const type = inputs?.get(name.text);
    if (inputs !== null && type === undefined) {
      const hint = findings.suggest(name.text, inputs.keys());
      const message = `${what()} has no input ${quote(name.text)}${hint}`;
      findings.add('U2023', name, message, { id, related: related() });
    }
    if (value === null) continue;
    if (type === undefined) infer(value, scope);
    else {
      const whatFor = (): string => `${quote(name.text)} of ${what()}`;
      checkAgainst(value, { type, what: whatFor, related }, scope);
    }
  }
  if (inputs !== null && !target.isBroken) reportMissing(inputs, given, target, scope);
}

function reportMissing(
  inputs: Fields,
  given: ReadonlyMap<string, Span>,
  { what, called, related }: Target,
  { findings, id }: TypeScope,
): void {
  const missing = [...inputs].filter(([name, type]) => !given.has(name) && !mayBeLeftOut(type));
  if (missing.length === 0) return;
  const names = missing.slice(0, SHOWN).map(([name]) => quote(name));
  const rest = missing.length > SHOWN ? ` and ${missing.length - SHOWN} more` : '';
  const message = `${what()} is called without ${names.join(', ')}${rest}`;
  findings.add('U2022', called, message, { id, related: related() });
}
