import type { Page } from './page.ts';

const OURS = 'this project';

const pair = (producer: string, input: string, edges: string): string => `<nodes>
  <node id="extract" type="task">
    <outputs><output name="text"/></outputs>${producer}
  </node>
  <node id="classify" type="task">
    <inputs>${input}</inputs>
  </node>
</nodes>
<edges>${edges}</edges>`;

const bound = '<edge from="extract" to="classify" type="data" fromPort="text" toPort="text"/>';
const guard = '\n    <guard when="${true}"/>';

const joined = (attributes: string): string => `<nodes>
  <node id="north" type="task"/>
  <node id="gate" type="barrier"${attributes}/>
</nodes>
<edges><edge from="north" to="gate"/></edges>`;

export const flowWarningPages: readonly Page[] = [
  {
    code: 'U1001',
    source: 'HarnessXML §4.2, §13.3',
    why: 'A data edge implies control. A control edge beside it makes readers see two relationships where there is one.',
    wrong: pair('', '<input name="text"/>', `<edge from="extract" to="classify"/>${bound}`),
    right: pair('', '<input name="text"/>', bound),
  },
  {
    code: 'U1002',
    source: 'HarnessXML §5.6, §13.3',
    why: 'Where the guard is false, the node is skipped and has no outputs, and a required input that it feeds fails the run with HX-4101. Give the input a default.',
    wrong: pair(guard, '<input name="text"/>', bound),
    right: pair(guard, '<input name="text" default=""/>', bound),
  },
  {
    code: 'U1003',
    source: 'HarnessXML §7.1.3',
    why: 'Without an otherwise a decision in which no case is true fails the run with HX-4103.',
    wrong: `<node id="enough" type="decision"><cases><case when="\${true}" to="file"/></cases></node>
<node id="file" type="task"/>`,
    right: `<node id="enough" type="decision">
  <cases><case when="\${true}" to="file"/><otherwise to="file"/></cases>
</node>
<node id="file" type="task"/>`,
  },
  {
    code: 'U1011',
    source: 'HarnessXML §2.3',
    why: 'Ids are case-sensitive, and a reader will not see that ship and Ship are two nodes.',
    wrong: '<node id="ship" type="task"/>\n<node id="Ship" type="task"/>',
    right: '<node id="ship" type="task"/>\n<node id="return" type="task"/>',
  },
  {
    code: 'U1017',
    source: OURS,
    why: 'Incoming edges of all types meet in one join. An error edge whose source did not fail is negative there, and the node runs because of its other edges: so a handler with a normal edge beside its error edge also runs when nothing failed.',
    wrong: `<nodes>
  <node id="charge" type="task"/>
  <node id="audit" type="task"/>
  <node id="alert" type="task"/>
</nodes>
<edges>
  <edge from="charge" to="alert" type="error"/>
  <edge from="audit" to="alert"/>
</edges>`,
    right: `<nodes>
  <node id="charge" type="task"/>
  <node id="audit" type="task"/>
  <node id="alert" type="task"/>
</nodes>
<edges>
  <edge from="charge" to="alert" type="error"/>
  <edge from="audit" to="alert" type="error"/>
</edges>`,
  },
  {
    code: 'U1018',
    source: OURS,
    why: 'A barrier that no edge leads to joins nothing: it is where the run begins and does not wait.',
    wrong: '<node id="gate" type="barrier"/>',
    right: joined(''),
  },
  {
    code: 'U1019',
    source: OURS,
    why: 'A quorum counts only with joinPolicy="quorum"; under another policy it is passed over.',
    wrong: joined(' quorum="1"'),
    right: joined(' joinPolicy="quorum" quorum="1"'),
  },
  {
    code: 'U1020',
    source: OURS,
    why: 'Only data edges carry values. An edge that names ports and leaves out its type is a control edge, and binds nothing.',
    wrong: pair(
      '',
      '<input name="text" required="false"/>',
      '<edge from="extract" to="classify" fromPort="text" toPort="text"/>',
    ),
    right: pair('', '<input name="text" required="false"/>', bound),
  },
  {
    code: 'U1022',
    source: OURS,
    why: 'A loop whose body is the loop itself, perhaps through others, begins anew within each iteration, and does so until some bound stops it.',
    wrong: `<node id="start" type="task"/>
<node id="again" type="loop">
  <loop kind="times" count="2" maxIterations="2"><body ref="again"/></loop>
</node>`,
    right: `<node id="again" type="loop">
  <loop kind="times" count="2" maxIterations="2"><body ref="work"/></loop>
</node>
<node id="work" type="task"/>`,
  },
];
