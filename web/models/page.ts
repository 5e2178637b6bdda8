/** What the page says where there is no run to show, or not yet. */

import type { Diagnostic } from '../../core/model/diagnostic.ts';
import type { Run } from '../../core/model/run.ts';
import type { TraceEvent } from '../../core/model/trace.ts';
import { formatTime } from '../../simulator/trace/explain.ts';
import type { Answer } from '../worker/messages.ts';

export interface Problem {
  readonly title: string;
  readonly text: string;
  readonly findings: readonly Diagnostic[];
  readonly problems: readonly { readonly path: string; readonly message: string }[];
  readonly details: string | null;
}

/** Why the address leads to nothing. */
export interface Missing {
  readonly title: string;
  readonly text: string;
}

export function unknownWords({
  path,
  why,
}: {
  readonly path: string;
  readonly why: 'path' | 'long';
}): Missing {
  if (why === 'long') {
    return {
      title: 'This link is too long to be read',
      text: 'The page reads links of up to 32 KiB. Whoever made it can save the run as a file instead.',
    };
  }
  const isCut = /^\/[xp]\/u\d+/.test(path);
  return {
    title: `There is no page ${path} here.`,
    text: isCut
      ? 'The link was cut off or changed on its way.'
      : 'Pick one of the examples above. If a link brought you here, it may be older or newer than this page.',
  };
}

/** A list of more is read by nobody, and a stranger's document may have thousands. */
const MOST_FINDINGS = 100;

/** What stands between the page and a run. */
export interface Obstacle {
  /** The address leads nowhere. */
  readonly missing: Missing | null;
  readonly refusal: Refusal | null;
}

type Refusal = Exclude<Answer, { readonly kind: 'run' }>;

/** Null while nothing is known to be wrong. */
export function problemOf({ missing, refusal }: Obstacle): Problem | null {
  const empty = { findings: [], problems: [], details: null };
  if (missing !== null) return { ...empty, title: missing.title, text: missing.text };
  if (refusal === null) return null;
  switch (refusal.kind) {
    case 'invalid': {
      const count = refusal.findings.filter((finding) => finding.severity === 'error').length;
      return {
        ...empty,
        title: `This document has ${count === 1 ? 'a fault' : `${count} faults`} and was not run`,
        text: refusal.stopped
          ? 'The reader could not go on behind the last one, so there may be more.'
          : 'An invalid document is never run, not even in part.',
        findings:
          refusal.findings.length > MOST_FINDINGS
            ? refusal.findings.slice(0, MOST_FINDINGS)
            : refusal.findings,
      };
    }
    case 'bad-scenario':
      return {
        ...empty,
        title: 'The scenario cannot be used',
        text: 'The document is fine; what the outside world should do is not clear.',
        problems: refusal.problems,
      };
    case 'bad-token':
      return {
        ...empty,
        title: 'This link holds no run that can be shown',
        text: 'Ask whoever sent it for a new one: chat and mail programs cut long links off. `unwind replay` takes the same text.',
        details: refusal.message,
      };
    case 'late':
      return {
        ...empty,
        title: `This run was stopped after ${refusal.seconds} s`,
        text: 'It takes longer than this page waits. The command `unwind run` waits as long as you like.',
      };
    case 'broken':
      return {
        ...empty,
        title: 'The simulator itself failed',
        text: 'This is a defect of ours, not of the document. A report with the text below and the address of this page helps us.',
        details: refusal.message,
      };
  }
}

/** Above a run that is older than what stands in the editor. */
export function staleSentence(refusal: Refusal): string {
  const shown = 'Showing the last valid run.';
  switch (refusal.kind) {
    case 'invalid': {
      const finding = refusal.findings.find(({ severity }) => severity === 'error');
      if (finding === undefined) return `The document can not be read. ${shown}`;
      return `Line ${finding.line}: ${finding.message.replace(/\.$/, '')}. ${shown}`;
    }
    case 'bad-scenario': {
      const [problem] = refusal.problems;
      const what = problem === undefined ? '' : `, ${problem.path}: ${problem.message}`;
      return `The scenario can not be used${what.replace(/\.$/, '')}. ${shown}`;
    }
    case 'late':
      return `The run was stopped after ${refusal.seconds} s. ${shown}`;
    case 'bad-token':
    case 'broken':
      return `No run: ${refusal.message.replace(/\.$/, '')}. ${shown}`;
  }
}

export function eventTime(event: TraceEvent): string {
  return formatTime(event.at);
}

export function idleSentence(steps: number, touch: boolean, hidden: boolean): string {
  const how = touch ? 'Tap Step' : 'Press Step, or the key →,';
  const what = hidden
    ? 'What comes is hidden, to be guessed.'
    : `The run has ${steps} steps; the dotted shapes are what will come.`;
  return `${what} ${how} to see each ${hidden ? 'step' : 'of them'} happen, and why. Going back is free.`;
}

/** For a run that did not come to an end of its own. */
export function stallSentence(run: Run): string | null {
  if (run.stalledBecause === null) return null;
  const because = run.stalledBecause.replace(/\.$/, '');
  return `This run came to no end: ${because}. What happened until then is shown.`;
}
