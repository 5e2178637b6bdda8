/**
 * Builds the page as one file of HTML, for a mail, a wiki or a disk without a server: styles,
 * scripts and workers stand in it, and its policy knows them by their digests.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

/** @typedef {import('vite').Rolldown.RolldownOutput} Output */

/** @param {string} root Of the repository. @param {string} file Where the page is written. */
export async function buildOneFile(root, file) {
  const web = join(root, 'web');
  const output = await bundle(root, {
    input: join(web, 'main.ts'),
    format: 'es',
    plugins: [workersInside(root)],
  });
  const script = safely(codeOf(output), 'script');
  const style = safely(
    output
      .filter((part) => part.type === 'asset' && part.fileName.endsWith('.css'))
      .map((part) => ('source' in part ? String(part.source) : ''))
      .join('\n'),
    'style',
  );
  const html = readFileSync(join(web, 'index.html'), 'utf8')
    .replace(/script-src [^;]*;/, () => `script-src '${digestOf(script)}';`)
    .replace(/style-src [^;]*;/, () => `style-src '${digestOf(style)}';`)
    .replace(/worker-src [^;]*;/, 'worker-src blob:;')
    .replace(/ *<script type="module"[^>]*><\/script>\n/, () => `<style>${style}</style>\n`)
    .replace('</body>', () => `<script type="module">${script}</script>\n</body>`);
  writeFileSync(file, `${html}${licensesAsComment(root)}`);
}

/**
 * @param {string} root
 * @param {{ input: string, format: 'es' | 'iife', plugins: import('vite').Plugin[] }} options
 */
async function bundle(root, { input, format, plugins }) {
  const built = await build({
    root: join(root, 'web'),
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    plugins,
    build: {
      write: false,
      license: false,
      cssCodeSplit: false,
      modulePreload: false,
      assetsInlineLimit: Number.MAX_SAFE_INTEGER,
      rolldownOptions: { input, output: { format, codeSplitting: false } },
    },
  });
  return /** @type {Output} */ (built).output;
}

/** @param {Output['output']} output */
function codeOf(output) {
  const chunks = output.filter((part) => part.type === 'chunk');
  const [chunk] = chunks;
  if (chunk === undefined || chunks.length > 1) {
    throw new Error(`the page came apart into ${chunks.length} chunks`);
  }
  return chunk.code;
}

/**
 * A worker's address is that of a blob with its code.
 * @param {string} root
 * @returns {import('vite').Plugin}
 */
function workersInside(root) {
  const MARK = '\0worker-inside:';
  return {
    name: 'workers-inside',
    enforce: 'pre',
    resolveId(id, importer) {
      const [, path] = /^(.*\.worker\.ts)\?worker&url$/.exec(id) ?? [];
      if (path === undefined || importer === undefined) return null;
      return MARK + join(importer, '..', path);
    },
    async load(id) {
      if (!id.startsWith(MARK)) return null;
      const input = id.slice(MARK.length);
      const code = codeOf(await bundle(root, { input, format: 'iife', plugins: [] }));
      return `export default URL.createObjectURL(new Blob([${JSON.stringify(code)}], { type: 'text/javascript' }));`;
    },
  };
}

/**
 * What would end the element, or hide its end, is written another way that means the same.
 * @param {string} text @param {'script' | 'style'} element
 */
function safely(text, element) {
  if (element === 'style') return text.replace(/<\/style/gi, '<\\/style');
  return text
    .replace(/<\/(script)/gi, '<\\/$1')
    .replace(/<!--/g, '<\\x21--')
    .replace(/<(script)/gi, '\\x3c$1');
}

/** @param {string} text */
function digestOf(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** @param {string} root */
function licensesAsComment(root) {
  const text = readFileSync(join(root, 'dist/web/licenses.md'), 'utf8');
  return `<!--\n${text.replace(/--+/g, (dashes) => '–'.repeat(dashes.length))}\n-->\n`;
}
