/** What the README promises is what happens. */

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readScenario } from '../../core/scenario/read.ts';
import { packageRoot } from './package-root.ts';
import { unwind, withoutFooter } from './testing/unwind.ts';

const root = packageRoot();
const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** The blocks of the README that are marked so. */
function blocks(language: string): readonly string[] {
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  return [...readme.matchAll(fence)].map(([, block = '']) => block);
}

test('its picture of the saga is what the command prints', async () => {
  const { out } = await unwind(['demo', '--no-serve']);
  const shown = withoutFooter(out.slice(out.indexOf('\n') + 2));
  expect(blocks('text').map(withoutFooter)).toEqual([shown]);
});

test('its scenario is one', () => {
  for (const block of blocks('json')) expect(readScenario(block).problems).toEqual([]);
});

test('its library example prints what its last comment says', () => {
  expect(existsSync(join(root, 'dist', 'core.js')), 'run `npm run build` first').toBe(true);
  for (const block of blocks('js')) {
    const run = ['--input-type=module', '--eval', block];
    const printed = execFileSync(process.execPath, run, { cwd: root, encoding: 'utf8' });
    expect(`${printed.trim()}`).toBe(/\/\/ (.*)\s*$/.exec(block)?.[1]);
  }
  expect(blocks('js')).toHaveLength(1);
});

test('it names every command and every option, and no other', async () => {
  const { out } = await unwind(['--help']);
  const commands = [...out.matchAll(/^ {2}([a-z]+) \[/gm)].map(([, name]) => name);
  const known = [
    ...[
      'check',
      'run',
      'fmt',
      'fuzz',
      'explore',
      'certify',
      'judge',
      'merge',
      'report',
      'replay',
      'compare',
      'claim',
      'verify',
      'rules',
      'doctor',
      'init',
      'demo',
    ],
  ];
  expect(commands.filter((name) => name !== 'help')).toEqual(known);
  for (const command of known) {
    expect(readme).toContain(`| \`${command} `);
    const help = (await unwind([command, '--help'])).out;
    const options = [...help.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name]) => name ?? '');
    const told = options.filter((option) => !readme.includes(`\`${option}`));
    expect(told.filter((option) => option !== '--port')).toEqual([]);
  }
});

test.each([
  'README.md',
  ...['core', 'simulator', 'conformance', 'web'].map((name) => `${name}/README.md`),
])('the files that %s points to are there', (path) => {
  const text = readFileSync(join(root, path), 'utf8');
  const folder = dirname(join(root, path));
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, link = '']) => link);
  const named =
    path === 'README.md'
      ? []
      : [...text.matchAll(/`([\w./-]+\.ts)`/g)].map(([, name = '']) => name);
  for (const target of [...links, ...named]) {
    expect(existsSync(join(folder, target)), `${path} names ${target}`).toBe(true);
  }
});
