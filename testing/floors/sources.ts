/** The product's files and what each of them imports, for the checks of the floors. */

import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';

/** Path from the repository's root, with slashes → text. */
export type Files = ReadonlyMap<string, string>;

export interface Import {
  /** As written: `./x.ts`, `saxes`, `node:fs`. */
  readonly specifier: string;
  /** The file that it names, from the repository's root; null for a package. */
  readonly target: string | null;
}

const FLOORS_AND_TOP = ['core', 'simulator', 'conformance', 'web', 'index.ts'];

/** Every source file that is shipped: tests are left out, they may import what they need. */
export function readProductFiles(root: string): Files {
  const files = new Map<string, string>();
  for (const path of FLOORS_AND_TOP.flatMap((name) => listFiles(root, name)).sort()) {
    if (isProduct(path)) files.set(path, readFileSync(join(root, path), 'utf8'));
  }
  return files;
}

/** True for tests and for what only tests share: `testing.ts`, `arbitraries.ts`, `testing/`. */
export function isForTests(path: string): boolean {
  return /\.test\.ts$|(^|\/)(testing\/|testing\.ts$|arbitraries\.ts$)/.test(path);
}

export function importsOf(path: string, text: string): readonly Import[] {
  const script = path.endsWith('.svelte') ? scriptsOfComponent(text) : text;
  return ts.preProcessFile(script, true, true).importedFiles.map(({ fileName }) => {
    const file = fileName.replace(/\?.*$/, '');
    const target = file.startsWith('.') ? posix.join(posix.dirname(path), file) : null;
    return { specifier: fileName, target };
  });
}

function scriptsOfComponent(text: string): string {
  return [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)]
    .map(([, script]) => script)
    .join('\n');
}

function isProduct(path: string): boolean {
  return /\.(ts|svelte)$/.test(path) && !path.endsWith('.d.ts') && !isForTests(path);
}

function listFiles(root: string, name: string): readonly string[] {
  if (name.endsWith('.ts')) return [name];
  return readdirSync(join(root, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.join(posix.relative(root, entry.parentPath), entry.name));
}
