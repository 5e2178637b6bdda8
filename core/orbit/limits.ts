/** Bounds on ORBIT documents: no input may take the reader's memory, stack or time. */

/** Tokens of one document: about 100,000 steps have as many. */
export const MAXIMUM_TOKENS = 5_000_000;

/** Brackets, calls, signs and `if` inside each other; 64 fit the smallest stack we run on. */
export const MAXIMUM_NESTING = 64;

/** `List<…>` and `Map<…>` inside each other. */
export const MAXIMUM_TYPE_NESTING = 32;

/** Characters of a name, whether it is a word or a text. */
export const MAXIMUM_NAME_LENGTH = 255;

/** Characters of one expression, without blanks and comments: so formatting changes nothing. */
export const MAXIMUM_EXPRESSION_LENGTH = 2 ** 16;

/** Attempts of one unit, the first included. */
export const MAXIMUM_ATTEMPTS = 1000;

/** Elements of a `for` that may run at once. */
export const MAXIMUM_PARALLEL = 1_000_000;

/** UTF-16 units of a text that an expression makes. */
export const MAXIMUM_TEXT_LENGTH = 2 ** 20;

/** Elements of a list that a function makes. */
export const MAXIMUM_LIST_LENGTH = 2 ** 17;

/** Steps of all searches for a way between two steps that no label answers. */
export const MAXIMUM_WAY_STEPS = 10_000_000;
