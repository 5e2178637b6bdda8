/** Idempotence: what is sent once, under which key, and what nobody can know (§8.3, discipline 2 and 4). */

import type { Rule } from '../rule.ts';
import { keyRules } from './keys.ts';
import { uncertainRules } from './uncertain.ts';

export const idempotenceRules: readonly Rule[] = [...uncertainRules, ...keyRules];
