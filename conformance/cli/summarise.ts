/** The summary of a step of GitHub Actions. */

import { appendFile } from 'node:fs/promises';
import type { Host } from './host.ts';

/** GitHub Actions shows what is in this file on the page of the run. */
export async function summarise(text: string, { environment, err }: Host): Promise<void> {
  const path = environment['GITHUB_STEP_SUMMARY'] ?? '';
  if (path === '') return;
  try {
    await appendFile(path, text);
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    err.write(`unwind: the summary of the step cannot be written to ${path} (${code}).\n`);
  }
}
