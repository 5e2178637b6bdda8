/** Bounds on what is read, so that no input can take the reader's memory or time. */

/** UTF-16 units of a whole document. */
export const MAXIMUM_CHARACTERS = 64 * 1024 * 1024;
/** Elements inside each other; the language itself needs six, extensions may need more. */
export const MAXIMUM_DEPTH = 256;
/** Attributes of one element. */
export const MAXIMUM_ATTRIBUTES = 256;
/** UTF-16 units of one attribute's value. */
export const MAXIMUM_ATTRIBUTE_LENGTH = 1024 * 1024;
/** Findings of one document; a further one says that there are more. */
export const MAXIMUM_FINDINGS = 1000;
/** Names compared for all the "did you mean" of one document. */
export const MAXIMUM_COMPARISONS = 500_000;
/** Steps taken for all questions of one document about what can run before what (HX-3104). */
export const MAXIMUM_ORDER_STEPS = 10_000_000;
