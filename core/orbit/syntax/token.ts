/** What ORBIT text is made of. Offsets count UTF-16 code units from the start of the text. */

export interface Span {
  readonly start: number;
  /** Just behind the last character. */
  readonly end: number;
}

/** `fault` is text that is no token at all; the reader steps over it once it is reported. */
export type TokenKind =
  | 'name'
  | 'string'
  | 'integer'
  | 'float'
  | 'duration'
  | 'sign'
  | 'fault'
  | 'end';

export interface Token extends Span {
  readonly kind: TokenKind;
  /** As it is written; empty at the end. */
  readonly text: string;
  /** What is wrong with it; null where nothing is. */
  readonly fault: string | null;
}
