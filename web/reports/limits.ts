/** What the page reads of a file that somebody gives it: more than any report needs. */

/** In bytes. The command line reads larger ones. */
export const LARGEST_FILE = 96 << 20;
/** Events of a trace; the run view shows no more either. */
export const MOST_EVENTS = 20_000;
/** What the worker may take for one file, in ms. */
export const PATIENCE = 30_000;
/** Signs of a text from a report, such as a sentence; and of a document. */
export const LONGEST_TEXT = 2000;
export const LONGEST_SOURCE = 64_000;
/** Calls of one side. */
export const MOST_CALLS = 200;
