/** Every way of breaking a document, by the code of the rule that it breaks. */

import type { Mutation } from '../mutation.ts';
import { credentialMutations } from './credentials.ts';
import { encodingMutations } from './encoding.ts';
import { expressionMutations } from './expressions.ts';
import { foreignMutations } from './foreign.ts';
import { graphMutations } from './graph.ts';
import { kindMutations } from './kinds.ts';
import { portMutations } from './ports.ts';
import { referenceMutations } from './references.ts';
import { structureMutations } from './structure.ts';
import { valueMutations } from './values.ts';
import { warningMutations } from './warnings.ts';
import { wellFormedMutations } from './well-formed.ts';

export const mutations: readonly Mutation[] = [
  ...wellFormedMutations,
  ...encodingMutations,
  ...structureMutations,
  ...valueMutations,
  ...foreignMutations,
  ...referenceMutations,
  ...kindMutations,
  ...portMutations,
  ...graphMutations,
  ...expressionMutations,
  ...credentialMutations,
  ...warningMutations,
];
