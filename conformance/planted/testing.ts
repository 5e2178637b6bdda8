/** The planted documents as targets of a search, with the expectations that stand in and beside them. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gatherExpectations } from '../fuzz/expectations/gather.ts';
import type { FuzzTarget } from '../fuzz/search/prepare.ts';
import { targetOf } from '../fuzz/testing/search.ts';
import type { Planted } from './planted.ts';

const FOLDER = join(import.meta.dirname, 'documents');

export type Twin = 'fault' | 'right';

export const plantedTarget = ({ name, dialect }: Planted, twin: Twin): FuzzTarget => {
  const path = join(FOLDER, name, `${twin}.${dialect}`);
  const target = targetOf(readFileSync(path, 'utf8'));
  const beside = join(FOLDER, name, `${twin}.unwind.json`);
  const { expected, inputs, problems } = gatherExpectations({
    ...{ path, text: target.text, workflow: target.workflow, options: [] },
    file: existsSync(beside) ? { path: beside, text: readFileSync(beside, 'utf8') } : null,
  });
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return { ...target, path, expected, inputs };
};
