/** What the shell is told. `check` follows HarnessXML §13, the rest the driver protocol. */

export const EXIT_OK = 0;
/** The document is invalid, a rule was broken, or an expectation was not met. */
export const EXIT_FAILED = 1;
/** Wrong use, unreadable input, or the tool itself failed. */
export const EXIT_USAGE = 2;
/** A driver died or broke the protocol. */
export const EXIT_BLOCKED = 3;
/** With `--strict`: not all that was asked for could be looked at. */
export const EXIT_INCOMPLETE = 4;
export const EXIT_INTERRUPTED = 130;
