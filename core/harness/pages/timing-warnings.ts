import type { Page } from './page.ts';

const OURS = 'this project';

const task = (
  inside: string,
  attributes = '',
): string => `<node id="charge" type="task"${attributes}>
  ${inside}
</node>`;

const pair = (input: string): string => `<nodes>
  <node id="extract" type="task">
    <outputs><output name="text"/></outputs>
    <timeout duration="PT30S" onTimeout="skip"/>
  </node>
  <node id="classify" type="task"><inputs>${input}</inputs></node>
</nodes>
<edges>
  <edge from="extract" to="classify" type="data" fromPort="text" toPort="text"/>
</edges>`;

export const timingWarningPages: readonly Page[] = [
  {
    code: 'U1004',
    source: 'HarnessXML §3.2.10',
    why: 'A run that waits for a person who has left never ends, and nobody notices.',
    wrong: '<node id="approve" type="human"/>',
    right: '<node id="approve" type="human"><timeout duration="P3D"/></node>',
  },
  {
    code: 'U1008',
    source: OURS,
    why: 'At its timeout the step counts as not done, and its call may have happened all the same: nothing undoes it later.',
    wrong: task('<timeout duration="PT30S" onTimeout="skip"/>', ' idempotent="false"'),
    right: task('<timeout duration="PT30S" onTimeout="fail"/>', ' idempotent="false"'),
  },
  {
    code: 'U1009',
    source: OURS,
    why: 'A step that is skipped has no outputs, and a required input that it feeds fails the run with HX-4101. Give the input a default.',
    wrong: pair('<input name="text"/>'),
    right: pair('<input name="text" default=""/>'),
  },
  {
    code: 'U1012',
    source: OURS,
    why: 'A step that is not idempotent is never retried by itself, so onTimeout="retry" does what fail does.',
    wrong: task('<timeout duration="PT30S" onTimeout="retry"/>', ' idempotent="false"'),
    right: task('<timeout duration="PT30S" onTimeout="fail"/>', ' idempotent="false"'),
  },
  {
    code: 'U1014',
    source: OURS,
    why: 'With a multiplier below 1 each delay is shorter than the one before, the opposite of backing off; 0 makes a hot loop of it.',
    wrong: task('<retry maxAttempts="5" multiplier="0.5"/>'),
    right: task('<retry maxAttempts="5" multiplier="1.5"/>'),
  },
  {
    code: 'U1015',
    source: OURS,
    why: 'Where maxDelay is below initialDelay, every delay is cut to it, and neither backoff nor multiplier has any effect.',
    wrong: task('<retry maxAttempts="5" initialDelay="PT10S" maxDelay="PT5S"/>'),
    right: task('<retry maxAttempts="5" initialDelay="PT5S" maxDelay="PT10S"/>'),
  },
  {
    code: 'U1016',
    source: OURS,
    why: 'With a timeout of zero no attempt that takes any time can succeed. Leave the timeout out where there is no limit.',
    wrong: task('<timeout duration="PT0S"/>'),
    right: task('<timeout duration="PT10S"/>'),
  },
];
