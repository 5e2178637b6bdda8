// An order for real: two tasks of your own, a third that fails, and the undo of what was done.
// Run it from the repository, after a build: node examples/live/run.mjs

import { readDocument } from 'unwind/core';
import { createRuntime } from 'unwind/live';

const { workflow, findings } = readDocument(`
  <harness xmlns="https://harnessxml.com/spec/1.0" id="order" specVersion="1.0">
    <nodes>
      <node id="reserve" type="task"/>
      <node id="charge" type="task" idempotent="false"/>
      <node id="ship" type="task">
        <retry maxAttempts="2" initialDelay="PT0.05S" jitter="false" retryOn="unavailable"/>
      </node>
      <node id="release" type="task" compensates="reserve"/>
      <node id="refund" type="task" compensates="charge"/>
    </nodes>
    <edges>
      <edge from="reserve" to="charge"/>
      <edge from="charge" to="ship"/>
      <edge from="reserve" to="release" type="compensation"/>
      <edge from="charge" to="refund" type="compensation"/>
    </edges>
  </harness>`);

if (workflow === null) throw new Error(JSON.stringify(findings, null, 2));

const runtime = createRuntime({
  tasks: {
    reserve: () => ({ reservation: 'r-1' }),
    // The key is the same for every attempt: hand it on, and nothing is charged twice.
    charge: ({ key }) => ({ payment: `p-${key.slice(0, 8)}` }),
    // A task may be async. What it throws may say its class, or an HTTP status that says it.
    ship: () => {
      throw { status: 503, message: 'the carrier does not answer' };
    },
    // An undo is handed what the step that it undoes was handed and gave.
    refund: ({ input }) => console.log(`refunding ${input.output.payment}`),
    release: ({ input }) => console.log(`releasing ${input.output.reservation}`),
  },
});

const run = await runtime.start(workflow, {
  onEvent: (event) => {
    if (event.type === 'transition') console.log(`${event.node}: ${event.from} → ${event.to}`);
  },
}).result;

console.log(run.outcome);
