/** Lines through all lanes: the moment of the breach, and what came from outside. */

import { formatTime } from '../../../../simulator/trace/explain/words.ts';
import { type Moment, timeOf } from './attempts.ts';
import { SIDE, widthOf } from './axis.ts';
import { placeIn, type Rows } from './rows.ts';

export interface Turn {
  readonly x: number;
  readonly kind: 'breach' | 'control';
  /** Its middle and the line that it stands on. */
  readonly label: { readonly x: number; readonly y: number; readonly text: string };
}

const MOST_CONTROLS = 8;
const TURN_ROW = 15;

export interface Outside {
  /** When the breach is, in ms; null where it has no time. */
  readonly breachAt: number | null;
  readonly controls: readonly { readonly at: number; readonly action: string }[];
}

export interface TurnAt {
  readonly kind: Turn['kind'];
  readonly at: Moment;
  readonly word: string;
}

export const turnsOf = ({ breachAt, controls }: Outside): readonly TurnAt[] => {
  const outside = controls.slice(0, MOST_CONTROLS).map(
    ({ at, action }): TurnAt => ({
      kind: 'control',
      at: { at: timeOf(at), rank: 0 },
      word: action.slice(0, 24),
    }),
  );
  if (breachAt === null) return outside;
  return [{ kind: 'breach', at: { at: timeOf(breachAt), rank: 0 }, word: 'breach' }, ...outside];
};

/** A bold letter is wider. */
const BOLD = 1.12;

/** Each with its word in the first row in which it touches none before. */
export const placeTurns = (
  turns: readonly TurnAt[],
  xOf: (moment: Moment) => number,
  width: number,
): readonly Turn[] => {
  const rows: Rows = [];
  return turns.map(({ kind, at, word }) => {
    const x = xOf(at);
    const text = `${word} ${formatTime(at.at)}`;
    const half = (widthOf(text) * BOLD) / 2;
    const middle = Math.max(half + 4 - SIDE, Math.min(x, width + SIDE - half - 4));
    const row = placeIn(rows, { start: middle - half - 4, end: middle + half + 4 });
    return { x, kind, label: { x: middle, y: (row + 1) * TURN_ROW, text } };
  });
};
