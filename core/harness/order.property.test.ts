/** HX-3104 against all the ways in which a small flow can run. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { print } from '../../testing/harness/print.ts';
import { possibleReads } from '../../testing/harness/schedules.ts';
import { smallFlows } from '../../testing/harness/small-flows.ts';
import { PLAIN } from '../../testing/harness/style.ts';
import { toElements } from '../../testing/harness/to-elements.ts';
import { runs } from '../../testing/runs.ts';
import { readHarness } from './read.ts';

const READ = /value of <input> 'of-(n\d)' of '(n\d)'/;

test('no value is refused that can be there', () => {
  fc.assert(
    fc.property(smallFlows, (workflow) => {
      const { text } = print(toElements(workflow, PLAIN), PLAIN);
      const errors = readHarness(text).findings.filter(({ severity }) => severity === 'error');
      // An error edge that points back may leave nothing to begin with.
      fc.pre(errors.every(({ code }) => code === 'HX-3104'));
      const { pairs } = possibleReads(workflow);
      const wrong = errors.filter(({ message }) => {
        const [, read = '', reader = ''] = READ.exec(message) ?? [];
        return pairs.has(`${reader} ${read}`);
      });
      expect(
        wrong.map(({ message }) => message),
        text,
      ).toEqual([]);
    }),
    runs(15_000),
  );
});

/** Chains and joins without anything that might not happen: there the answer is exact. */
test('no value is let pass that can never be there, where every node runs', () => {
  fc.assert(
    fc.property(smallFlows, (flow) => {
      const workflow = {
        ...flow,
        nodes: flow.nodes.map((node) => ({ ...node, cases: null, otherwise: null, guard: null })),
        edges: flow.edges.flatMap((edge) =>
          edge.type === 'error' ? [] : [{ ...edge, condition: null }],
        ),
      };
      const nodes = workflow.nodes.map((node) => ({
        ...node,
        kind: 'task' as const,
        join: node.join === 'quorum' ? ('any' as const) : node.join,
        quorum: null,
      }));
      const { text } = print(toElements({ ...workflow, nodes }, PLAIN), PLAIN);
      const { findings } = readHarness(text);
      const refused = findings.flatMap(({ message }) => {
        const [, read, reader] = READ.exec(message) ?? [];
        return read === undefined ? [] : [`${reader} ${read}`];
      });
      const { pairs, readers } = possibleReads({ ...workflow, nodes });
      const never = nodes.flatMap(({ id }) =>
        nodes.flatMap((other) =>
          other.id !== id && readers.has(id) && !pairs.has(`${id} ${other.id}`)
            ? [`${id} ${other.id}`]
            : [],
        ),
      );
      expect(refused.sort(), text).toEqual(never.sort());
    }),
    runs(5_000),
  );
});
