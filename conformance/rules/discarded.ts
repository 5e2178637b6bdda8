/** Where an output turns up that nobody may use. */

import { breach, type Checked, holdsOr } from './judge.ts';
import { foundIn, tellingTexts } from './leaves.ts';
import type { Call } from './observation.ts';
import { successOf, type View } from './view.ts';

/**
 * Checks that an output that does not count reached no forward step and not the run's output. It
 * is told by its texts, so one whose texts others returned as well is not judged.
 * @param why What the message says of it: `came after its timeout`.
 */
export const isUnused = (call: Call, why: string, view: View): Checked => {
  const { then } = call.reply;
  if (then.kind !== 'ok') return 'not-judged';
  const texts = new Set(tellingTexts(then.output));
  for (const execution of view.executions) {
    const success = successOf(execution);
    if (success === null || success.calls.includes(call) || success.end.how !== 'succeeded')
      continue;
    for (const text of tellingTexts(success.end.output)) texts.delete(text);
  }
  if (texts.size === 0) return 'not-judged';
  const { calls, report } = view.observation;
  const user = calls.find(
    ({ purpose, input, unit }) =>
      purpose === 'forward' && unit !== call.unit && foundIn(texts, input) !== null,
  );
  if (user !== undefined) {
    return breach(
      `${user.unit} was handed the result of ${call.unit} that ${why}`,
      'an input without it',
      `${foundIn(texts, user.input)}`,
      { unit: user.unit, at: user.at },
    );
  }
  return holdsOr(foundIn(texts, report?.output) === null, () =>
    breach(
      `the run's output holds the result of ${call.unit} that ${why}`,
      'an output without it',
      `${foundIn(texts, report?.output)}`,
      { unit: call.unit },
    ),
  );
};
