/**
 * How a module of the user's own is imported. The built command is run as a script, in which
 * the engine offers no `import`; whoever starts it lends its own.
 */

export type ImportModule = (url: string) => Promise<unknown>;

let importBy: ImportModule = (url) => import(/* @vite-ignore */ url);

/** From now on modules are imported so. */
export function importModulesBy(importModule: ImportModule): void {
  importBy = importModule;
}

/** @param url What `pathToFileURL` makes of a path. */
export function importModule(url: string): Promise<unknown> {
  return importBy(url);
}
