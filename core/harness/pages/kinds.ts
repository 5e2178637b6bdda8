import type { Page } from './page.ts';

const decision = `<node id="enough" type="decision">
  <cases>
    <case when="\${true}" to="file"/>
    <otherwise to="file"/>
  </cases>
</node>
<node id="file" type="task"/>`;

const loop = (attributes: string): string => `<node id="sample" type="loop">
  <loop ${attributes} maxIterations="5"><body ref="measure"/></loop>
</node>
<node id="measure" type="task"/>`;

export const kindPages: readonly Page[] = [
  {
    code: 'HX-2201',
    source: 'HarnessXML §3.2.4, §7.1.3',
    why: 'A decision routes by its cases and a node of another type has none. To skip one step, give it a guard.',
    wrong: '<node id="enough" type="decision"/>',
    right: decision,
  },
  {
    code: 'HX-2202',
    source: 'HarnessXML §3.2.5, §7.2',
    why: 'What is repeated, and how often at most, stands in the loop element of a loop node, and nowhere else.',
    wrong: '<node id="sample" type="loop"/>',
    right: loop('kind="times" count="3"'),
  },
  {
    code: 'HX-2203',
    source: 'HarnessXML §3.2.7',
    why: 'A subworkflow node says which document it runs, and a node of another type runs none.',
    wrong: '<node id="enrich" type="subworkflow"/>',
    right: '<node id="enrich" type="subworkflow"><subworkflow href="enrich.hxml"/></node>',
  },
  {
    code: 'HX-2204',
    source: 'HarnessXML §3.2.9',
    why: 'A wait node says what it waits for, and a node of another type does not wait: give it an edge from a wait node instead.',
    wrong: '<node id="soak" type="task"><wait duration="PT10M"/></node>',
    right: '<node id="soak" type="wait"><wait duration="PT10M"/></node>',
  },
  {
    code: 'HX-2205',
    source: 'HarnessXML §3.2.9',
    why: 'A wait ends in one way: after a time, once something is true, or by an event. With two of them nobody knows which one counts.',
    wrong: '<node id="soak" type="wait"><wait duration="PT10M" event="stop"/></node>',
    right: '<node id="soak" type="wait"><wait duration="PT10M"/></node>',
  },
  {
    code: 'HX-2206',
    source: 'HarnessXML §7.1.3',
    why: 'A decision with no case decides nothing. Where there is one way only, an edge says it.',
    wrong: `<node id="enough" type="decision"><cases><otherwise to="file"/></cases></node>
<node id="file" type="task"/>`,
    right: decision,
  },
  {
    code: 'HX-2207',
    source: 'HarnessXML §7.2.2',
    why: 'Each kind of loop needs one thing to know when it is over: forEach a collection (over), while and until a condition (while), times a number (count).',
    wrong: loop('kind="while"'),
    right: loop('kind="while" while="${true}"'),
  },
  {
    code: 'HX-2208',
    source: 'HarnessXML §7.2.2',
    why: 'A loop that is to run ten times and at most five times states two bounds that contradict each other.',
    wrong: loop('kind="times" count="10"'),
    right: loop('kind="times" count="5"'),
  },
];
