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

type Content =
  | { readonly kind: 'loading' }
  | { readonly kind: 'missing'; readonly what: string }
  | { readonly kind: 'answered'; readonly answer: Answer };

export function problemOf(content: Content): Problem | null {
  const empty = { findings: [], problems: [], details: null };
  switch (content.kind) {
    case 'loading':
      return null;
    case 'missing':
      return {
        ...empty,
        title: content.what,
        text: 'Pick one of the examples above. If a link brought you here, it may be older or newer than this page.',
      };
    case 'answered':
      break;
  }
  const { answer } = content;
  switch (answer.kind) {
    case 'run':
      return null;
    case 'invalid': {
      const count = answer.findings.filter((finding) => finding.severity === 'error').length;
      return {
        ...empty,
        title: `This document has ${count === 1 ? 'a fault' : `${count} faults`} and was not run`,
        text: answer.stopped
          ? 'The reader could not go on behind the last one, so there may be more.'
          : 'An invalid document is never run, not even in part.',
        findings: answer.findings,
      };
    }
    case 'bad-scenario':
      return {
        ...empty,
        title: 'The scenario cannot be used',
        text: 'The document is fine; what the outside world should do is not clear.',
        problems: answer.problems,
      };
    case 'bad-token':
      return {
        ...empty,
        title: 'This link holds no run that can be shown',
        text: 'Ask whoever sent it for a new one: chat and mail programs cut long links off. `unwind replay` takes the same text.',
        details: answer.message,
      };
    case 'broken':
      return {
        ...empty,
        title: 'The simulator itself failed',
        text: 'This is a defect of ours, not of the document. A report with the text below and the address of this page helps us.',
        details: answer.message,
      };
  }
}

export function eventTime(event: TraceEvent): string {
  return formatTime(event.at);
}

export function idleSentence(steps: number, touch: boolean): string {
  const how = touch ? 'Tap Step' : 'Press Step, or the key →,';
  return `The run has ${steps} steps; the dotted shapes are what will come. ${how} to see each of them happen, and why. Going back is free.`;
}

/** For a run that did not come to an end of its own. */
export function stallSentence(run: Run): string | null {
  if (run.stalledBecause === null) return null;
  const because = run.stalledBecause.replace(/\.$/, '');
  return `This run has no end: ${because}. What happened until then is shown.`;
}
