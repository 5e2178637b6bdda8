/** Workflows made ready to run, kept while they are run again and again. */

import { fromPlan } from '../../core/model/plan.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import { INVALID_PLAN, readDocument } from '../../core/read.ts';
import { compileProgram } from '../../simulator/program/compile.ts';
import type { Program } from '../../simulator/program/program.ts';
import type { RunParameters } from '../protocol/schema/index.ts';

export type FoundProgram =
  | { readonly ok: true; readonly program: Program }
  | { readonly ok: false; readonly code: string; readonly message: string };

export interface Programs {
  /** The program of what `run` carries; the code of the first finding where it is not valid. */
  find(parameters: Pick<RunParameters, 'plan' | 'document'>): FoundProgram;
}

/** Documents are told apart by their text; more than these are read again. */
const MAXIMUM_DOCUMENTS = 64;

export const createPrograms = (): Programs => {
  const byPlan = new WeakMap<object, FoundProgram>();
  const byText = new Map<string, FoundProgram>();
  return {
    find: ({ plan, document }) => {
      if (plan !== undefined) {
        const found = byPlan.get(plan) ?? programOfPlan(plan);
        byPlan.set(plan, found);
        return found;
      }
      if (document === undefined) {
        return { ok: false, code: 'unsupported', message: 'there is neither plan nor document' };
      }
      const found = byText.get(document) ?? programOfText(document);
      if (byText.size >= MAXIMUM_DOCUMENTS) byText.clear();
      byText.set(document, found);
      return found;
    },
  };
};

const programOfPlan = (plan: object): FoundProgram => {
  const { workflow, problems } = fromPlan(plan);
  if (workflow !== null) return compiled(workflow);
  const [first] = problems;
  const message = first === undefined ? 'the plan is not valid' : `${first.path} ${first.message}`;
  return { ok: false, code: INVALID_PLAN, message };
};

const programOfText = (text: string): FoundProgram => {
  const { workflow, findings } = readDocument(text);
  if (workflow !== null) return compiled(workflow);
  const first = findings.find(({ severity }) => severity === 'error');
  return {
    ok: false,
    code: first?.code ?? 'unsupported',
    message: first?.message ?? 'the document is not valid',
  };
};

const compiled = (workflow: Workflow): FoundProgram => ({
  ok: true,
  program: compileProgram(workflow),
});
