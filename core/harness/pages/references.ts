import type { Page } from './page.ts';

export const referencePages: readonly Page[] = [
  {
    code: 'HX-2001',
    source: 'HarnessXML §2.4',
    why: 'An edge, a case, a loop body and the entry lead to nodes of the same document. One that leads nowhere is a slip of the pen, and a run could not follow it.',
    wrong: `<nodes>
  <node id="reserve" type="task"/>
  <node id="charge" type="task"/>
</nodes>
<edges><edge from="reserve" to="chrage"/></edges>`,
    right: `<nodes>
  <node id="reserve" type="task"/>
  <node id="charge" type="task"/>
</nodes>
<edges><edge from="reserve" to="charge"/></edges>`,
  },
  {
    code: 'HX-2002',
    source: 'HarnessXML §9.1',
    why: 'A node names the resources it needs, and each is declared once at the top, so that moving a workflow elsewhere changes the declarations alone.',
    wrong: `<nodes>
  <node id="store" type="task"><resourceRef ref="database"/></node>
</nodes>`,
    right: `<resources><resource id="database" type="datastore"/></resources>
<nodes>
  <node id="store" type="task"><resourceRef ref="database"/></node>
</nodes>`,
  },
  {
    code: 'HX-2003',
    source: 'HarnessXML §9.2',
    why: 'A node names the artifacts it reads or writes, and each is declared with its place and digest.',
    wrong: `<nodes>
  <node id="classify" type="task"><artifactRef ref="taxonomy"/></node>
</nodes>`,
    right: `<artifacts><artifact id="taxonomy" type="config"/></artifacts>
<nodes>
  <node id="classify" type="task"><artifactRef ref="taxonomy"/></node>
</nodes>`,
  },
  {
    code: 'HX-2501',
    source: 'HarnessXML §3.2.2',
    why: 'An inference asks a model, and which one is the first question after a bad answer: so the node refers to a resource of type model.',
    wrong: '<node id="classify" type="inference"/>',
    right: `<resources><resource id="classifier" type="model"/></resources>
<nodes>
  <node id="classify" type="inference"><resourceRef ref="classifier"/></node>
</nodes>`,
  },
  {
    code: 'HX-3002',
    source: 'HarnessXML §3.2.7',
    why: 'A workflow that runs itself, directly or through others, never ends. The check looks at the documents that it was given and fetches none.',
    wrong: '<node id="again" type="subworkflow"><subworkflow href="this.hxml"/></node>',
    right: '<node id="enrich" type="subworkflow"><subworkflow href="enrich.hxml"/></node>',
  },
];
