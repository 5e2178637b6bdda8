/** What the world gets of a runtime's calls, and what the runtime takes it to have answered. */

import type { Workflow } from '../../../core/model/workflow.ts';
import type { SuiteCalls } from '../../protocol/driver.ts';
import type { PerformParameters, PerformResult } from '../../protocol/schema/index.ts';
import type { Change } from '../mutant.ts';

type Calls = Pick<Change, 'calls'>;

/** Calls that are made in another form. The function is made anew for each run. */
export const callsAs = (
  make: (workflow: Workflow) => (call: PerformParameters) => PerformParameters,
): Calls => ({
  calls: (suite, workflow) => {
    const change = make(workflow);
    return { ...suite, perform: (call) => suite.perform(change(call)) };
  },
});

/** Another key: a function of what the run is told, and of the call. */
export const keysAs = (keyOf: (call: PerformParameters) => string): Calls =>
  callsAs(() => (call) => ({ ...call, key: keyOf(call) }));

/** The number of the first call that nobody waits for. */
const FIRST_ALONE = 1_000_000;

export interface Alone {
  /** Makes a call whose answer nobody waits for; the run goes on as if it were not. */
  readonly send: (call: PerformParameters) => void;
}

export interface Hearing {
  /** After a call was sent and answered. */
  readonly sent?: (call: PerformParameters, answer: PerformResult, alone: Alone) => void;
  /** When its task has returned. */
  readonly returned?: (call: PerformParameters, answer: PerformResult, alone: Alone) => void;
}

/** More calls than the run needs. The hearing is made anew for each run. */
export const callsMore = (make: (workflow: Workflow) => Hearing): Calls => ({
  calls: (suite, workflow) => {
    const hearing = make(workflow);
    const sent = new Map<number, readonly [PerformParameters, PerformResult]>();
    let next = FIRST_ALONE;
    const alone: Alone = {
      send: (call) => {
        suite.perform({ ...call, call: next });
        next += 1;
      },
    };
    return withHearing(suite, hearing, sent, alone);
  },
});

const withHearing = (
  suite: SuiteCalls,
  { sent: onSent, returned: onReturned }: Hearing,
  sent: Map<number, readonly [PerformParameters, PerformResult]>,
  alone: Alone,
): SuiteCalls => ({
  ...suite,
  perform: (call) => {
    const answer = suite.perform(call);
    sent.set(call.call, [call, answer]);
    onSent?.(call, answer, alone);
    return answer;
  },
  settled: (settling) => {
    suite.settled(settling);
    const [call, answer] = sent.get(settling.call) ?? [null, null];
    if (call !== null) onReturned?.({ ...call, at: settling.at }, answer, alone);
  },
});

export const isOk = ({ then }: PerformResult): boolean => 'ok' in then;
