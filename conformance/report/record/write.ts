/** Writes a record: line by line while a certification goes on, or all of it at its end. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Certification } from '../../suite/certification.ts';
import type { CertifyEvent } from '../../suite/course.ts';
import {
  caseOf,
  footerOf,
  headerOf,
  incidentOf,
  type Line,
  linesOf,
  profileEndOf,
  profileOf,
  stderrOf,
  verdictOf,
} from './lines.ts';

export interface RecordWriter {
  /** Writes what a certification tells, as it tells it. */
  hear(event: CertifyEvent): void;
  /** Writes the footer, and before it what nobody told: the driver's stderr. */
  end(certification: Certification, exitCode: number): void;
}

/** @param write Takes whole lines, with their ends. */
export const createRecordWriter = (write: (text: string) => void): RecordWriter => {
  const book = createBook(write);
  return {
    hear: (event) => {
      for (const line of linesOfEvent(event)) book.add(line);
    },
    end: (certification, exitCode) => {
      if (certification.stderr !== undefined) book.add(stderrOf(certification.stderr));
      book.end(certification, exitCode);
    },
  };
};

/** The record of a certification that is over, in pieces. */
export function* writeRecord(certification: Certification, exitCode: number): Generator<string> {
  let text = '';
  const book = createBook((piece) => {
    text += piece;
  });
  for (const line of linesOf(certification)) {
    book.add(line);
    if (text.length < PIECE) continue;
    yield text;
    text = '';
  }
  book.end(certification, exitCode);
  yield text;
}

const PIECE = 1 << 16;

/** Counts and digests what it writes. */
const createBook = (write: (text: string) => void) => {
  const hash = sha256.create();
  let lines = 0;
  const put = (line: Line): string => {
    const text = `${JSON.stringify(line)}\n`;
    write(text);
    return text;
  };
  return {
    add: (line: Line): void => {
      hash.update(utf8ToBytes(put(line)));
      lines += 1;
    },
    end: (certification: Certification, exitCode: number): void => {
      const digest = `sha256:${bytesToHex(hash.digest())}`;
      put(footerOf(certification, exitCode, lines, digest));
    },
  };
};

const linesOfEvent = (event: CertifyEvent): Iterable<Line> => {
  switch (event.kind) {
    case 'began':
      return [headerOf(event.about)];
    case 'profile':
      return [profileOf(event)];
    case 'case':
      return [caseOf(event.profile, event.ran)];
    case 'incident':
      return [incidentOf(event.incident)];
    case 'rule':
      return verdictOf(event.profile, event.report);
    case 'profile-end':
      return profileEndOf(event.report);
  }
};
