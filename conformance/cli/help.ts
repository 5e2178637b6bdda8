/** What the help of every command has: examples, and options that are not worth a line. */

import { Option } from 'commander';

export function hidden(flags: string): Option {
  return new Option(flags).hideHelp();
}

/** @param formats The first is the one that is printed unless asked. */
export function formatOption(formats: readonly string[]): Option {
  return new Option('--format <format>', `how to print: ${formats.join(', ')}`).default(formats[0]);
}

export function ascii(): Option {
  return new Option('--ascii', 'use no signs beyond ASCII (--no-ascii: use them anyway)');
}

export const noAscii = (): Option => hidden('--no-ascii');

export function after(examples: readonly string[], more?: string): string {
  const lines = examples.map((example) => `  ${example}`);
  const hint = more === undefined ? [] : ['', `More of a command: ${more}`];
  return ['', 'Examples:', ...lines, ...hint].join('\n');
}
