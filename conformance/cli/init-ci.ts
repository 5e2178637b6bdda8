/** `unwind init ci [DIR]` */

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { didYouMean } from '../../core/model/suggest.ts';
import github from '../templates/ci/github.yml?raw';
import { EXIT_OK } from './exit-codes.ts';
import type { Host } from './host.ts';
import { Problem } from './problem.ts';
import { replaceFile } from './replace-file.ts';

export interface InitCiOptions {
  readonly provider?: string;
  readonly force?: boolean;
}

interface Provider {
  /** From the root of the repository. */
  readonly path: string;
  readonly content: string;
}

const PROVIDERS: { readonly [name: string]: Provider } = {
  github: { path: '.github/workflows/unwind.yml', content: github },
};

/** What the workflow excuses: nothing, at first. One that is there stays, whatever is forced. */
const BASELINE = 'unwind.baseline.json';

/** Writes a workflow of a CI service. One that is there is written over only by force. */
export async function initCi(
  folder: string,
  { provider: name = 'github', force = false }: InitCiOptions,
  host: Host,
): Promise<number> {
  const names = Object.keys(PROVIDERS);
  const provider = Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined;
  if (provider === undefined) {
    const near = didYouMean(name, names) || '.';
    throw new Problem(`--provider takes one of ${names.join(', ')}, not '${name}'${near}`);
  }
  const path = join(folder, provider.path);
  if (existsSync(path) && !force) {
    throw new Problem(`${path} is there already, and nothing was written. --force writes over it.`);
  }
  const baseline = join(folder, BASELINE);
  const isNew = !existsSync(baseline);
  try {
    mkdirSync(dirname(path), { recursive: true });
    // Should another have written it meanwhile, it stays.
    if (isNew) writeFileSync(baseline, '[]\n', { flag: 'wx' });
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new Problem(`The workflow could not be written into ${folder} (${code}).`);
  }
  await replaceFile(path, provider.content);
  host.out.write(
    [
      `Wrote ${[path, ...(isNew ? [baseline] : [])].join(', ')}.`,
      '',
      'It checks every *.hxml and *.orbit of the repository, searches for what breaks them in four',
      'parts, and shows what it finds as annotations, code scanning alerts and a summary.',
      '',
      'To excuse what is found today until somebody has looked at it:',
      '',
      `  npx unwind fuzz DOCUMENT --write-baseline ${BASELINE}`,
      '',
    ].join('\n'),
  );
  return EXIT_OK;
}
