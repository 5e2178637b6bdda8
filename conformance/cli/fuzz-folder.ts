/**
 * The folder that failures are saved in: each as a scenario, at once, and as a line of
 * `findings.ndjson`, which is on the disk before the search goes on, whatever becomes of it.
 */

import { type FileHandle, open, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Failure } from '../fuzz/report.ts';
import type { FuzzTarget } from '../fuzz/search/prepare.ts';
import { makeFolder } from './make-folder.ts';
import { Problem } from './problem.ts';

export interface FindingsFolder {
  add(target: FuzzTarget, failure: Failure): Promise<void>;
  /** Where its scenario is; null where it was not saved. */
  fileOf(path: string, failure: Pick<Failure, 'fingerprint'>): string | null;
  close(): Promise<void>;
}

const LINES = 'findings.ndjson';

/** @throws Problem where it can not be written to. */
export async function openFindingsFolder(folder: string): Promise<FindingsFolder> {
  let lines: FileHandle;
  try {
    makeFolder(folder);
    lines = await open(join(folder, LINES), 'a');
  } catch (error) {
    throw refuse(folder, error);
  }
  const files = new Map<string, string>();
  return {
    add: async ({ path, digest }, failure) => {
      const file = join(folder, nameOf(path, failure));
      try {
        await writeFile(file, `${JSON.stringify(failure.scenario, null, 2)}\n`);
        const line = { document: path, documentDigest: digest, file: basename(file), ...failure };
        await lines.appendFile(`${JSON.stringify(line)}\n`);
        await lines.datasync();
      } catch (error) {
        throw refuse(folder, error);
      }
      files.set(`${path}\n${failure.fingerprint}`, file);
    },
    fileOf: (path, { fingerprint }) => files.get(`${path}\n${fingerprint}`) ?? null,
    close: () => lines.close(),
  };
}

/** `order.ends-charge-1a2b3c4d.scenario.json`: the same for the same fault, whatever the seed. */
function nameOf(path: string, { property, node, fingerprint }: Failure): string {
  const document = basename(path, extname(path));
  const about = [document, property, node ?? ''].join('.').replace(/[^A-Za-z0-9._-]+/g, '-');
  return `${about.slice(0, 100).replace(/[.-]+$/, '')}.${fingerprint.slice(0, 8)}.scenario.json`;
}

function refuse(folder: string, error: unknown): Problem {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  return new Problem(`${folder} can not be written to (${code}). Name another folder with --save.`);
}
