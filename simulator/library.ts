/**
 * The documents that subworkflows may name: read and compiled when first asked for, and
 * kept. Nothing is ever fetched; what was not given is not there (HX-4109).
 */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Subworkflow } from '../core/model/workflow.ts';
import { readDocument } from '../core/read.ts';
import { compileProgram } from './program/compile.ts';
import type { Program } from './program/program.ts';

export type Loaded =
  | { readonly ok: true; readonly program: Program }
  | { readonly ok: false; readonly message: string };

export interface Library {
  load(subworkflow: Subworkflow): Loaded;
}

/** @param documents Texts by the reference that names them, or by its last part. */
export const createLibrary = (documents: { readonly [reference: string]: string }): Library => {
  const known = new Map<string, Loaded>();
  return {
    load: ({ href, digest }) => {
      const text = textOf(documents, href);
      if (text === undefined) {
        return {
          ok: false,
          message: `the subworkflow ${href} was not given, and is never fetched`,
        };
      }
      if (digest !== null && digest.trim().toLowerCase() !== digestOf(text)) {
        return {
          ok: false,
          message: `the subworkflow ${href} is not ${digest}: it is ${digestOf(text)}`,
        };
      }
      const loaded = known.get(href) ?? read(href, text);
      known.set(href, loaded);
      return loaded;
    },
  };
};

const textOf = (
  documents: { readonly [reference: string]: string },
  href: string,
): string | undefined => {
  for (const name of [href, href.slice(href.lastIndexOf('/') + 1)]) {
    if (Object.hasOwn(documents, name)) return documents[name];
  }
  return undefined;
};

const digestOf = (text: string): string => `sha256:${bytesToHex(sha256(utf8ToBytes(text)))}`;

const read = (href: string, text: string): Loaded => {
  const { workflow, findings } = readDocument(text);
  if (workflow !== null) return { ok: true, program: compileProgram(workflow) };
  const first = findings.find(({ severity }) => severity === 'error');
  const where = first === undefined ? '' : `: ${first.code} at ${first.line}:${first.column}`;
  return { ok: false, message: `the subworkflow ${href} is not valid${where}` };
};
