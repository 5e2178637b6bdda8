/**
 * Keeps the page's own files, so that it opens without a network. The build puts in which files
 * there are, by digest: none is kept that is not whole, and nothing else is ever kept. What a page
 * of the version before may still load stays until the version after this one.
 */

/** @type {{ readonly version: string, readonly files: Readonly<Record<string, string>> }} */
// @ts-expect-error (the build puts it there)
const { version, files } = UNWIND_FILES;

/**
 * What of a service worker's surroundings is used.
 * @typedef {{ waitUntil(done: Promise<unknown>): void, respondWith(answer: Promise<Response>): void,
 *   readonly request: Request }} WorkerEvent
 * @typedef {{ readonly registration: { readonly scope: string },
 *   readonly clients: { claim(): Promise<void> }, skipWaiting(): Promise<void>,
 *   addEventListener(type: string, listener: (event: WorkerEvent) => void): void }} Surroundings
 */

const worker = /** @type {Surroundings} */ (/** @type {unknown} */ (self));
const scope = worker.registration.scope;
/** Several pages may share an origin: each has caches of its own. */
const family = `unwind ${scope} `;
const current = family + version;

worker.addEventListener('install', (event) => {
  event.waitUntil(keepAll().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(forget().then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (event) => {
  const path = pathOf(event.request);
  if (path !== null) event.respondWith(answer(path, event.request));
});

async function keepAll() {
  const cache = await caches.open(current);
  await Promise.all(
    Object.entries(files).map(async ([path, digest]) => {
      const url = new URL(path, scope);
      const response = await fetch(url, { cache: 'no-cache', credentials: 'omit' });
      const bytes = await response.clone().arrayBuffer();
      if (!response.ok || response.redirected || (await sha256(bytes)) !== digest) {
        throw new Error(`${path} is not of this version`);
      }
      await cache.put(url, response);
    }),
  );
}

/** @param {ArrayBuffer} bytes */
async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function forget() {
  const own = (await caches.keys()).filter((name) => name.startsWith(family) && name !== current);
  await Promise.all(own.slice(0, -1).map((name) => caches.delete(name)));
}

/**
 * The file of the page that a request is for; null for anything else, which is none of ours.
 * @param {Request} request
 */
function pathOf(request) {
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return null;
  const path = request.url.slice(scope.length).replace(/[?#].*$/, '');
  if (path === '') return 'index.html';
  return Object.hasOwn(files, path) || path.startsWith('assets/') ? path : null;
}

/** @param {string} path @param {Request} request */
async function answer(path, request) {
  const url = new URL(path, scope).href;
  const kept = await (await caches.open(current)).match(url);
  if (kept !== undefined) return kept;
  // A page of the version before asks for one of its own parts.
  for (const name of await caches.keys()) {
    if (!name.startsWith(family)) continue;
    const older = await (await caches.open(name)).match(url);
    if (older !== undefined) return older;
  }
  return fetch(request);
}
