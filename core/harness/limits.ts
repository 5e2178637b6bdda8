/** Bounds on what is read, so that no input can take the reader's memory or time. */

/** UTF-16 units of a whole document. */
export const MAXIMUM_CHARACTERS = 64 * 1024 * 1024;
/** Bounds on the XML of a document. */
export interface XmlLimits {
  /** Elements of one document: by default as many as a good gigabyte of memory holds. */
  readonly elements: number;
  /** Elements inside each other; the language itself needs six, extensions may need more. */
  readonly depth: number;
  /** Attributes of one element. */
  readonly attributes: number;
  /** UTF-16 units of one attribute's value. */
  readonly attributeLength: number;
}

export const XML_LIMITS: XmlLimits = {
  elements: 1_000_000,
  depth: 256,
  attributes: 256,
  attributeLength: 1024 * 1024,
};

/** Findings of one document; a further one says that there are more. */
export const MAXIMUM_FINDINGS = 1000;
/** Names compared for all the "did you mean" of one document. */
export const MAXIMUM_COMPARISONS = 500_000;
/** Steps taken for all questions of one document about what can run before what (HX-3104). */
export const MAXIMUM_ORDER_STEPS = 10_000_000;
