/** A run in a token, as the command line prints it. */

import { writeToken } from '../../conformance/token/token.ts';

export function tokenFor(text: string): string {
  return writeToken({
    document: { format: 'harness', text },
    scenario: {},
    seed: 7,
    schedule: [],
    rule: 'retry/max-attempts',
    step: 3,
    digest: null,
  });
}
