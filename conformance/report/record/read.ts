/**
 * Reads a record, of this suite or of a newer one, whole or broken off: bytes in, piece by piece,
 * a certification out. Nothing that a file holds is believed before its schema and its digest
 * agree.
 */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { quote } from '../../../core/model/show.ts';
import { describeProblems, fits, problemsOf } from '../../protocol/schema/problems.ts';
import { createBuilder, type Ending } from './build.ts';
import { LARGEST_RECORD, LONGEST_LINE, MOST_LINES } from './limits.ts';
import type { Line } from './lines.ts';
import { problem, type RecordProblem, type RecordReading } from './reading.ts';
import { LINES, type LineKind, RECORD_VERSION } from './schema.ts';

export interface RecordReader {
  /** @returns A problem, after which nothing more is read; null where there is none. */
  push(bytes: Uint8Array): RecordProblem | null;
  end(): RecordReading;
}

/** Reads a record that is there as a whole. */
export const readRecord = (bytes: Uint8Array): RecordReading => {
  const reader = createRecordReader();
  reader.push(bytes);
  return reader.end();
};

const LINE_END = 0x0a;

export const createRecordReader = (): RecordReader => {
  const builder = createBuilder();
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const hash = sha256.create();
  let found: RecordProblem | null = null;
  let lines = 0;
  let size = 0;
  /** What stands behind the last line end, in pieces. */
  let rest: Uint8Array[] = [];
  let restSize = 0;
  let footer: Footer | null = null;

  /** @param isWhole Whether it ends with a line end. */
  const take = (bytes: Uint8Array, isWhole: boolean): RecordProblem | null => {
    lines += 1;
    if (lines > MOST_LINES) return problem(null, `it has more than ${MOST_LINES} lines, the limit`);
    if (footer !== null) {
      return problem(lines, 'something stands behind the footer', 'Are two reports in one file?');
    }
    const read = readLine(bytes, lines, decoder);
    if ('problem' in read) {
      // A process that was killed wrote a part of its last line.
      if (!isWhole && lines > 1) return null;
      return read.problem;
    }
    const { line } = read;
    const wrong = lines === 1 ? notAHeader(line) : faultOf(line, lines);
    if (wrong !== null) return wrong;
    if (line.kind === 'footer') {
      footer = line as unknown as Footer;
      return checkFooter(footer, lines, `sha256:${bytesToHex(hash.digest())}`);
    }
    hash.update(bytes);
    hash.update(Uint8Array.of(LINE_END));
    const misplaced = builder.add(line);
    return misplaced === null ? null : problem(lines, misplaced);
  };

  const takeRest = (isWhole: boolean): RecordProblem | null => {
    const bytes = joined(rest, restSize);
    rest = [];
    restSize = 0;
    return take(bytes, isWhole);
  };

  const pushAll = (bytes: Uint8Array): RecordProblem | null => {
    size += bytes.length;
    if (size > LARGEST_RECORD) {
      return problem(null, `it is larger than ${LARGEST_RECORD >> 20} MiB, the limit`);
    }
    let from = 0;
    for (;;) {
      const end = bytes.indexOf(LINE_END, from);
      const piece = bytes.subarray(from, end === -1 ? bytes.length : end);
      restSize += piece.length;
      if (restSize > LONGEST_LINE) {
        return problem(lines + 1, `it is longer than ${LONGEST_LINE >> 20} MiB, the limit`);
      }
      if (piece.length > 0) rest.push(piece);
      if (end === -1) return null;
      const wrong = takeRest(true);
      if (wrong !== null) return wrong;
      from = end + 1;
    }
  };

  return {
    push: (bytes) => {
      // The caller may use its buffer again.
      found ??= pushAll(bytes.slice());
      return found;
    },
    end: () => {
      if (found === null && restSize > 0) found = takeRest(false);
      if (found === null && lines === 0) found = problem(null, 'it is empty', NO_REPORT);
      if (found !== null) return { ok: false, problem: found };
      const certification = builder.end(footer);
      return typeof certification === 'string'
        ? { ok: false, problem: problem(null, certification) }
        : {
            ok: true,
            record: {
              certification,
              exitCode: footer?.exitCode ?? null,
              digest: footer?.digest ?? null,
            },
          };
    },
  };
};

export interface Footer extends Ending {
  readonly lines: number;
  readonly digest: string;
  readonly exitCode: number;
}

const joined = (pieces: readonly Uint8Array[], size: number): Uint8Array => {
  const [first] = pieces;
  if (pieces.length === 1 && first !== undefined) return first;
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
};

const NO_REPORT = 'unwind certify --report DIR writes one as DIR/report.ndjson.';
const IS_CHANGED =
  'It was changed after it was written; line ends that a tool has made its own count, too.';

type ReadLine = { readonly line: Line } | { readonly problem: RecordProblem };

const readLine = (bytes: Uint8Array, number: number, decoder: TextDecoder): ReadLine => {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return { problem: problem(number, 'it is not UTF-8') };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const hint = number === 1 ? NO_REPORT : null;
    return { problem: problem(number, 'it is not JSON', hint) };
  }
  const isLine =
    typeof value === 'object' && value !== null && typeof (value as Line).kind === 'string';
  return isLine
    ? { line: value as Line }
    : {
        problem: problem(number, "it is no object with a 'kind'", number === 1 ? NO_REPORT : null),
      };
};

const notAHeader = (line: Line): RecordProblem | null => {
  if (line.kind !== 'header') {
    return problem(1, `it is no header but a line of kind ${quote(line.kind)}`, NO_REPORT);
  }
  const { version } = line;
  if (typeof version === 'number' && version > RECORD_VERSION) {
    const message = `the record is of version ${version}, and this unwind reads ${RECORD_VERSION}`;
    return problem(1, message, 'A newer unwind made it, and can read it.');
  }
  return faultOf(line, 1);
};

/** Kinds that are not known are of a newer suite, and mean nothing to this one. */
const faultOf = (line: Line, number: number): RecordProblem | null => {
  if (!Object.hasOwn(LINES, line.kind)) return null;
  if (line.kind === 'header' && number > 1) return problem(number, 'it is a second header');
  const schema = LINES[line.kind as LineKind];
  if (fits(schema, line)) return null;
  return problem(number, describeProblems(problemsOf(schema, line, line.kind)));
};

const checkFooter = (footer: Footer, number: number, digest: string): RecordProblem | null => {
  if (footer.lines !== number - 1) {
    const message = `the footer counts ${footer.lines} lines before it, and there are ${number - 1}`;
    return problem(number, message, IS_CHANGED);
  }
  return footer.digest === digest
    ? null
    : problem(number, 'the digest in the footer is not that of the lines before it', IS_CHANGED);
};
