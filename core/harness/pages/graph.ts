import type { Page } from './page.ts';

const saga = (compensates: string, edges = ''): string => `<nodes>
  <node id="charge" type="task"/>
  <node id="ship" type="task"/>
  <node id="refund" type="task" compensates="${compensates}"/>
</nodes>
<edges>
  <edge from="charge" to="ship"/>
  <edge from="charge" to="refund" type="compensation"/>${edges}
</edges>`;

export const graphPages: readonly Page[] = [
  {
    code: 'HX-2004',
    source: 'HarnessXML §4.5',
    why: 'The compensation edge and the attribute say the same thing twice. Where they differ, one of them is wrong, and the wrong step would be undone.',
    wrong: saga('ship'),
    right: saga('charge'),
  },
  {
    code: 'HX-2005',
    source: 'HarnessXML §4.5',
    why: 'A node that is a step and an undo as well would sooner or later run at the wrong time. Data edges count: an undo reads what it needs with an expression.',
    wrong: saga('charge', '\n  <edge from="ship" to="refund"/>'),
    right: saga('charge'),
  },
  {
    code: 'HX-3001',
    source: 'HarnessXML §2.5',
    why: 'A run begins with the nodes that nothing leads to, or with the one that entry names. Where every node waits for another, nothing ever begins.',
    wrong: `<nodes>
  <node id="work" type="task"/>
  <node id="repair" type="task"/>
</nodes>
<edges>
  <edge from="work" to="repair" type="error"/>
  <edge from="repair" to="work" type="error"/>
</edges>`,
    right: `<nodes>
  <node id="work" type="task"/>
  <node id="repair" type="task"/>
</nodes>
<edges>
  <edge from="work" to="repair" type="error"/>
</edges>`,
  },
  {
    code: 'HX-3003',
    source: 'HarnessXML §4.7',
    why: 'Nodes on a cycle wait for each other. To repeat something, use a loop node, which has a bound. Error and compensation edges may lead back.',
    wrong: `<nodes>
  <node id="start" type="task"/>
  <node id="draft" type="task"/>
  <node id="review" type="task"/>
</nodes>
<edges>
  <edge from="start" to="draft"/>
  <edge from="draft" to="review"/>
  <edge from="review" to="draft"/>
</edges>`,
    right: `<nodes>
  <node id="revise" type="loop">
    <loop kind="times" count="3" maxIterations="3"><body ref="draft"/></loop>
  </node>
  <node id="draft" type="task"/>
</nodes>`,
  },
  {
    code: 'HX-3004',
    source: 'HarnessXML §7.2.6',
    why: 'A loop starts its body. An edge that starts it as well would run it outside of any iteration. A data edge is allowed: each iteration sees its value.',
    wrong: `<nodes>
  <node id="prepare" type="task"/>
  <node id="sample" type="loop">
    <loop kind="times" count="3" maxIterations="3"><body ref="measure"/></loop>
  </node>
  <node id="measure" type="task"/>
</nodes>
<edges><edge from="prepare" to="measure"/></edges>`,
    right: `<nodes>
  <node id="prepare" type="task"/>
  <node id="sample" type="loop">
    <loop kind="times" count="3" maxIterations="3"><body ref="measure"/></loop>
  </node>
  <node id="measure" type="task"/>
</nodes>
<edges><edge from="prepare" to="sample"/></edges>`,
  },
  {
    code: 'HX-3005',
    source: 'HarnessXML §13.3',
    why: 'A node that nothing reaches never runs. That is allowed while a workflow is being drawn, and otherwise a forgotten edge.',
    wrong: `<harness xmlns="https://harnessxml.com/spec/1.0" id="order" specVersion="1.0" entry="charge">
  <nodes><node id="charge" type="task"/><node id="ship" type="task"/></nodes>
</harness>`,
    right: `<harness xmlns="https://harnessxml.com/spec/1.0" id="order" specVersion="1.0" entry="charge">
  <nodes><node id="charge" type="task"/><node id="ship" type="task"/></nodes>
  <edges><edge from="charge" to="ship"/></edges>
</harness>`,
  },
  {
    code: 'HX-3301',
    source: 'HarnessXML §3.1.2, §8.3',
    why: 'What must not happen twice is not tried twice. If the call behind a step is safe to repeat, say idempotent="true"; if not, remove the retry.',
    wrong: `<node id="charge" type="task" idempotent="false">
  <retry maxAttempts="3"/>
</node>`,
    right: '<node id="charge" type="task" idempotent="false"/>',
  },
  {
    code: 'HX-3501',
    source: 'HarnessXML §9.1.2, §11.7',
    why: 'Documents are committed, reviewed and archived, and a key in one of them is published. Name the secret and the store that keeps it. Known forms of keys are errors; what only looks like one is a warning. Looked at are property, value, default, uri, and text that got into an element where none belongs.',
    wrong: `<resources>
  <resource id="bank" type="service" uri="https://app:hunter22@bank.example/api"/>
</resources>
<nodes><node id="charge" type="task"/></nodes>`,
    right: `<resources>
  <resource id="bank" type="service" uri="https://bank.example/api">
    <credential ref="BANK_PASSWORD" store="vault"/>
  </resource>
</resources>
<nodes><node id="charge" type="task"/></nodes>`,
  },
];
