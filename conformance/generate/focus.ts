/** Which mixes make what a rule speaks of common, so that few runs tell much about it. */

import { baselineThemes, orbitThemes, themes, type Weights } from './weights.ts';

type Theme = Partial<Weights>;

const { crash, crashWhileUnwinding, crashWhileWaiting, operators, uncertain } = baselineThemes;
const scheduling = [themes.joins, themes.races, themes.choices, themes.data, themes.loops];
const unwinding = [themes.unwinding, themes.undoing];

/** By the beginning of a rule's id; the longest one counts. */
const FOCUS: { readonly [beginning: string]: readonly Theme[] } = {
  'retry/': [themes.retry, themes.jitter, themes.hugeDelays, themes.loops],
  'retry/attempts': [themes.retry, crash],
  'retry/delay': [themes.retry],
  'retry/jitter-applied': [themes.jitter],
  'retry/jitter-full': [themes.jitter],
  'retry/clamp': [themes.jitter, themes.hugeDelays],
  'retry/large': [themes.hugeDelays],
  'timeout/': [themes.timeout, themes.timeoutAgain, themes.undoing],
  'timeout/retry': [themes.timeoutAgain],
  'idempotence/': [themes.idempotence, themes.races, themes.aborting, uncertain],
  'idempotence/key': [themes.retry, themes.loops, themes.unwinding, crash],
  'idempotence/key-survives': [crash, operators],
  'failure/': [themes.aborting, themes.unwinding, themes.cancel, orbitThemes.deadline],
  'failure/all-error': [themes.errors],
  'failure/cancel-': [themes.cancel],
  'failure/error-edge': [themes.errors],
  'failure/handled': [themes.errors],
  'failure/workflow-timeout': [orbitThemes.deadline],
  'compensation/': [...unwinding, themes.loopsUndone, themes.cancel],
  'compensation/own-retry': [themes.undoing],
  'compensation/unit': [themes.loopsUndone, orbitThemes.elements],
  'lifecycle/': [...scheduling, themes.retry, ...unwinding],
  'lifecycle/skipped': [themes.choices],
  'schedule/': [...scheduling, themes.errors],
  'schedule/control': [themes.waits, themes.loops, themes.joins, themes.choices],
  'schedule/data': [themes.data],
  'schedule/decision': [themes.choices],
  'schedule/dependency': [themes.errors, themes.joins],
  'schedule/edge-condition': [themes.choices, themes.joins],
  'schedule/guard': [themes.choices],
  'schedule/join': [themes.joins, themes.races],
  'schedule/join-any-cancels': [themes.races],
  'schedule/loop': [themes.loops, themes.loopsUndone],
  'schedule/missing': [themes.data],
  'schedule/unreachable': [themes.joins, themes.choices],
  'durability/': [crash, crashWhileUnwinding, crashWhileWaiting],
  'durability/backoff': [crashWhileWaiting],
  'durability/unwinding': [crashWhileUnwinding],
  'operator/': [operators],
};

/** The mixes that look at a rule; none where all do alike. */
export const themesAbout = (rule: string): readonly Theme[] => {
  const beginnings = Object.keys(FOCUS).filter((beginning) => rule.startsWith(beginning));
  const longest = beginnings.reduce((most, next) => (next.length > most.length ? next : most), '');
  return FOCUS[longest] ?? [];
};
