/** Starts the page's own workers, and nothing else: the page's policy lets no other address be one. */

interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

let policy: ReturnType<PolicyFactory['createPolicy']> | undefined;

/** @param url As the build names the worker's file. */
export function startWorker(url: string): Worker {
  const factory = (globalThis as { readonly trustedTypes?: PolicyFactory }).trustedTypes;
  policy ??= factory?.createPolicy('unwind-worker', { createScriptURL: (address) => address });
  return new Worker(policy?.createScriptURL(url) ?? url, { type: 'module' });
}
