/**
 * `--report DIR`: a folder with one report in every form. The record is written while the
 * certification goes on, so that whatever ends the process leaves what was done until then; the
 * other files are made of it at the end.
 */

import { closeSync, fstatSync, openSync, statSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { renderBadgeJson } from '../report/certification/badge.ts';
import { renderBadgeSvg } from '../report/certification/badge-svg.ts';
import { renderCertificationJson } from '../report/certification/json.ts';
import { renderJunit } from '../report/certification/junit.ts';
import { renderCertificationMarkdown } from '../report/certification/markdown.ts';
import { renderHtml } from '../report/html/render.ts';
import { createRecordWriter, writeRecord } from '../report/record/write.ts';
import type { Certification } from '../suite/certification.ts';
import type { CertifyEvent } from '../suite/course.ts';
import { makeFolder } from './make-folder.ts';
import { Problem } from './problem.ts';
import { replaceFile } from './replace-file.ts';

export const RECORD_FILE = 'report.ndjson';

/** Made of the certification when it is over. */
const FILES: Readonly<Record<string, (certification: Certification, exitCode: number) => string>> =
  {
    'report.html': renderHtml,
    'report.md': renderCertificationMarkdown,
    'report.json': renderCertificationJson,
    'junit.xml': renderJunit,
    'badge.json': renderBadgeJson,
    'badge.svg': renderBadgeSvg,
  };

export interface ReportFolder {
  /** Writes down what the certification tells. */
  hear(event: CertifyEvent): void;
  /** Writes the end of the record, and all other files. */
  finish(certification: Certification, exitCode: number): Promise<void>;
  /** Lets go of the record as it is; after `finish` nothing. */
  close(): void;
}

/**
 * Makes the folder where it is missing, and takes away the files of an earlier report, so that
 * no two are mixed.
 * @throws Problem where it can't be made or written to.
 */
export async function openReportFolder(path: string): Promise<ReportFolder> {
  openFolder(path);
  for (const name of [...Object.keys(FILES), RECORD_FILE]) await removeFile(join(path, name));
  const file = openRecord(join(path, RECORD_FILE));
  const writer = createRecordWriter(file.write);
  return {
    hear: writer.hear,
    finish: async (certification, exitCode) => {
      writer.end(certification, exitCode);
      file.end();
      await writeFiles(path, certification, exitCode);
    },
    close: file.close,
  };
}

/** A report that is there as a whole: of recorded traces, or of shards. */
export async function writeReportFolder(
  path: string,
  certification: Certification,
  exitCode: number,
): Promise<void> {
  openFolder(path);
  await replaceFile(join(path, RECORD_FILE), writeRecord(certification, exitCode));
  await writeFiles(path, certification, exitCode);
}

async function writeFiles(
  path: string,
  certification: Certification,
  exitCode: number,
): Promise<void> {
  for (const [name, renderFile] of Object.entries(FILES)) {
    await replaceFile(join(path, name), renderFile(certification, exitCode));
  }
}

async function removeFile(path: string): Promise<void> {
  try {
    await rm(path, { force: true });
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new Problem(`${path} is of an earlier report, and cannot be taken away (${code}).`);
  }
}

function openFolder(path: string): void {
  if (path === '') throw new Problem('--report takes a folder, and its name is empty.');
  try {
    makeFolder(path);
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    const isFile = code === 'EEXIST' || code === 'ENOTDIR';
    throw new Problem(
      isFile
        ? `--report takes a folder, and ${path} is or leads through a file.`
        : `${path} cannot be made (${code}).`,
    );
  }
}

/** In UTF-16 units and ms: what is lost at most when the process is killed. */
const PIECE = 1 << 15;
const BETWEEN = 250;

/** Written in pieces, each of whole lines, the first at once; without one there is no file. */
function openRecord(path: string) {
  let descriptor: number | null = null;
  let held = '';
  let writtenAt = Number.NEGATIVE_INFINITY;
  const flush = (): void => {
    const bytes = Buffer.from(held);
    held = '';
    writtenAt = performance.now();
    attempt(path, () => {
      descriptor ??= openSync(path, 'wx');
      for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    });
  };
  const close = (): void => {
    try {
      if (held !== '') flush();
    } finally {
      if (descriptor !== null) closeSync(descriptor);
      descriptor = null;
    }
  };
  return {
    write: (text: string): void => {
      held += text;
      if (held.length >= PIECE || performance.now() - writtenAt >= BETWEEN) flush();
    },
    /** Closes a record that is whole, if it is still the one that the folder holds. */
    end: (): void => {
      if (held !== '') flush();
      const isThere = descriptor !== null && isFileAt(path, descriptor);
      close();
      if (!isThere) throw new Problem(`${path} was taken away ${MEANWHILE}`);
    },
    close,
  };
}

const MEANWHILE =
  'meanwhile, perhaps by another certification that writes into the same folder. Give each a folder of its own, and certify again.';

function isFileAt(path: string, descriptor: number): boolean {
  const there = statSync(path, { bigint: true, throwIfNoEntry: false });
  const own = fstatSync(descriptor, { bigint: true });
  return there !== undefined && there.ino === own.ino && there.dev === own.dev;
}

function attempt<Result>(path: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new Problem(`${path} was made ${MEANWHILE}`);
    throw new Problem(`${path} cannot be written (${code}).`);
  }
}
