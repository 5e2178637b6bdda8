/** Where two runtimes take different ways, in sentences. */

import { type MeasuredChoice, seenText } from '../measured-choices.ts';
import type { ChoiceChange, Pair, Side } from './comparison.ts';

type Names = { readonly a: Pick<Side, 'name'>; readonly b: Pick<Side, 'name'> };

const ORDER: readonly ChoiceChange['change'][] = ['differs', 'lacking', 'unknown'];

/** Those that differ or may; what is known of neither is no change. */
export const choiceChanges = (
  a: readonly MeasuredChoice[],
  b: readonly MeasuredChoice[],
  names: Names,
): readonly ChoiceChange[] => {
  const before = new Map(a.map((choice) => [choice.id, choice]));
  const changes = b.flatMap((choice) => {
    const old = before.get(choice.id);
    return old === undefined ? [] : changeOf({ a: old, b: choice }, names);
  });
  return ORDER.flatMap((kind) => changes.filter(({ change }) => change === kind));
};

const changeOf = (pair: Pair, names: Names): readonly ChoiceChange[] => {
  const { a, b } = pair;
  if (a.reading === b.reading) return [];
  const change =
    a.reading !== null && b.reading !== null
      ? 'differs'
      : a.from === 'lacking' || b.from === 'lacking'
        ? 'lacking'
        : 'unknown';
  return [
    {
      ...{ id: b.id, about: b.about, a: a.reading, b: b.reading, change },
      lacks: change === 'lacking' ? lackOf(pair) : null,
      known: change === 'differs' ? null : (a.text ?? b.text),
      sentence: `${clause(names.b.name, b)}; ${clause(names.a.name, a)}`,
    },
  ];
};

const lackOf = ({ a, b }: Pair): ChoiceChange['lacks'] =>
  b.from === 'lacking' ? { side: 'b', because: b.because } : { side: 'a', because: a.because };

/** `medusa does not undo the rest when a compensation fails`. */
const clause = (name: string, choice: MeasuredChoice): string => {
  const { text, about, from, because } = choice;
  const seen = seenText(choice);
  if (text === null) {
    return from === 'lacking'
      ? `${name} has nothing like it${because === null ? '' : ` (${because})`}`
      : `of ${name} nobody knows about ${about}`;
  }
  const said = from === 'declared' ? ', as its driver says' : '';
  return `${name} ${text}${said}${seen === null ? '' : ` (seen${seen === because ? ':' : ''} ${seen})`}`;
};
