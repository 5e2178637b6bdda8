import { describe, expect, it } from 'vitest';
import type { TraceEvent } from '../../core/model/trace.ts';
import type { WorkflowNode } from '../../core/model/workflow.ts';
import { strangersIn } from './strangers.ts';

const plan = { nodes: [{ id: 'pay' }, { id: 'ship' }] as unknown as readonly WorkflowNode[] };
const traceOf = (...nodes: readonly string[]) =>
  [
    ...nodes.map((node) => ({ type: 'transition', node })),
    { type: 'instance.ended' },
  ] as unknown as readonly TraceEvent[];

describe('steps of a trace that a plan does not have', () => {
  it('are none where it is a trace of that plan', () => {
    expect(strangersIn(plan, traceOf('pay', 'ship', 'pay/charge'))).toEqual({
      ...{ steps: [], isOther: false },
    });
    expect(strangersIn(plan, traceOf()).isOther).toBe(false);
  });

  it('are told where some are strange, and where all are', () => {
    expect(strangersIn(plan, traceOf('pay', 'pack', 'pack'))).toEqual({
      ...{ steps: ['pack'], isOther: false },
    });
    expect(strangersIn(plan, traceOf('pack', 'send'))).toEqual({
      ...{ steps: ['pack', 'send'], isOther: true },
    });
  });
});
