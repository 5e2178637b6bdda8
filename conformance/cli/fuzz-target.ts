/** What `unwind fuzz` searches: a document, what is expected of it, and whatever it refers to. */

import { stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { JsonObject } from '../../core/model/json.ts';
import type { Profile } from '../../core/model/workflow.ts';
import { gatherExpectations } from '../fuzz/expectations/gather.ts';
import type { FuzzTarget } from '../fuzz/search/prepare.ts';
import { renderFindings } from '../report/findings/pretty.ts';
import { decode, documentsOf, readSource, readWith, type Source } from './documents.ts';
import { terminalFor } from './environment.ts';
import type { Host } from './host.ts';
import { Problem } from './problem.ts';
import { STANDARD_INPUT } from './read-input.ts';

export interface TargetOptions {
  readonly expect?: readonly string[];
  readonly ascii?: boolean;
}

interface Wanted {
  readonly profile: Profile | null;
  readonly input: JsonObject | null;
}

/** Null where the document is invalid, which is then told. */
export async function readTarget(
  path: string,
  others: readonly Source[],
  options: TargetOptions,
  { profile, input }: Wanted,
  host: Host,
): Promise<FuzzTarget | null> {
  const source = await readSource(path, host);
  const { bytes } = source;
  const { workflow, dialect, findings, stopped } = readWith(source, others);
  if (workflow === null || dialect === null) {
    const file = { path, bytes, dialect, findings, stopped };
    host.err.write(renderFindings([file], terminalFor(host.err, host, options.ascii)));
    return null;
  }
  if (workflow.orbit !== undefined && profile !== null && profile !== 'orbit') {
    throw new Problem(`${path} is an ORBIT document, which runs under the orbit profile alone.`);
  }
  const text = decode(path, bytes);
  const gathered = gatherExpectations({
    ...{ path, text, workflow },
    file: await fileBeside(path, host),
    options: options.expect ?? [],
  });
  if (gathered.problems.length > 0) {
    const lines = gathered.problems.map(({ source: { kind, path: file, line }, message }) => {
      const place = kind === 'option' ? '--expect' : `${file}${line === null ? '' : `:${line}`}`;
      return `  ${place}: ${message}`;
    });
    throw new Problem(`What is expected of ${path} can not be read:\n${lines.join('\n')}`);
  }
  return {
    ...{ path, dialect, text, workflow, profile },
    digest: bytesToHex(sha256(bytes)),
    expected: gathered.expected,
    inputs: input === null ? gathered.inputs : [input],
    documents: documentsOf(source, others),
  };
}

/** `order.unwind.json` beside `order.hxml`. */
async function fileBeside(
  path: string,
  host: Host,
): Promise<{ readonly path: string; readonly text: string } | null> {
  if (path === STANDARD_INPUT) return null;
  const name = join(dirname(path), `${basename(path, extname(path))}.unwind.json`);
  try {
    if (!(await stat(name)).isFile()) return null;
  } catch {
    return null;
  }
  const { bytes } = await readSource(name, host);
  return { path: name, text: decode(name, bytes) };
}
