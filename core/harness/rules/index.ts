/** Every rule of a HarnessXML document, family by family. */

import type { Findings } from '../findings.ts';
import type { DocumentView } from '../view.ts';
import { credentialRules } from './credentials.ts';
import { expressionRules } from './expressions.ts';
import { graphRules } from './graph.ts';
import { idempotenceRules } from './idempotence.ts';
import { identifierRules } from './identifiers.ts';
import { joinRules } from './joins.ts';
import { kindRules } from './kinds.ts';
import { loopRules } from './loops.ts';
import { portRules } from './ports.ts';
import { referenceRules } from './references.ts';
import type { Rule } from './rule.ts';
import { structureRules } from './structure.ts';
import { subworkflowRules } from './subworkflows.ts';
import { compensationWarnings } from './warnings-compensation.ts';
import { flowWarnings } from './warnings-flow.ts';
import { timingWarnings } from './warnings-timing.ts';

export interface RuleFamily {
  readonly name: string;
  readonly rules: readonly Rule[];
}

export const ruleFamilies: readonly RuleFamily[] = [
  { name: 'structure', rules: structureRules },
  { name: 'identifiers', rules: identifierRules },
  { name: 'references', rules: referenceRules },
  { name: 'kinds', rules: kindRules },
  { name: 'ports', rules: portRules },
  { name: 'joins', rules: joinRules },
  { name: 'graph', rules: graphRules },
  { name: 'loops', rules: loopRules },
  { name: 'expressions', rules: expressionRules },
  { name: 'idempotence', rules: idempotenceRules },
  { name: 'subworkflows', rules: subworkflowRules },
  { name: 'credentials', rules: credentialRules },
  { name: 'flow warnings', rules: flowWarnings },
  { name: 'compensation warnings', rules: compensationWarnings },
  { name: 'timing warnings', rules: timingWarnings },
];

/** Runs every rule over a document; each finding goes to `findings`. */
export function checkRules(view: DocumentView, findings: Findings): void {
  for (const { rules } of ruleFamilies) {
    for (const { code, severity, check } of rules) {
      check?.(view, (spot, message, options = {}) => {
        findings.add(code, options.severity ?? severity, spot, message, options.related);
      });
    }
  }
}
