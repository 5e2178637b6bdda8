import type { Page } from './page.ts';

const OURS = 'this project';

interface Saga {
  readonly charge?: string;
  readonly inside?: string;
  readonly refund?: string;
  readonly nodes?: string;
  readonly edges?: string;
}

const saga = ({
  charge = '',
  inside = '',
  refund = ' compensates="charge"',
  nodes = '',
  edges = '',
}: Saga): string => `<nodes>
  <node id="charge" type="task"${charge}${inside === '' ? '/>' : `>${inside}</node>`}
  <node id="ship" type="task"/>
  <node id="refund" type="task"${refund}/>${nodes}
</nodes>
<edges>
  <edge from="charge" to="ship"/>
  <edge from="charge" to="refund" type="compensation"/>${edges}
</edges>`;

const right = saga({});

export const compensationWarningPages: readonly Page[] = [
  {
    code: 'U1005',
    source: 'HarnessXML §4.5',
    why: 'An undo runs while things fail, when another try is most likely. One that is not idempotent gets no second attempt, and what it should have undone stays.',
    wrong: saga({ refund: ' compensates="charge" idempotent="false"' }),
    right,
  },
  {
    code: 'U1006',
    source: 'HarnessXML §4.5',
    why: 'A reader of the node alone should see that it is an undo and of what.',
    wrong: saga({ refund: '' }),
    right,
  },
  {
    code: 'U1007',
    source: OURS,
    why: 'An undo runs alone: its success ends it and its failure is a failed compensation. Edges that leave it are never followed.',
    wrong: saga({
      nodes: '\n  <node id="mail" type="task"/>',
      edges: '\n  <edge from="refund" to="mail"/>',
    }),
    right,
  },
  {
    code: 'U1010',
    source: OURS,
    why: 'A subworkflow is undone as one step, by its own compensation edge. Without one its inner effects stay when the steps around it are undone.',
    wrong: saga({
      nodes: '\n  <node id="enrich" type="subworkflow"><subworkflow href="enrich.hxml"/></node>',
    }),
    right: saga({
      nodes: `
  <node id="enrich" type="subworkflow"><subworkflow href="enrich.hxml"/></node>
  <node id="strip" type="task" compensates="enrich"/>`,
      edges: '\n  <edge from="enrich" to="strip" type="compensation"/>',
    }),
  },
  {
    code: 'U1013',
    source: OURS,
    why: 'When the call is cut off by its timeout, nobody knows whether it happened. The step is failed and so is not compensated, and it may not be tried again: make the call idempotent, or let a later step find out.',
    wrong: saga({ charge: ' idempotent="false"', inside: '<timeout duration="PT30S"/>' }),
    right: saga({ inside: '<timeout duration="PT30S"/>' }),
  },
  {
    code: 'U1021',
    source: OURS,
    why: 'Compensation edges decide what is undone by what; the attribute alone does nothing.',
    wrong: `<node id="charge" type="task"/>
<node id="refund" type="task" compensates="charge"/>`,
    right,
  },
];
