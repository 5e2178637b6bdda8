/** Scenarios that broke something once, read from a folder to be tried first. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readScenario } from '../../core/scenario/read.ts';
import type { FuzzTarget } from '../fuzz/search/prepare.ts';
import type { RegressionCase } from '../fuzz/search/search.ts';
import { Problem } from './problem.ts';
import { readInput } from './read-input.ts';

const ENDING = '.scenario.json';
const MOST = 1000;

/**
 * By name. Files of other documents, which name what this one does not have, are passed over: one
 * folder may serve many documents.
 * @throws Problem where the folder can not be read, or a file is no JSON.
 */
export async function readRegressions(
  folder: string,
  target: FuzzTarget,
): Promise<readonly RegressionCase[]> {
  let names: readonly string[];
  try {
    names = (await readdir(folder)).filter((name) => name.endsWith(ENDING)).sort();
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new Problem(`${folder} can not be read (${code}). --regressions takes a folder.`);
  }
  if (names.length > MOST) {
    throw new Problem(`${folder} has ${names.length} scenarios; at most ${MOST} are tried.`);
  }
  const cases: RegressionCase[] = [];
  for (const name of names) {
    const path = join(folder, name);
    const bytes = await readInput(path, { input: process.stdin });
    const { scenario } = readScenario(new TextDecoder().decode(bytes), target.workflow);
    if (scenario === null) continue;
    const { documents, profile } = target;
    cases.push({
      name: path,
      scenario: { ...scenario, documents, profile: scenario.profile ?? profile },
    });
  }
  return cases;
}
