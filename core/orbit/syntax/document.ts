/** What an ORBIT document is made of once it is read: what stands where, and nothing checked. */

import type { Backoff } from '../../model/workflow.ts';
import type { OrbitExpression } from '../expression/syntax.ts';
import type { Span } from './token.ts';

/** A word, or a text that names something: then `text` is what it stands for. */
export interface Name extends Span {
  readonly text: string;
}

export interface OrbitDocument {
  readonly declarations: readonly Declaration[];
}

export type Declaration = TaskDeclaration | RecordDeclaration | WorkflowDeclaration;

export interface TaskDeclaration extends Span {
  readonly kind: 'task';
  readonly name: Name;
  readonly input: readonly Field[];
  readonly output: readonly Field[];
  readonly compensatedBy: Name | null;
}

export interface RecordDeclaration extends Span {
  readonly kind: 'record';
  readonly name: Name;
  readonly fields: readonly Field[];
}

export interface WorkflowDeclaration extends Span {
  readonly kind: 'workflow';
  readonly name: Name;
  readonly version: Name | null;
  readonly input: readonly Field[];
  readonly timeout: Quantity | null;
  readonly returns: OrbitExpression | null;
  readonly steps: readonly Step[];
}

export interface Field {
  readonly name: Name;
  readonly type: TypeExpression;
}

export type TypeExpression =
  | (Span & { readonly kind: 'name'; readonly name: string })
  | (Span & { readonly kind: 'list' | 'map' | 'optional'; readonly of: TypeExpression });

export interface Step extends Span {
  readonly name: Name;
  /** In their order; of members of one kind the first counts. */
  readonly members: readonly Member[];
  /** Whether something in it could not be read, so that what seems to lack may be there. */
  readonly isBroken: boolean;
}

/** A number or a duration in ms, as it was read. */
export interface Quantity extends Span {
  readonly value: number;
}

/** `start` and `end` of a member are those of its first word: findings point there. */
export type Member = Span &
  (
    | { readonly kind: 'worker' | 'workflow' | 'await' | 'using'; readonly name: Name }
    | { readonly kind: 'sleep' | 'timeout' | 'queue_timeout'; readonly duration: Quantity }
    | { readonly kind: 'max_parallel'; readonly count: Quantity }
    | { readonly kind: 'with'; readonly entries: readonly Entry[] }
    | { readonly kind: 'after'; readonly steps: readonly Name[] }
    | { readonly kind: 'when' | 'idempotency_key'; readonly expression: OrbitExpression }
    | { readonly kind: 'for'; readonly variable: Name; readonly over: OrbitExpression }
    | { readonly kind: 'retry'; readonly policy: RetrySyntax }
    | {
        readonly kind: 'compensate';
        readonly members: readonly Member[];
        readonly isBroken: boolean;
      }
  );

export type MemberKind = Member['kind'];

export interface Entry {
  readonly name: Name;
  /** Null where it could not be read. */
  readonly value: OrbitExpression | null;
}

export interface RetrySyntax {
  readonly attempts: Quantity | null;
  readonly backoff: (Span & { readonly value: Backoff }) | null;
  readonly initialDelay: Quantity | null;
  readonly maxDelay: Quantity | null;
  readonly multiplier: Quantity | null;
  readonly jitter: (Span & { readonly value: boolean }) | null;
  /** A part could not be read: what is null may have been meant. */
  readonly isBroken: boolean;
}

/** The first member of a kind; null where there is none. */
export function memberOf<Kind extends MemberKind>(
  members: readonly Member[],
  kind: Kind,
): (Member & { readonly kind: Kind }) | null {
  for (const member of members) {
    if (member.kind === kind) return member as Member & { readonly kind: Kind };
  }
  return null;
}
