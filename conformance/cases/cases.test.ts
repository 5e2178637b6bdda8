/** Each rule has a case of its own, in which what it speaks of happens, and which is judged right. */

import { beforeAll, describe, expect, it, test } from 'vitest';
import { builtinConnector } from '../drivers/builtin.ts';
import { openSession } from '../protocol/session.ts';
import { rules } from '../rules/index.ts';
import { createView, type View } from '../rules/view.ts';
import type { Runtime } from '../suite/runtime.ts';
import { sessionRuntime } from '../suite/session-runtime.ts';
import { fixedDocuments } from './documents.ts';
import { cases } from './index.ts';

const about = new Map(cases.map((fixed) => [`${fixed.rule} #${fixed.number}`, fixed]));

test('every rule has a case in each of its profiles', () => {
  const missing = rules
    .filter(({ kind }) => kind !== 'document')
    .flatMap(({ id, profiles }) =>
      profiles
        .filter(
          (profile) =>
            !cases.some((fixed) => fixed.rule === id && fixed.profiles.includes(profile)),
        )
        .map((profile) => `${id} in ${profile}`),
    );
  expect(missing).toEqual([]);
});

test('every case is about a rule, in profiles of it, with a title of its own', () => {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  for (const { rule, profiles, number } of cases) {
    const known = byId.get(rule)?.profiles ?? [];
    expect(
      profiles.filter((profile) => !known.includes(profile)),
      `${rule} #${number}`,
    ).toEqual([]);
  }
});

describe('what a case is about happens in it', () => {
  let runtime: Runtime;
  beforeAll(async () => {
    const opened = await openSession(builtinConnector(), { suite: { name: 'test', version: '0' } });
    if (!opened.ok) throw new Error(opened.failure.message);
    runtime = sessionRuntime(opened.session);
  });

  it.each([...about.keys()])('%s', async (name) => {
    const fixed = about.get(name);
    if (fixed === undefined) throw new Error('there is no such case');
    for (const profile of fixed.profiles) {
      const views: View[] = [];
      for (let turn = 0; turn < Math.min(fixed.repeat, 8); turn += 1) {
        const seen = await runtime.observe(fixed.testCase(profile, turn));
        if (seen.kind === 'blocked') throw new Error(seen.failure.message);
        views.push(createView(seen.observation));
      }
      for (const rule of rules) {
        if (!rule.profiles.includes(profile)) continue;
        if (rule.kind === 'sample' && rule.id === fixed.rule) {
          expect(views.flatMap(rule.sample).length, profile).toBeGreaterThan(0);
        }
        if (rule.kind !== 'run') continue;
        for (const view of views) {
          const { occurrences, breaches } = rule.judge(view);
          expect(breaches, `${rule.id} in ${profile}`).toEqual([]);
          if (rule.id === fixed.rule) expect(occurrences, profile).toBeGreaterThan(0);
        }
      }
    }
  });
});

test('fixed documents are as broken as they say', () => {
  const several = [...fixedDocuments('harness'), ...fixedDocuments('orbit')]
    .filter(({ name }) => name.startsWith('several'))
    .map(({ expected }) => expected.map(({ code }) => code));
  expect(several).toEqual([
    ['HX-3301', 'HX-2001', 'HX-2001'],
    ['HX-3301', 'HX-3003', 'HX-2001'],
    ['E0308', 'E0307'],
  ]);
});
