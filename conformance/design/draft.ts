/** A finding as an analysis hands it over, before place, fingerprint and token are known. */

import type { Run } from '../../core/model/run.ts';
import type { Scenario } from '../../core/model/scenario.ts';
import type { DesignContext } from './context.ts';
import type { DesignFinding } from './finding.ts';

export interface Draft {
  readonly nodes: DesignFinding['nodes'];
  readonly message: string;
  readonly numbers: DesignFinding['numbers'];
  readonly scenario: Scenario;
  readonly run: Run;
  readonly facts: readonly string[];
  readonly step: number | null;
}

/** Looks for one fault of design; every draft that it gives was seen in a run. */
export interface Analysis {
  readonly code: string;
  readonly find: (context: DesignContext) => readonly Draft[];
}
