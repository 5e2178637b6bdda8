/** What each verdict looks like: a colour, a shape and a word, none of them alone. */

import type { Verdict } from '../../suite/verdict.ts';
import { html, type Markup } from './markup.ts';

export interface VerdictLook {
  readonly word: string;
  /** On a field of 16 by 16, drawn with a stroke. */
  readonly icon: string;
  /** What it says of a runtime, as a sentence. */
  readonly meaning: string;
}

export const VERDICT_LOOKS: Readonly<Record<Verdict, VerdictLook>> = {
  pass: {
    word: 'pass',
    icon: 'M2.8 8.6l3.4 3.6l7-8',
    meaning: 'What the rule speaks of happened, and the rule held each time.',
  },
  fail: {
    word: 'fail',
    icon: 'M3.6 3.6l8.8 8.8M12.4 3.6l-8.8 8.8',
    meaning: 'A rule that is a MUST was broken. A runtime with one of these is not certified.',
  },
  degraded: {
    word: 'degraded',
    icon: 'M8 2.4L14 13.4H2zM8 6.4v3.4M8 11.4v.5',
    meaning: 'A rule that is a SHOULD was broken. It is told, and does not fail the runtime.',
  },
  choice: {
    word: 'choice',
    icon: 'M8 14V9.5L3.5 5V2.5M8 9.5L12.5 5V2.5',
    meaning:
      'Broken under the reading that this suite takes of an open question, and right under another one that the runtime takes.',
  },
  vacuous: {
    word: 'vacuous',
    icon: 'M8 3a5 5 0 1 1 0 10a5 5 0 1 1 0-10z',
    meaning: 'What the rule speaks of never happened, so nothing is said of it.',
  },
  inconclusive: {
    word: 'inconclusive',
    icon: 'M2.5 6.5c1.8-2 3.7-2 5.5 0s3.7 2 5.5 0M2.5 10.8c1.8-2 3.7-2 5.5 0s3.7 2 5.5 0',
    meaning: 'Too few samples, or a clock that was too noisy to say anything.',
  },
  blocked: {
    word: 'blocked',
    icon: 'M5.6 2.5h4.8l3.1 3.1v4.8l-3.1 3.1H5.6l-3.1-3.1V5.6zM5.4 8h5.2',
    meaning: 'The runs in which it could show were lost: the driver died or broke the protocol.',
  },
  stale: {
    word: 'stale',
    icon: 'M8 2.6a5.4 5.4 0 1 1 0 10.8a5.4 5.4 0 1 1 0-10.8zM8 5v3.2l2.2 1.6',
    meaning:
      'It was declared as an expected failure, and it passes now or the declaration has expired.',
  },
  unsupported: {
    word: 'unsupported',
    icon: 'M8 2.6a5.4 5.4 0 1 1 0 10.8a5.4 5.4 0 1 1 0-10.8zM4.2 11.8l7.6-7.6',
    meaning: 'The runtime declares that it can not do what the rule is about.',
  },
  skipped: {
    word: 'skipped',
    icon: 'M3 3.5l5 4.5l-5 4.5M8.2 3.5l5 4.5l-5 4.5',
    meaning: 'Left out by whoever asked for the report.',
  },
};

/** What asks for a look first. */
export const VERDICT_ORDER: readonly Verdict[] = [
  ...(['fail', 'stale', 'blocked', 'degraded', 'choice'] as const),
  ...(['inconclusive', 'vacuous', 'unsupported', 'skipped', 'pass'] as const),
];

/** Beside a word, so it is not read out. */
export const icon = (path: string): Markup =>
  html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false"><path d="${path}"/></svg>`;

/** Shape and word, in the colour of the verdict. */
export const verdictMark = (verdict: Verdict, rest: Markup | null = null): Markup => {
  const { word, icon: path } = VERDICT_LOOKS[verdict];
  return html`<span class="mark" data-verdict="${verdict}">${icon(path)}<span class="word">${word}</span>${rest}</span>`;
};
