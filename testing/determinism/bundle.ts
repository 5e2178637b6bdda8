/** Bundles `fold.ts` into one script without imports, for engines that have no modules. */

import { join } from 'node:path';
import { build } from 'vite';

/** A script that leaves `determinism.foldDigests` behind as a global. */
export async function bundleFold(): Promise<string> {
  const built = await build({
    configFile: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: {
        entry: join(import.meta.dirname, 'fold.ts'),
        formats: ['iife'],
        name: 'determinism',
      },
    },
  });
  const [first] = [built].flat();
  const chunk = first !== undefined && 'output' in first ? first.output[0] : undefined;
  if (chunk === undefined) throw new Error('the bundler gave no script');
  return chunk.code;
}
