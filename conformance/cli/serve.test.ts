import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FolderServer, serveFolder } from './serve.ts';
import { createFolder } from './testing/unwind.ts';

const folder = createFolder();
const root = join(folder.path, 'web');
let server: FolderServer;

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Sends the path as it is written: `fetch` would resolve its dots. */
function get(path: string, options: { method?: string; host?: string } = {}): Promise<Answer> {
  const { port } = new URL(server.address);
  const headers = options.host === undefined ? {} : { host: options.host };
  return new Promise((resolve, reject) => {
    const method = options.method ?? 'GET';
    request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body }),
      );
    })
      .on('error', reject)
      .end();
  });
}

beforeAll(async () => {
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(root, 'index.html'), '<script>go()</script><script src="a.js"></script>');
  writeFileSync(join(root, 'assets', 'app.js'), 'go()');
  writeFileSync(join(root, 'a b.svg'), '<svg/>');
  writeFileSync(join(root, 'unknown.xyz'), '?');
  folder.write('secret.txt', 'secret');
  symlinkSync(join(folder.path, 'secret.txt'), join(root, 'link.txt'));
  server = await serveFolder(root, 0);
});

afterAll(async () => {
  await server.close();
  folder.remove();
});

describe('a folder server', () => {
  test.each([
    ['/', 200, 'text/html; charset=utf-8'],
    ['/index.html', 200, 'text/html; charset=utf-8'],
    ['/?q=1', 200, 'text/html; charset=utf-8'],
    ['/assets/app.js', 200, 'text/javascript; charset=utf-8'],
    ['/a%20b.svg', 200, 'image/svg+xml'],
    ['/unknown.xyz', 200, 'application/octet-stream'],
    ['/nothing', 404, 'text/plain; charset=utf-8'],
    ['/assets', 404, 'text/plain; charset=utf-8'],
    ['/assets/', 404, 'text/plain; charset=utf-8'],
  ])('answers %s with %i, %s', async (path, status, type) => {
    const answer = await get(path);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  test.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e%2fsecret.txt',
    '/..\\secret.txt',
    '/..%5csecret.txt',
    '//../secret.txt',
    '/link.txt',
    '/index.html%00.js',
    '/%zz',
    '/../web-other/x',
  ])('does not leave the folder for %s', async (path) => {
    const { status, body } = await get(path);
    expect({ status, body }).toEqual({ status: 404, body: 'not found\n' });
  });

  test('lets the page run its own scripts and no others', async () => {
    const { headers } = await get('/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self' 'sha256-");
    expect(policy.match(/sha256-/g)).toHaveLength(1);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy).toContain("frame-ancestors 'none'");
  });

  test('answers HEAD without a body, and refuses to be written to', async () => {
    expect(await get('/', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
    const post = await get('/', { method: 'POST' });
    expect(post).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  });

  test('is for this machine alone, by whatever name somebody leads here', async () => {
    expect(server.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    expect((await get('/', { host: 'evil.example' })).status).toBe(403);
    expect((await get('/', { host: 'localhost:4180' })).status).toBe(200);
  });

  test('takes another port where its own is taken', async () => {
    const taken = Number(new URL(server.address).port);
    const other = await serveFolder(root, taken);
    expect(new URL(other.address).port).not.toBe(String(taken));
    await other.close();
  });
});
