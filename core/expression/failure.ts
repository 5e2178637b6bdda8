/** How reading and evaluating stop at the first mistake: thrown inside, returned outside. */

import type { SyntaxError_ } from './syntax.ts';

/** Not an Error: no stack is recorded, and nobody outside of this folder ever sees it. */
export class Misread {
  readonly error: SyntaxError_;

  constructor(message: string, offset: number, code: SyntaxError_['code'] = 'HX-3101') {
    this.error = { code, message, offset };
  }
}

export class InvalidOperation {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}
