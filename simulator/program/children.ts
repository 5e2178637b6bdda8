/** Child workflows that a document holds itself (ORBIT), compiled when one is first asked for. */

import { compileProgram } from './compile.ts';
import type { Program } from './program.ts';

/** The child of that name; null where the document holds none. */
export const childOf = (program: Program, name: string): Program | null => {
  const known = program.children.get(name);
  if (known !== undefined) return known;
  const workflow = program.workflow.orbit?.children.find(({ id }) => id === name);
  if (workflow === undefined) return null;
  const compiled = compileProgram(workflow);
  program.children.set(name, compiled);
  return compiled;
};
