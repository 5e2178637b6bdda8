/** What the platform under a run can't give: every such step fails before its task is called. */

import { describe, expect, it } from 'vitest';
import type { Environment } from '../core/model/scenario.ts';
import type { Workflow } from '../core/model/workflow.ts';
import { pathOf } from '../testing/observe.ts';
import { scenarioOf, workflowOf } from '../testing/workflow.ts';
import { simulate } from './simulate.ts';

const nothing: Environment = {
  resources: {},
  artifacts: {},
  principals: {},
  isolations: {},
  permissions: {},
};

const security = (rest: object) => ({
  principal: null,
  classification: null,
  isolation: null,
  permissions: [],
  ...rest,
});

const workflow: Workflow = {
  ...workflowOf('A', {
    A: {
      resources: [{ ref: 'erp', role: null }],
      artifacts: [{ ref: 'rates', direction: 'in' }],
      retry: {},
      security: security({
        principal: 'payments',
        isolation: 'vm',
        permissions: [{ action: 'write', resource: 'ledger' }],
      }),
    },
  }),
  resources: [
    {
      id: 'erp',
      type: 'service',
      name: null,
      description: null,
      provider: null,
      uri: null,
      properties: [{ name: 'region', value: 'eu' }],
      credential: { ref: 'ERP_TOKEN', store: 'vault' },
      extensions: [],
    },
  ],
  artifacts: [
    {
      id: 'rates',
      type: 'config',
      name: null,
      description: null,
      uri: null,
      mediaType: null,
      digest: 'sha256:aa',
      classification: null,
      properties: [],
      extensions: [],
    },
  ],
};

describe('an environment', () => {
  it.each([
    ['HX-4102', { resources: { erp: false } }, "credential 'ERP_TOKEN' not found in store 'vault'"],
    ['HX-4105', { artifacts: { rates: 'sha256:bb' } }, 'sha256:bb, not sha256:aa'],
    ['HX-4201', { principals: { payments: false } }, "principal 'payments'"],
    ['HX-4201', { isolations: { vm: false } }, "isolation 'vm'"],
    ['HX-4202', { permissions: { 'write ledger': false } }, "'write ledger' was denied"],
  ])('that lacks something fails the step with %s, once, without a call', (code, rest, words) => {
    const environment = { ...nothing, ...rest };
    const run = simulate(workflow, scenarioOf({}, { environment }));
    expect(run.errors).toMatchObject([{ code, node: 'A', attempt: 1 }]);
    expect(run.errors[0]?.message).toContain(words);
    expect(pathOf(run, 'A')).toBe('PENDING READY RUNNING FAILED');
    expect(run.effects).toEqual([]);
  });

  it('that has everything changes nothing', () => {
    const environment = { ...nothing, artifacts: { rates: 'sha256:aa' }, resources: { erp: true } };
    expect(simulate(workflow, scenarioOf({}, { environment })).outcome).toBe('succeeded');
  });

  it('is asked for the whole workflow too', () => {
    const guarded = { ...workflow, security: security({ principal: 'batch' }) };
    const environment = { ...nothing, principals: { batch: false } };
    const run = simulate(guarded, scenarioOf({}, { environment }));
    expect(run.errors[0]).toMatchObject({ code: 'HX-4201' });
  });

  it('never puts a credential where an expression could carry it', () => {
    const peeking = {
      ...workflow,
      nodes: workflow.nodes.map((node) => ({
        ...node,
        guard:
          "${resource('erp').credential == null and resource('erp').properties.region == 'eu'}",
      })),
    };
    expect(simulate(peeking, scenarioOf()).states['A']).toBe('SUCCEEDED');
  });
});
