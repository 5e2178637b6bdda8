/** Something that ends a command, told to its user in a sentence and no more. */

import { EXIT_USAGE } from './exit-codes.ts';

export class Problem extends Error {
  readonly exitCode: number;

  /** The message says what is wrong, where, and how to mend it. */
  constructor(message: string, exitCode: number = EXIT_USAGE) {
    super(message);
    this.name = 'Problem';
    this.exitCode = exitCode;
  }
}
