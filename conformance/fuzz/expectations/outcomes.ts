/** How a run may end, as an expectation may name it: one that is refused never began. */

import type { Outcome } from '../../../core/model/trace.ts';
import { OUTCOMES } from '../../protocol/schema/names.ts';

export const ENDS: readonly Outcome[] = OUTCOMES.filter((outcome) => outcome !== 'refused');
