import type { Page } from './page.ts';

const pair = (input: string, edges: string): string => `<nodes>
  <node id="extract" type="task">
    <outputs><output name="text" type="string"/></outputs>
  </node>
  <node id="classify" type="task">
    <inputs>${input}</inputs>
  </node>
</nodes>
<edges>${edges}</edges>`;

const input = '<input name="text" type="string"/>';
const bound = '<edge from="extract" to="classify" type="data" fromPort="text" toPort="text"/>';
const right = pair(input, bound);

const quorum = (attributes: string): string => `<nodes>
  <node id="north" type="task"/>
  <node id="south" type="task"/>
  <node id="gate" type="barrier" joinPolicy="quorum"${attributes}/>
</nodes>
<edges>
  <edge from="north" to="gate"/>
  <edge from="south" to="gate"/>
</edges>`;

export const portPages: readonly Page[] = [
  {
    code: 'HX-2101',
    source: 'HarnessXML §3.3',
    why: 'A node whose required input nothing feeds could only fail. Feed it by a data edge or a value, or make it optional, with a default if there is one.',
    wrong: pair(input, '<edge from="extract" to="classify"/>'),
    right,
  },
  {
    code: 'HX-2102',
    source: 'HarnessXML §3.3',
    why: 'With a value and a data edge for one input a reader cannot tell which one wins, so neither does.',
    wrong: pair('<input name="text" type="string" value="none"/>', bound),
    right,
  },
  {
    code: 'HX-2301',
    source: 'HarnessXML §4.2',
    why: 'A data edge binds an output to an input, so it names both. For order alone use a control edge.',
    wrong: pair(
      '<input name="text" required="false"/>',
      '<edge from="extract" to="classify" type="data" fromPort="text"/>',
    ),
    right,
  },
  {
    code: 'HX-2302',
    source: 'HarnessXML §4.2',
    why: 'What a data edge takes must be declared as an output of its source.',
    wrong: pair(input, bound.replace('fromPort="text"', 'fromPort="txet"')),
    right,
  },
  {
    code: 'HX-2303',
    source: 'HarnessXML §4.2',
    why: 'Where a data edge brings its value must be declared as an input of its target.',
    wrong: pair(
      '<input name="text" required="false"/>',
      bound.replace('toPort="text"', 'toPort="txet"'),
    ),
    right,
  },
  {
    code: 'HX-2304',
    source: 'HarnessXML §4.2',
    why: 'Two producers of one input have no defined winner. Take two inputs, or join the values in a transform.',
    wrong: pair(input, bound + bound),
    right,
  },
  {
    code: 'HX-2401',
    source: 'HarnessXML §5.3.1',
    why: 'A quorum join is ready after so many edges, and only the author knows how many.',
    wrong: quorum(''),
    right: quorum(' quorum="1"'),
  },
  {
    code: 'HX-2402',
    source: 'HarnessXML §5.3.1',
    why: 'A quorum above the number of incoming control, data and dependency edges is never reached, and the run would wait for ever.',
    wrong: quorum(' quorum="3"'),
    right: quorum(' quorum="2"'),
  },
  {
    code: 'HX-3201',
    source: 'HarnessXML §4.2',
    why: 'Where both ports of a data edge say their type, the types must fit: be equal, or the target json. Here an integer also fits a number, and arrays and maps fit where what they hold fits. A port without a type is not checked.',
    wrong: pair('<input name="text" type="number"/>', bound),
    right,
  },
];
