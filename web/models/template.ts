/** What a document of one's own begins as: two steps, one that undoes, and room to change it. */

import { NO_FAULTS } from './faults.ts';
import type { Play } from './play.ts';

const DOCUMENT = `<?xml version="1.0" encoding="UTF-8"?>
<harness xmlns="https://harnessxml.com/spec/1.0" id="mine" specVersion="1.0" name="My workflow">
  <nodes>
    <node id="reserve" type="task" name="Reserve"/>
    <node id="charge" type="task" name="Charge">
      <retry maxAttempts="3" backoff="exponential" initialDelay="PT1S"/>
      <timeout duration="PT10S"/>
    </node>
    <node id="release" type="task" name="Release" compensates="reserve"/>
  </nodes>
  <edges>
    <edge from="reserve" to="charge"/>
    <edge from="reserve" to="release" type="compensation"/>
  </edges>
</harness>
`;

export const TEMPLATE: Play = {
  document: DOCUMENT,
  scenario: '{ "default": { "after": 500 } }',
  seed: null,
  faults: NO_FAULTS,
  title: 'My workflow',
  digest: null,
};
