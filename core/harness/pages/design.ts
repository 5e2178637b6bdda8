/**
 * Pages on faults of design: a document is valid, and a run shows what nobody wants. They are looked
 * for by simulated runs, above this floor; a test there holds the examples to what they say.
 */

import type { Page } from './page.ts';

export interface DesignPage extends Page {
  /** `note`: certain as well, but only the author knows whether it matters. */
  readonly severity: 'warning' | 'note';
  readonly title: string;
  readonly family: 'design';
  readonly language: 'xml' | 'orbit';
}

const base = {
  severity: 'warning',
  family: 'design',
  language: 'xml',
  source: 'this project',
} as const;

const RESERVE_AND_PAY = (pay: string, rest = '', edges = ''): string => `<nodes>
  <node id="reserve" type="task"/>
  ${pay}
  <node id="release" type="task" compensates="reserve"/>${rest}
</nodes>
<edges>
  <edge from="reserve" to="pay"/>
  <edge from="reserve" to="release" type="compensation"/>${edges}
</edges>`;

const FETCH = (timeout: string): string => `task "rates.fetch" {
    output { rate: Float }
}

workflow DailyRate {
    timeout: ${timeout}

    step fetch {
        worker "rates.fetch"
        timeout: 10s
        retry { attempts: 5, backoff: exponential, initial_delay: 1s, jitter: true }
    }
}`;

const GUARDED = (value: string): string => `<nodes>
  <node id="quote" type="task">
    <outputs><output name="insured" type="boolean"/></outputs>
  </node>
  <node id="insure" type="transform">
    <outputs><output name="policy" type="string"/></outputs>
    <guard when="\${quote.insured}"/>
  </node>
  <node id="book" type="task"/>
  <node id="confirm" type="task" idempotent="false"/>
  <node id="cancel" type="task" compensates="book">
    <inputs><input name="policy" type="string" ${value}/></inputs>
  </node>
  <node id="withdraw" type="task" compensates="quote"/>
</nodes>
<edges>
  <edge from="quote" to="insure"/>
  <edge from="insure" to="book"/>
  <edge from="book" to="confirm"/>
  <edge from="book" to="cancel" type="compensation"/>
  <edge from="quote" to="withdraw" type="compensation"/>
</edges>`;

const NOTED = (edges: string): string => `<nodes>
  <node id="reserve" type="task"/>
  <node id="pay" type="task"/>
  <node id="ship" type="sink"/>
  <node id="note" type="task"/>
  <node id="release" type="task" compensates="reserve"/>
  <node id="refund" type="task" compensates="pay"/>
</nodes>
<edges>
  <edge from="reserve" to="pay"/>
  <edge from="pay" to="ship"/>${edges}
  <edge from="reserve" to="release" type="compensation"/>
  <edge from="pay" to="refund" type="compensation"/>
</edges>`;

const RATES = (retry: string): string => `<resources>
  <resource id="rates" type="service"/>
</resources>
<nodes>
  <node id="fetch" type="source">
    <resourceRef ref="rates"/>
    <retry maxAttempts="4" initialDelay="PT1S"${retry}/>
  </node>
</nodes>`;

const UNDO = (inside: string): string => `<nodes>
  <node id="reserve" type="task">
    <retry maxAttempts="4" initialDelay="PT1S"/>
  </node>
  <node id="pay" type="task"/>
  <node id="release" type="task" compensates="reserve"${inside}
  <node id="refund" type="task" compensates="pay"/>
</nodes>
<edges>
  <edge from="reserve" to="pay"/>
  <edge from="reserve" to="release" type="compensation"/>
  <edge from="pay" to="refund" type="compensation"/>
</edges>`;

const LOOK_UP = (classes: string): string => `<node id="look_up" type="task">
  <retry maxAttempts="4" initialDelay="PT1S" retryOn="${classes}"/>
  <timeout duration="PT5S"/>
</node>`;

const COURIERS = (nodes: string, edges: string): string => `<nodes>
  <node id="ask" type="source">
    <outputs><output name="heavy" type="boolean"/></outputs>
  </node>${nodes}
  <node id="van" type="task"/>
  <node id="bike" type="task"/>
  <node id="first" type="barrier" joinPolicy="any"/>
  <node id="tell" type="task"/>
</nodes>
<edges>${edges}
  <edge from="van" to="first"/>
  <edge from="bike" to="first"/>
  <edge from="first" to="tell"/>
</edges>`;

/** In the order of their numbers. */
export const designPages: readonly DesignPage[] = [
  {
    ...base,
    code: 'U3001',
    title: 'the attempts of a step fit into the time that they have',
    language: 'orbit',
    why: 'A policy says how often, a deadline says how long. Where all attempts with their timeouts and the longest pauses between them take more than what bounds them from outside (the timeout of the workflow, of the loop or of the subworkflow step around it, or the time within which its author expects an end), the last attempts never happen, and the run ends by the deadline instead of by a failure of the step. Give fewer attempts, shorter ones, or more time.',
    wrong: FETCH('30s'),
    right: FETCH('2m'),
  },
  {
    ...base,
    code: 'U3002',
    title: 'a step that must not happen twice is not given up without being asked for',
    why: 'A timeout ends the waiting and not the call. The step counts as failed, so nothing undoes it and everything before it is undone, while its call may be about to take effect: the money is gone and the goods are back on the shelf. Make the call idempotent and retry it, or let an error edge lead to a step that asks the far side what happened.',
    wrong: RESERVE_AND_PAY(
      '<node id="pay" type="task" idempotent="false"><timeout duration="PT10S"/></node>',
    ),
    right: RESERVE_AND_PAY(
      '<node id="pay" type="task" idempotent="false"><timeout duration="PT10S"/></node>',
      '\n  <node id="ask_bank" type="task"/>',
      '\n  <edge from="pay" to="ask_bank" type="error"/>',
    ),
  },
  {
    ...base,
    code: 'U3003',
    title: 'what a compensation reads is there whenever it runs',
    why: 'A compensation that reads the output of a step which may have been skipped, or an output that may be left out, fails before it calls anything, on just those runs: what it should have undone stays. Let it read only what the step that it undoes always hands over, or give its input a default.',
    wrong: GUARDED('value="${insure.policy}"'),
    right: GUARDED('value="${insure.policy ?? \'none\'}"'),
  },
  {
    ...base,
    severity: 'note',
    code: 'U3004',
    title: 'each step before one that can fail has a compensation, if it changes anything',
    why: 'The run says that what it did was undone, and one of its steps stays as it was, since nothing undoes it. Where the step only reads, that is as it should be; where it changes the world, give it a compensation, or move it behind what can fail.',
    wrong: RESERVE_AND_PAY(
      '<node id="pay" type="task"/>',
      '\n  <node id="ship" type="sink"/>',
      '\n  <edge from="pay" to="ship"/>',
    ),
    right: RESERVE_AND_PAY(
      '<node id="pay" type="task"/>',
      '\n  <node id="ship" type="sink"/>\n  <node id="refund" type="task" compensates="pay"/>',
      '\n  <edge from="pay" to="ship"/>\n  <edge from="pay" to="refund" type="compensation"/>',
    ),
  },
  {
    ...base,
    code: 'U3005',
    title: 'an error edge that leads nowhere hides no failure from the compensations',
    why: 'A failure with an error edge counts as handled: the run goes on there, ends succeeded, and undoes nothing, although the rest of the way was never gone. A handler that only writes a note or calls somebody turns a failed order into a successful one with the goods still reserved. Take the error edge away, so that the failure unwinds; or lead from the handler back into the workflow; or let the handler undo what was done.',
    wrong: NOTED('\n  <edge from="pay" to="note" type="error"/>'),
    right: NOTED('\n  <edge from="pay" to="note" type="dependency"/>'),
  },
  {
    ...base,
    severity: 'note',
    code: 'U3006',
    title: 'retries of a shared dependency are spread by jitter',
    why: 'When a dependency fails, it fails for all who call it at that moment. Without jitter each of them waits for the same time and calls again together with all others, again and again, and a service that is just getting up is knocked over. With full jitter each waits for a random part of the pause. The peaks are counted in simulated runs, one for each client.',
    wrong: RATES(' jitter="false"'),
    right: RATES(''),
  },
  {
    ...base,
    code: 'U3007',
    title: 'what undoes a step is retried where the step itself is',
    why: 'The step is retried since its far side is known to fail now and then. What undoes it calls the same far side, at a time when things fail already, and has one attempt: one failure that would pass leaves the effect behind, and somebody has to clean up by hand. To undo matters more than to do.',
    wrong: UNDO('/>'),
    right: UNDO('>\n    <retry maxAttempts="8" initialDelay="PT1S"/>\n  </node>'),
  },
  {
    ...base,
    severity: 'note',
    code: 'U3008',
    title: "a step's own timeout is among what it retries",
    why: 'The step has attempts left, but its retryOn does not name timeout: a call that hangs is given up for good, although this is the failure that its author thought of. Add timeout to the list, or say onTimeout="retry". If a call that hung must not be sent again, that is what idempotent="false" says.',
    wrong: LOOK_UP('unavailable rate_limit'),
    right: LOOK_UP('unavailable rate_limit timeout'),
  },
  {
    ...base,
    severity: 'note',
    code: 'U3009',
    title: 'of several ways that race, those that lose have no effect',
    why: 'A join of policy any goes on with the first way that is done. A call that is under way on another one is cancelled at best, and a cancelled call may take effect all the same: two couriers are ordered. Where the ways only read, that is as it should be; where they change the world, let a decision choose one, or undo the others.',
    wrong: COURIERS('', '\n  <edge from="ask" to="van"/>\n  <edge from="ask" to="bike"/>'),
    right: COURIERS(
      `
  <node id="which" type="decision">
    <cases><case when="\${ask.heavy}" to="van"/><otherwise to="bike"/></cases>
  </node>`,
      '\n  <edge from="ask" to="which"/>',
    ),
  },
];
