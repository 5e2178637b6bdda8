/** Serves a folder of built files to browsers on this machine, and to nobody else. */

import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, sep } from 'node:path';

export interface FolderServer {
  /** `http://127.0.0.1:4180/` */
  readonly address: string;
  close(): Promise<void>;
}

const LOCAL = '127.0.0.1';

/** Listens on `port`, or on a free one if that is taken. */
export async function serveFolder(folder: string, port: number): Promise<FolderServer> {
  const root = await realpath(folder);
  // Loaded here, since it would cost all other commands time.
  const { createServer } = process.getBuiltinModule('node:http');
  const server = createServer((request, response) => {
    answer(root, request, response).catch(() => refuse(response, 500, 'failed'));
  });
  await listen(server, port).catch(() => listen(server, 0));
  const { port: actual } = server.address() as AddressInfo;
  return {
    address: `http://${LOCAL}:${actual}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOCAL, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function answer(
  root: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isLocal(request.headers.host)) return refuse(response, 403, 'forbidden');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    return refuse(response, 405, 'method not allowed');
  }
  const path = await findFile(root, request.url ?? '/');
  if (path === null) return refuse(response, 404, 'not found');
  const content = await readFile(path);
  const type = TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';
  response.writeHead(200, {
    ...HEADERS,
    'content-type': type,
    'content-length': content.length,
    'content-security-policy': policyFor(type, content),
  });
  response.end(request.method === 'HEAD' ? undefined : content);
}

/** Another name that leads here would be a page of somebody else (DNS rebinding). */
function isLocal(host: string | undefined): boolean {
  return host !== undefined && /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/i.test(host);
}

/** The file that a request names, or null where it is none of the folder. */
async function findFile(root: string, url: string): Promise<string | null> {
  try {
    const { pathname } = new URL(url, 'http://localhost');
    const name = decodeURIComponent(pathname);
    if (name.includes('\0') || name.includes('\\')) return null;
    const path = await realpath(join(root, name.endsWith('/') ? `${name}index.html` : name));
    if (!path.startsWith(root + sep)) return null;
    return (await stat(path)).isFile() ? path : null;
  } catch {
    // A bad escape, or a path that leads to no file.
    return null;
  }
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  if (response.headersSent) {
    response.end();
    return;
  }
  response.writeHead(status, { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' });
  response.end(`${reason}\n`);
}

const HEADERS = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.hxml': 'application/harnessxml+xml',
};

/** Scripts of the page's own files, and those that stand in the page itself, by their hash. */
function policyFor(type: string, content: Buffer): string {
  const inline = type.startsWith('text/html') ? hashesOfScripts(content.toString('utf8')) : [];
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...inline].join(' ')}`,
    "worker-src 'self' blob:",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function hashesOfScripts(page: string): readonly string[] {
  return [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}
