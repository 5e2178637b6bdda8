/** Starts the page's own workers. The page's policy takes script addresses from here alone. */

interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

let policy: ReturnType<PolicyFactory['createPolicy']> | undefined;

/** @param url As the build names the script's file. */
export function scriptAddress(url: string): string {
  const factory = (globalThis as { readonly trustedTypes?: PolicyFactory }).trustedTypes;
  policy ??= factory?.createPolicy('unwind-worker', { createScriptURL: (address) => address });
  return policy?.createScriptURL(url) ?? url;
}

export function startWorker(url: string): Worker {
  // In a page from a file, a worker's module would be of another origin than the page.
  const type = url.startsWith('blob:') ? 'classic' : 'module';
  return new Worker(scriptAddress(url), { type });
}
