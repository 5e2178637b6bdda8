/** What a certification tells of itself: by what it was made, and everything that was run. */

import { describe, expect, it } from 'vitest';
import { cases } from '../cases/index.ts';
import { failure } from '../protocol/failure.ts';
import { rules } from '../rules/index.ts';
import { certify } from './certify.ts';
import type { CertifyEvent, CertifyOptions } from './course.ts';
import { ruleSetDigest } from './rule-set-digest.ts';
import { simulatedRuntime } from './simulated-runtime.ts';
import { oneMore, optionsFor, runtimeThatReads } from './testing.ts';

const some = optionsFor({
  rules: rules.filter(({ id }) => id.startsWith('retry/')),
  cases: cases.filter(({ rule }) => rule.startsWith('retry/')),
  runs: 20,
});

const heard = async (runtime: Parameters<typeof certify>[0], options: CertifyOptions) => {
  const events: CertifyEvent[] = [];
  const onEvent = (event: CertifyEvent) => events.push(event);
  return { events, certification: await certify(runtime, { ...options, onEvent }) };
};

describe('what was run', () => {
  it('has an id each, as many as were planned', async () => {
    const { profiles } = await certify(simulatedRuntime(), some);
    const [{ ran, planned, cases: fixed, generated } = { ran: [], planned: -1 }] = profiles;
    expect(new Set(ran.map(({ id }) => id)).size).toBe(planned);
    expect(ran).toHaveLength(planned);
    expect(planned).toBe((fixed ?? 0) + (generated ?? 0));
    expect(ran.map(({ id }) => id)).toContain('harness/case/retry/max-attempts/1');
    expect(ran.at(-1)).toMatchObject({ id: 'harness/run/19', name: 'generated #19' });
  });

  it('holds documents that were checked', async () => {
    const checking = {
      ...simulatedRuntime(),
      check: async () => ({ ok: true, result: { valid: true, findings: [] } }) as const,
    };
    const options = optionsFor({ rules: rules.filter(({ kind }) => kind === 'document'), runs: 4 });
    const { profiles } = await certify(checking, options);
    const ran = profiles[0]?.ran ?? [];
    expect(ran).toHaveLength(profiles[0]?.planned ?? -1);
    expect(new Set(ran.map(({ id }) => id)).size).toBe(ran.length);
    const broken = ran.filter(({ id }) => id.startsWith('harness/document/broken/'));
    expect(broken.length).toBeGreaterThan(10);
    expect(broken.some((document) => document.broken.length > 0)).toBe(true);
  });

  it('names the rules that each run breaks', async () => {
    const { profiles } = await certify(runtimeThatReads(oneMore), some);
    const [profile] = profiles;
    for (const { id, broken } of profile?.rules ?? []) {
      expect(profile?.ran.filter((ran) => ran.broken.includes(id))).toHaveLength(broken);
    }
    expect(profile?.ran.some(({ broken }) => broken.includes('retry/max-attempts'))).toBe(true);
  });

  it('says why it was not judged', async () => {
    const lost = failure('hung', 'it never answered');
    const { profiles } = await certify(
      { ...simulatedRuntime(), observe: () => ({ kind: 'blocked', failure: lost, stderr: '' }) },
      { ...some, runs: 0 },
    );
    expect(profiles[0]?.ran[0]).toMatchObject({ outcome: null, blocked: 'it never answered' });
  });
});

describe('whoever listens', () => {
  it('hears all that the certification says in the end', async () => {
    const { events, certification } = await heard(runtimeThatReads(oneMore), some);
    const { profiles, incidents, ...about } = certification;
    expect(events[0]).toEqual({ kind: 'began', about });
    const ran = events.flatMap((event) => (event.kind === 'case' ? [event.ran] : []));
    const told = events.flatMap((event) => (event.kind === 'rule' ? [event.report] : []));
    expect(ran).toEqual(profiles[0]?.ran);
    expect(told).toEqual(profiles[0]?.rules);
    expect(events.at(-1)).toEqual({ kind: 'profile-end', report: profiles[0] });
    expect(incidents).toEqual([]);
  });
});

describe('by what it was made', () => {
  it('is the same for the same rules in another order, and not for others', () => {
    const digest = ruleSetDigest(rules);
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(ruleSetDigest(rules.toReversed())).toBe(digest);
    expect(ruleSetDigest(rules.slice(1))).not.toBe(digest);
    const [first, ...rest] = rules;
    if (first === undefined) throw new Error('there is no rule');
    expect(ruleSetDigest([{ ...first, strength: 'SHOULD', profiles: [] }, ...rest])).not.toBe(
      digest,
    );
    expect(ruleSetDigest([{ ...first, page: { why: '', wrong: '', right: '' } }, ...rest])).toBe(
      digest,
    );
  });

  it('keeps no more of a text than a report can bear', async () => {
    const { hello, ...runtime } = simulatedRuntime();
    const endless = 'x'.repeat(1_000_000);
    const lost = failure('broke-protocol', endless);
    const certification = await certify(
      {
        ...runtime,
        hello: {
          ...hello,
          runtime: { name: endless, version: endless, homepage: endless },
          capabilities: [],
          unsupported: { retry: endless },
          notes: Array.from({ length: 5000 }, () => endless),
        },
        observe: () => ({ kind: 'blocked', failure: lost, stderr: endless }),
      },
      { ...some, runs: 3 },
    );
    expect(JSON.stringify(certification).length).toBeLessThan(3_000_000);
  });

  it('shows what was called, here and in the built-in runtime, in a form that JSON holds', async () => {
    const { profiles } = await certify(runtimeThatReads(oneMore), some);
    const found = profiles[0]?.rules.find(({ id }) => id === 'retry/max-attempts');
    const { observed = [], reference = [], trace } = found?.counterexample ?? {};
    expect(observed).toHaveLength(reference.length + 1);
    expect(JSON.parse(JSON.stringify(observed))).toStrictEqual(observed);
    expect(trace?.at(-1)?.type).toBe('instance.ended');
  });
});
