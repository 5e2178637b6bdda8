/** The calls of both runs in words: the text that says what the picture shows. */

import { formatTime } from '../../../simulator/trace/explain/words.ts';
import type { ShownCall } from '../../suite/certification.ts';
import { html, type Markup } from './markup.ts';
import { type Attempt, attemptsOf, timeOf } from './timeline/attempts.ts';

const MOST_ROWS = 120;

export const renderCalls = (
  reference: readonly ShownCall[],
  observed: readonly ShownCall[],
): Markup => {
  const keys = numberKeys([...reference, ...observed]);
  return html`<div class="scroll" role="group" aria-label="Calls" tabindex="0"><table class="calls">
<caption>The same in words</caption>
<thead><tr>${COLUMNS.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
${renderGroup('Expected: the built-in runtime', attemptsOf(reference, observed), keys)}
${renderGroup('Observed: this runtime', attemptsOf(observed, reference), keys)}</table></div>
`;
};

type Keys = ReadonlyMap<string, number>;

/** Keys are long and alike: a number says which are the same. */
const numberKeys = (calls: readonly ShownCall[]): Keys => {
  const keys = new Set(calls.flatMap(({ key }) => (key === null ? [] : [key])));
  return new Map([...keys].map((key, index) => [key, index + 1]));
};

const LONGEST_KEY = 14;

const keyText = (key: string | null, keys: Keys): string => {
  if (key === null) return 'none';
  const shown = key.length <= LONGEST_KEY ? key : `${key.slice(0, LONGEST_KEY - 2)}…`;
  return `${keys.get(key) ?? 0}: ${shown}`;
};

const COLUMNS = ['At', 'Call', 'What came of it', 'Ended', 'Key'];

const renderGroup = (title: string, attempts: readonly Attempt[], keys: Keys): Markup => {
  const rest = attempts.length - MOST_ROWS;
  return html`<tbody><tr class="family"><th scope="rowgroup" colspan="${COLUMNS.length}">${title}</th></tr>
${attempts.length === 0 ? html`<tr><td colspan="${COLUMNS.length}">no calls</td></tr>` : null}${attempts.slice(0, MOST_ROWS).map((attempt) => renderRow(attempt, keys))}${
  rest > 0 ? html`<tr><td colspan="${COLUMNS.length}">and ${rest} more, left out</td></tr>` : null
}</tbody>
`;
};

const renderRow = (attempt: Attempt, keys: Keys): Markup => {
  const { call, look, word, to, from, late, isOnlyHere } = attempt;
  const ended =
    to === null
      ? 'never'
      : late === null
        ? timeText(to.at)
        : `${timeText(to.at)}; its result came at ${timeText(late.at)}`;
  return html`<tr${isOnlyHere ? html` class="only-here"` : null}><td class="time">${timeText(from.at)}</td><th scope="row">${nameOf(call)}${isOnlyHere ? html` <b class="flag">only here</b>` : null}</th><td data-look="${look}"><span class="word">${word}</span></td><td class="time">${ended}</td><td class="key">${keyText(call.key, keys)}</td></tr>
`;
};

const nameOf = ({ unit, undoes, purpose, attempt, redelivered }: ShownCall): string => {
  const what = {
    forward: unit,
    compensation:
      undoes === null || undoes === unit ? `undo of ${unit}` : `${unit}, undoing ${undoes}`,
    reconcile: `question about ${unit}`,
  }[purpose];
  return `${what}, attempt ${attempt}${redelivered ? ', delivered again' : ''}`;
};

const timeText = (at: number): string => formatTime(timeOf(at));
