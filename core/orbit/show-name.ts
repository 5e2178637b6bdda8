/** Names in messages, as ORBIT's compiler writes them: between backticks. */

import { quote } from '../model/show.ts';

const PLAIN = /^[A-Za-z_][A-Za-z0-9_.]{0,254}$/;

/** A name as it is; of what no name should be, the beginning, with what is hidden escaped. */
export function shown(name: string): string {
  return PLAIN.test(name) ? name : quote(name).slice(1, -1);
}

/** The name between backticks. */
export function ticked(name: string): string {
  return `\`${shown(name)}\``;
}
