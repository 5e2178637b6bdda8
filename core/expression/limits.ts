/** Limits on expressions: generous for people, tight enough that no stack is ever exhausted. */

/** UTF-16 code units of one expression or template. */
export const MAXIMUM_LENGTH = 2 ** 16;

/** Brackets, arrays, calls and signs inside each other; 64 fit the smallest stack we run on. */
export const MAXIMUM_NESTING = 64;

/** Levels of arrays and maps that equality compares before it gives up. */
export const MAXIMUM_VALUE_DEPTH = 200;

/** An identifier's length (HarnessXML §2.4). */
export const MAXIMUM_ID_LENGTH = 255;
