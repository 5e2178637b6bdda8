/** What the help of every command has: examples, and options that are not worth a line. */

import { Option } from 'commander';

export function hidden(flags: string): Option {
  return new Option(flags).hideHelp();
}

export function after(examples: readonly string[], more?: string): string {
  const lines = examples.map((example) => `  ${example}`);
  const hint = more === undefined ? [] : ['', `More of a command: ${more}`];
  return ['', 'Examples:', ...lines, ...hint].join('\n');
}
