import type { Page } from './page.ts';

const guarded = (when: string): string => `<nodes>
  <node id="classify" type="task">
    <outputs><output name="confidence"/></outputs>
  </node>
  <node id="file" type="task"><guard when="${when}"/></node>
</nodes>
<edges><edge from="classify" to="file"/></edges>`;

const right = guarded('${classify.confidence != null}');

export const expressionPages: readonly Page[] = [
  {
    code: 'HX-3101',
    source: 'HarnessXML §10.2',
    why: 'An expression that cannot be read is found before a run and not in its middle. A guard, case or condition is exactly one expression in ${ }; in values text and expressions may be mixed, and $${ is the text itself.',
    wrong: guarded('classify.confidence != null'),
    right,
  },
  {
    code: 'HX-3102',
    source: 'HarnessXML §7.2.3',
    why: 'The variable of a loop has a value while its body runs, in the body and in loops inside it. Elsewhere it means nothing.',
    wrong: `<nodes>
  <node id="each" type="loop">
    <loop kind="forEach" over="\${[1, 2]}" var="row" maxIterations="9"><body ref="work"/></loop>
  </node>
  <node id="work" type="task"/>
  <node id="report" type="task"><guard when="\${row == 1}"/></node>
</nodes>
<edges><edge from="each" to="report"/></edges>`,
    right: `<nodes>
  <node id="each" type="loop">
    <loop kind="forEach" over="\${[1, 2]}" var="row" maxIterations="9"><body ref="work"/></loop>
  </node>
  <node id="work" type="task"><guard when="\${row == 1}"/></node>
  <node id="report" type="task"/>
</nodes>
<edges><edge from="each" to="report"/></edges>`,
  },
  {
    code: 'HX-3103',
    source: 'HarnessXML §10.3',
    why: 'An expression names outputs of nodes, loop variables, artifacts, resources and properties of its own node. A name that nothing declares would always be null. Ids may hold - and . : the longest one that is declared is meant.',
    wrong: guarded('${classify.confidnce != null}'),
    right,
  },
  {
    code: 'HX-3104',
    source: 'HarnessXML §10.3',
    why: 'A value is there once its node has completed. A node that runs later, the node itself and a branch that excludes this one cannot have done so. An undo can read the node that it undoes and what ran before that.',
    wrong: `<nodes>
  <node id="charge" type="task"><guard when="\${ship.done != true}"/></node>
  <node id="ship" type="task"><outputs><output name="done"/></outputs></node>
</nodes>
<edges><edge from="charge" to="ship"/></edges>`,
    right: `<nodes>
  <node id="charge" type="task"><guard when="\${ship.done == true}"/></node>
  <node id="ship" type="task"><outputs><output name="done"/></outputs></node>
</nodes>
<edges><edge from="ship" to="charge"/></edges>`,
  },
  {
    code: 'HX-3105',
    source: 'HarnessXML §10.6',
    why: 'The functions are a closed set: len has empty lower upper contains abs min max round artifact resource. Nothing reads a clock, chance or the outside world, so that a condition always comes out the same.',
    wrong: guarded('${size(classify.confidence) == 1}'),
    right: guarded('${len(classify.confidence) == 1}'),
  },
];
