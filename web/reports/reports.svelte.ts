/**
 * What files were opened: a report to browse, a failure of it to step through, a trace that
 * somebody recorded. The state of the page stays as it is beside it.
 */

import { NO_FAULTS } from '../models/faults.ts';
import type { Place } from '../models/link.ts';
import { linkTo } from '../models/link.ts';
import { MOST_SIGNS } from '../models/packed.ts';
import type { Playground } from '../state/playground.svelte.ts';
import { LARGEST_FILE } from './limits.ts';
import type { ReadAnswer, ReadProblem, ReportFailure, ReportView, TraceView } from './messages.ts';
import type { Reader } from './reader.ts';
import { recordedPage } from './recorded-page.svelte.ts';
import { FIRST_BYTES, kindOfFile } from './sniff.ts';

export type Reports = ReturnType<typeof createReports>;

export interface Recording {
  readonly view: TraceView;
  readonly page: Playground;
  readonly end: () => void;
}

/** @param load Brings the reader, which is loaded for the first file alone. */
export function createReports(own: Playground, load: () => Promise<Reader>) {
  let reading = $state<string | null>(null);
  let problem = $state.raw<ReadProblem | null>(null);
  let report = $state.raw<ReportView | null>(null);
  /** The report itself is on the screen, not a run of it. */
  let isBrowsing = $state(false);
  let failure = $state.raw<ReportFailure | null>(null);
  let recording = $state.raw<Recording | null>(null);
  /** Where the page stood when the report, the failure or the recording was opened. */
  let origin: Place | null = null;
  let reader: Promise<Reader> | null = null;

  function endRecording(): void {
    recording?.end();
    recording = null;
  }

  async function read(asked: Parameters<Reader['read']>[0]): Promise<void> {
    reading = asked.name;
    problem = null;
    let answer: ReadAnswer | null;
    try {
      reader ??= load();
      answer = await (await reader).read(asked);
    } catch {
      reader = null;
      const text = 'The part of the page that reads reports could not be loaded.';
      answer = { kind: 'problem', title: `${asked.name} can not be shown`, text };
    }
    if (answer === null) return;
    reading = null;
    show(answer);
  }

  function show(answer: ReadAnswer): void {
    own.player.pause();
    origin = own.place;
    switch (answer.kind) {
      case 'problem':
        problem = answer;
        return;
      case 'report':
        endRecording();
        report = answer.report;
        failure = null;
        isBrowsing = true;
        return;
      case 'trace': {
        endRecording();
        isBrowsing = false;
        recording = { view: answer.trace, ...recordedPage(answer.trace, own) };
      }
    }
  }

  return {
    /** The file that is being read. */
    get reading() {
      return reading;
    },
    get problem() {
      return problem;
    },
    get report() {
      return report;
    },
    get isBrowsing() {
      return isBrowsing && report !== null;
    },
    /** The failure that is stepped through. */
    get failure() {
      return failure;
    },
    get recording() {
      return recording;
    },
    /** Takes what is a report or a trace; false where none of the files is. */
    async open(files: readonly File[]): Promise<boolean> {
      const named = await Promise.all(files.slice(0, 8).map(kindIn));
      const found = named.find(({ kind }) => kind === 'report' || kind === 'trace');
      if (found === undefined) return false;
      if (found.file.size > LARGEST_FILE) {
        problem = {
          kind: 'problem',
          title: `${found.file.name} is larger than this page reads`,
          text: `It has ${found.file.size >> 20} MiB, and the limit is ${LARGEST_FILE >> 20} MiB. “unwind report” makes report.html of any report; “unwind judge” reads any trace.`,
        };
        return true;
      }
      const beside = named.find(({ kind }) => kind === 'document');
      const document =
        beside === undefined ? (own.source?.document ?? null) : await beside.file.text();
      void read({ file: found.file, name: found.file.name, document });
      return true;
    },
    closeProblem() {
      problem = null;
    },
    /** Back to the report, from wherever the page is. */
    browse() {
      endRecording();
      origin = own.place;
      isBrowsing = true;
    },
    close() {
      endRecording();
      report = null;
      failure = null;
      isBrowsing = false;
    },
    closeRecording() {
      endRecording();
      if (report !== null && failure !== null) isBrowsing = true;
    },
    /** Opens the run of a failure; its runtime's calls stand beside it. */
    stepThrough(chosen: ReportFailure) {
      const { example } = chosen;
      if (example === null) return;
      endRecording();
      failure = chosen;
      isBrowsing = false;
      const { token, document, scenario } = example;
      if (token !== '' && token.length <= MOST_SIGNS) {
        const place = { kind: 'token', token } as const;
        origin = place;
        own.openAddress(linkTo(place));
        return;
      }
      origin = null;
      void own.openPlay({
        ...{ document, scenario, seed: null, faults: NO_FAULTS },
        ...{ title: chosen.rule, digest: null },
      });
    },
    /** Shows the trace that the runtime itself gave of a failure. */
    showOwnTrace(chosen: ReportFailure) {
      const { example } = chosen;
      if (example === null) return;
      failure = chosen;
      const { trace, document } = example;
      void read({ trace, document, name: `Its own trace: ${chosen.rule}` });
    },
    /** The page went somewhere by itself: a link was followed, or Back was pressed. */
    placeChanged(place: Place) {
      if (origin === null) {
        origin = place;
        return;
      }
      if (place === origin || linkTo(place) === linkTo(origin)) return;
      origin = place;
      endRecording();
      isBrowsing = false;
      failure = null;
    },
  };
}

async function kindIn(file: File) {
  try {
    return { file, kind: kindOfFile(await file.slice(0, FIRST_BYTES).text(), file.name) };
  } catch {
    return { file, kind: 'other' as const };
  }
}
