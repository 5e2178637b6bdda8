import type { Page } from './page.ts';

export const structurePages: readonly Page[] = [
  {
    code: 'HX-1001',
    source: 'HarnessXML §2.2, §13.2.1 and the public schema',
    why: 'Every document has its parts in the same order and its values in the same form, so that a reviewer finds a retry policy where it always is, and no runtime has to guess what a half-right value means. Text that is no well-formed XML has this code too, as has a DOCTYPE.',
    wrong: `<node id="charge" type="task">
  <timeout duration="30 seconds"/>
</node>`,
    right: `<node id="charge" type="task">
  <timeout duration="PT30S"/>
</node>`,
  },
  {
    code: 'HX-1002',
    source: 'HarnessXML §2.1, §15.5',
    why: 'Without a version nobody knows which rules a document was written for, and under another major version a familiar word may mean something else.',
    wrong: `<harness xmlns="https://harnessxml.com/spec/1.0" id="order">
  <nodes><node id="charge" type="task"/></nodes>
</harness>`,
    right: `<harness xmlns="https://harnessxml.com/spec/1.0" id="order" specVersion="1.0">
  <nodes><node id="charge" type="task"/></nodes>
</harness>`,
  },
  {
    code: 'HX-1003',
    source: 'HarnessXML §2.8',
    why: 'A word that is not known is refused and never skipped: what was skipped could have been the approval or the undo, and the run would report success without it.',
    wrong: '<node id="charge" type="task" idempotant="false"/>',
    right: '<node id="charge" type="task" idempotent="false"/>',
  },
  {
    code: 'HX-1004',
    source: 'HarnessXML §2.8',
    why: 'With required="true" an extension says that the workflow is wrong without it. A tool that does not understand it must not run the document. Leave the attribute out where the extension is a hint.',
    wrong: `<node id="grasp" type="task">
  <extension namespace="https://acme.example/force" required="true"/>
</node>`,
    right: `<node id="grasp" type="task">
  <extension namespace="https://acme.example/force"/>
</node>`,
  },
  {
    code: 'HX-1005',
    source: 'HarnessXML §2.1',
    why: 'A document is UTF-8, so that every tool reads the same letters in names and values. Save the file as UTF-8; the XML declaration may say so or be left out.',
    wrong: `<?xml version="1.0" encoding="ISO-8859-1"?>
<harness xmlns="https://harnessxml.com/spec/1.0" id="order" specVersion="1.0">
  <nodes><node id="charge" type="task"/></nodes>
</harness>`,
    right: `<?xml version="1.0" encoding="UTF-8"?>
<harness xmlns="https://harnessxml.com/spec/1.0" id="order" specVersion="1.0">
  <nodes><node id="charge" type="task"/></nodes>
</harness>`,
  },
  {
    code: 'HX-1006',
    source: 'HarnessXML §2.6',
    why: 'What belongs to a vendor stands inside an extension, where a tool that does not know it can tell that it may pass over it.',
    wrong: `<node id="grasp" type="task">
  <force xmlns="https://acme.example/force">12.5</force>
</node>`,
    right: `<node id="grasp" type="task">
  <extension namespace="https://acme.example/force">
    <force xmlns="https://acme.example/force">12.5</force>
  </extension>
</node>`,
  },
  {
    code: 'HX-1101',
    source: 'HarnessXML §2.3',
    why: 'A name that stands for two things makes every reference to it ambiguous. Nodes, edges, resources and artifacts have a space each, and so have the inputs and the outputs of a node.',
    wrong: `<node id="charge" type="task"/>
<node id="charge" type="human"><timeout duration="P1D"/></node>`,
    right: `<node id="charge" type="task"/>
<node id="approve" type="human"><timeout duration="P1D"/></node>`,
  },
  {
    code: 'HX-1102',
    source: 'HarnessXML §2.10, §13.2.1',
    why: 'A workflow without a step does nothing; most likely a tool lost the steps on its way.',
    wrong: '<nodes/>',
    right: '<nodes><node id="charge" type="task"/></nodes>',
  },
  {
    code: 'HX-3401',
    source: 'HarnessXML §8.1, §13.2.3',
    why: 'Months and years have no fixed length, so no scheduler could say when such a time is over. Write days.',
    wrong: '<node id="approve" type="human"><timeout duration="P1M"/></node>',
    right: '<node id="approve" type="human"><timeout duration="P30D"/></node>',
  },
];
