/** What a record may be: far more than any certification needs. */

/** In bytes, without its line end. */
export const LONGEST_LINE = 16 * 1024 * 1024;
/** In bytes. */
export const LARGEST_RECORD = 1024 * 1024 * 1024;
export const MOST_LINES = 10_000_000;
