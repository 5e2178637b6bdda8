/**
 * Documents of the two dialects that mean the same: where the profiles agree they make the
 * same calls to the world, at the same times. docs/orbit-and-harness.md says where they differ.
 */

import { describe, expect, it } from 'vitest';
import type { Run } from '../core/model/run.ts';
import type { Scenario } from '../core/model/scenario.ts';
import { readDocument } from '../core/read.ts';
import { err, hang, ok, scenarioOf } from '../testing/workflow.ts';
import { simulate } from './simulate.ts';

interface Pair {
  readonly what: string;
  readonly harness: string;
  readonly orbit: string;
  readonly tasks: Scenario['tasks'];
  readonly ends: readonly [harness: string, orbit: string];
}

const harnessOf = (nodes: string, edges: string): string =>
  `<harness xmlns="https://harnessxml.com/spec/1.0" id="pair" specVersion="1.0">
    <nodes>${nodes}</nodes><edges>${edges}</edges>
  </harness>`;

/** Contracts of the tasks that the steps call. */
const CONTRACTS = `
task "reserve" { output { id: String } } task "release" { input { id: String } }
task "charge" { output { id: String } } task "refund" { input { id: String } }
task "ship" { input { item: Int } output { id: String } } task "recall" { input { id: String } }
task "notify" { output { id: String } }
`;

const PAIRS: readonly Pair[] = [
  {
    what: 'a saga whose last step fails after its retries',
    harness: harnessOf(
      `<node id="reserve" type="task"/>
       <node id="charge" type="task">
         <retry maxAttempts="3" backoff="exponential" initialDelay="PT1S" maxDelay="PT5S" jitter="false"/>
       </node>
       <node id="notify" type="task">
         <retry maxAttempts="2" backoff="fixed" initialDelay="PT2S" jitter="false"/>
         <timeout duration="PT3S"/>
       </node>
       <node id="release" type="task" compensates="reserve"/>
       <node id="refund" type="task" compensates="charge">
         <retry maxAttempts="4" backoff="linear" initialDelay="PT1S" jitter="false"/>
       </node>`,
      `<edge from="reserve" to="charge"/><edge from="charge" to="notify"/>
       <edge from="reserve" to="release" type="compensation"/>
       <edge from="charge" to="refund" type="compensation"/>`,
    ),
    orbit: `${CONTRACTS}
      workflow Pair {
        version "1.0.0"
        step reserve {
          worker "reserve"
          compensate { worker "release" with { id: reserve.id } }
        }
        step charge {
          worker "charge" after reserve
          retry { attempts: 3, backoff: exponential, initial_delay: 1s, max_delay: 5s }
          compensate {
            worker "refund" with { id: charge.id }
            retry { attempts: 4, backoff: linear, initial_delay: 1s }
          }
        }
        step notify {
          worker "notify" after charge timeout: 3s
          retry { attempts: 2, backoff: fixed, initial_delay: 2s }
        }
      }`,
    tasks: {
      reserve: [ok(1)],
      charge: [err(1), err(1), ok(1)],
      notify: [hang, err(1)],
      'compensate:charge': [err(1), err(1), ok(1)],
      'compensate:reserve': [ok(1)],
    },
    ends: ['compensated', 'failed (completed)'],
  },
  {
    what: 'branches that meet, one of them skipped, and an undo that fails',
    harness: harnessOf(
      `<node id="reserve" type="task"/>
       <node id="charge" type="task"/>
       <node id="ship" type="task"><guard when="\${false}"/></node>
       <node id="notify" type="task"/>
       <node id="release" type="task" compensates="reserve"/>
       <node id="refund" type="task" compensates="charge"/>
       <node id="recall" type="task" compensates="ship"/>`,
      `<edge from="reserve" to="charge"/><edge from="reserve" to="ship"/>
       <edge from="charge" to="notify"/><edge from="ship" to="notify"/>
       <edge from="reserve" to="release" type="compensation"/>
       <edge from="charge" to="refund" type="compensation"/>
       <edge from="ship" to="recall" type="compensation"/>`,
    ),
    orbit: `${CONTRACTS}
      workflow Pair {
        version "1.0.0"
        step reserve {
          worker "reserve"
          compensate { worker "release" with { id: reserve.id } }
        }
        step charge {
          worker "charge" after reserve
          compensate { worker "refund" with { id: charge.id } }
        }
        step ship {
          worker "ship" after reserve when false with { item: 1 }
          compensate { worker "recall" with { id: ship.id } }
        }
        step notify { worker "notify" after charge, ship }
      }`,
    tasks: {
      reserve: [ok(1)],
      charge: [ok(2)],
      notify: [err(1)],
      'compensate:charge': [err(1)],
      'compensate:reserve': [ok(1)],
    },
    ends: ['failed', 'failed (failed)'],
  },
  {
    what: 'a list, two elements at a time, whose last element fails',
    harness: harnessOf(
      `<node id="reserve" type="task"/>
       <node id="all" type="loop">
         <loop kind="forEach" over="\${[7, 8, 9]}" maxIterations="9" maxConcurrency="2">
           <body ref="ship"/>
         </loop>
       </node>
       <node id="ship" type="task"/>
       <node id="release" type="task" compensates="reserve"/>
       <node id="recall" type="task" compensates="ship"/>`,
      `<edge from="reserve" to="all"/>
       <edge from="reserve" to="release" type="compensation"/>
       <edge from="ship" to="recall" type="compensation"/>`,
    ),
    orbit: `${CONTRACTS}
      workflow Pair {
        version "1.0.0"
        step reserve {
          worker "reserve"
          compensate { worker "release" with { id: reserve.id } }
        }
        step ship {
          for item in [7, 8, 9]
          worker "ship" after reserve with { item: item } max_parallel: 2
          compensate { worker "recall" with { id: ship.id } }
        }
      }`,
    tasks: {
      reserve: [ok(1)],
      'ship[0]': [ok(3)],
      'ship[1]': [ok(1)],
      'ship[2]': [err(4)],
      'compensate:ship[0]': [ok(1)],
      'compensate:ship[1]': [ok(1)],
      'compensate:reserve': [ok(1)],
    },
    ends: ['compensated', 'failed (completed)'],
  },
];

/** What the world sees of a run, but for keys: those are each dialect's own. */
const callsOf = (run: Run): string[] =>
  run.trace.flatMap((event) =>
    event.type === 'attempt.started'
      ? [`${event.at} ${event.purpose} ${event.unit} ${event.attempt}`]
      : [],
  );

const runOf = (text: string, tasks: Scenario['tasks']): Run => {
  const { workflow, findings } = readDocument(text);
  if (workflow !== null) return simulate(workflow, scenarioOf(tasks));
  throw new Error(findings.map(({ code, message }) => `${code}: ${message}`).join('\n'));
};

describe.each(PAIRS)('$what', ({ harness, orbit, tasks, ends }) => {
  const asHarness = runOf(harness, tasks);
  const asOrbit = runOf(orbit, tasks);

  it('makes the same calls at the same times in both dialects', () => {
    expect(callsOf(asOrbit)).toEqual(callsOf(asHarness));
    expect(callsOf(asOrbit).length).toBeGreaterThan(4);
  });

  it('has the same effects, and ends at the same time', () => {
    const effectsOf = (run: Run) => run.effects.map(({ at, unit, attempt }) => [at, unit, attempt]);
    expect(effectsOf(asOrbit)).toEqual(effectsOf(asHarness));
    expect(asOrbit.endedAt).toBe(asHarness.endedAt);
  });

  it('is called by each dialect’s own words', () => {
    expect([asHarness.outcome, `${asOrbit.outcome} (${asOrbit.compensation})`]).toEqual(ends);
  });
});
