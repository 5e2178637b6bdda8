/** Where the package lies, from the sources as from the built command. */

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Problem } from './problem.ts';

/** The folder that holds `package.json`, `examples` and `dist`. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'examples'))) {
      return folder;
    }
    const parent = dirname(folder);
    if (parent === folder)
      throw new Problem('The package is incomplete: its examples are missing.');
    folder = parent;
  }
}

export function packageVersion(): string {
  const text = readFileSync(join(packageRoot(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}
