/** The examples of the package, by the index that README, tests and playground share. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from '../../core/model/trace.ts';
import { packageRoot } from './package-root.ts';

export interface Example {
  readonly id: string;
  readonly title: string;
  readonly lesson: string;
  /** Paths from the folder of the examples. */
  readonly document: string;
  readonly scenario: string;
  /** How the run ends. */
  readonly outcome: Outcome;
}

export function listExamples(): readonly Example[] {
  const text = readFileSync(join(packageRoot(), 'examples', 'index.json'), 'utf8');
  return JSON.parse(text) as readonly Example[];
}

/** A path of the index as one of this machine. */
export function pathOfExample(path: string): string {
  return join(packageRoot(), 'examples', ...path.split('/'));
}
