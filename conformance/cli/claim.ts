/** `unwind claim REPORT` */

import { type MadeClaim, makeClaim } from '../claims/file/make-claim.ts';
import { safeJson, visible } from '../report/terminal/visible.ts';
import type { AddOn } from '../rules/rule.ts';
import { parseAddOn, parseLevel, parseProfile } from './certify-options.ts';
import { EXIT_FAILED, EXIT_OK } from './exit-codes.ts';
import type { Host } from './host.ts';
import { Problem } from './problem.ts';
import { readReport } from './read-report.ts';
import { replaceFile } from './replace-file.ts';

export interface ClaimOptions {
  readonly out?: string;
  readonly profile?: readonly string[];
  readonly level?: string;
  readonly addOn?: readonly string[];
}

/** @throws Problem with exit code 1 where the report does not support the claim. */
export async function claim(path: string, options: ClaimOptions, host: Host): Promise<number> {
  const wanted = {
    profiles: options.profile?.map(parseProfile),
    level: options.level === undefined ? undefined : parseLevel(options.level),
    addOns: options.addOn?.map((name): AddOn => parseAddOn(name)),
  };
  const { certification } = await readReport(path, host);
  const made = makeClaim(certification, wanted);
  if (!made.ok) throw new Problem(refusalText(path, made), EXIT_FAILED);
  for (const sentence of made.left) host.err.write(`unwind: ${visible(sentence)}\n`);
  const text = `${safeJson(JSON.stringify(made.claim, null, 2))}\n`;
  if (options.out === undefined) host.out.write(text);
  else await replaceFile(options.out, text);
  return EXIT_OK;
}

function refusalText(path: string, { refusals }: MadeClaim & { readonly ok: false }): string {
  return [`${path} does not support that.`, ...refusals].join('\n');
}
