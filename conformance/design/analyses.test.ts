/** What is told of a design at its edges, and what is not. */

import { describe, expect, test } from 'vitest';
import { readDocument } from '../../core/read.ts';
import { harness } from '../fuzz/testing/search.ts';
import type { DesignOptions } from './context.ts';
import { designFindings } from './design-findings.ts';
import type { DesignFinding } from './finding.ts';

const LIMIT = '<timeout duration="PT10S"/>';
const task = (id: string, inside = '', attributes = ''): string =>
  `<node id="${id}" type="task" ${attributes}>${inside}</node>`;
const edge = (from: string, to: string, type = 'control'): string =>
  `<edge from="${from}" to="${to}" type="${type}"/>`;
const retry = (attempts: number, rest = ''): string => `<retry maxAttempts="${attempts}" ${rest}/>`;

const findIn = (text: string, options: DesignOptions = {}): readonly DesignFinding[] => {
  const { workflow, findings } = readDocument(text);
  if (workflow === null) throw new Error(JSON.stringify(findings));
  return designFindings(workflow, options);
};

const find = (code: string, text: string, options: DesignOptions = {}): readonly DesignFinding[] =>
  findIn(text, options).filter((finding) => finding.code === code);

describe('U3001, a budget beyond a bound', () => {
  const orbit = (limit: string, policy: string): string => `task "t.a" { }
    workflow W { timeout: ${limit} step a { worker "t.a" timeout: 5s retry { ${policy} } } }`;
  const fixed = 'attempts: 3, backoff: fixed, initial_delay: 1s';

  test('is told from the first millisecond on', () => {
    expect(find('U3001', orbit('17s', fixed))).toEqual([]);
    const [finding] = find('U3001', orbit('16900ms', fixed));
    expect(finding?.numbers).toEqual({
      ...{ budget: 17_000, bound: 16_900, attempts: 3, attemptsBegun: 3 },
      ...{ attemptTime: 5000, pauses: 2000 },
    });
  });

  test('counts the attempts that can begin', () => {
    const [finding] = find('U3001', orbit('11s', fixed));
    expect(finding?.numbers).toMatchObject({ attemptsBegun: 2 });
    expect(finding?.witness.outcome).toBe('timed_out');
    expect(finding?.message).toContain('only 2 attempts of 3 can begin before that');
  });

  test('looks at the step around a child, and at a loop', () => {
    const child = `task "t.a" { }
      workflow Child { step a { worker "t.a" timeout: 5s retry { ${fixed} } } }
      workflow W { step child { workflow Child timeout: 11s } }`;
    expect(find('U3001', child).map(({ nodes }) => nodes)).toEqual([['child/a']]);
    const loop = harness(
      `<node id="l" type="loop">@<loop kind="times" count="1" maxIterations="1"><body ref="a"/></loop></node>
       ${task('a', retry(3, 'backoff="fixed" jitter="false"') + LIMIT)}`,
    );
    const bounded = (limit: string): string =>
      loop
        .replace('@', '')
        .replace('</loop></node>', '</loop></node>')
        .replace('<loop kind', `<timeout duration="${limit}"/><loop kind`);
    expect(find('U3001', bounded('PT20S'))[0]?.message).toContain("the loop 'l' times out");
    expect(find('U3001', bounded('PT1M'))).toEqual([]);
  });

  test('looks at the time within which an author expects an end', () => {
    const text = harness(task('a', retry(3) + LIMIT));
    expect(find('U3001', text)).toEqual([]);
    expect(find('U3001', text, { deadline: 30_000 })[0]?.message).toContain(
      'each run should have ended',
    );
    expect(find('U3001', text, { deadline: 40_000 })).toEqual([]);
  });
});

describe('U3002, an unknown outcome', () => {
  const text = (pay: string, rest = ''): string =>
    harness(
      task('a') + pay + task('u', '', 'compensates="a"'),
      edge('a', 'pay') + edge('a', 'u', 'compensation') + rest,
    );

  test('is not told of what may be repeated, has no timeout, or is a person', () => {
    expect(find('U3002', text(task('pay', LIMIT, 'idempotent="false"')))).toHaveLength(1);
    expect(find('U3002', text(task('pay', LIMIT)))).toEqual([]);
    expect(find('U3002', text(task('pay', '', 'idempotent="false"')))).toEqual([]);
    const person = `<node id="pay" type="human" idempotent="false">${LIMIT}</node>`;
    expect(find('U3002', text(person))).toEqual([]);
  });

  test('is not told where the profile asks the far side', () => {
    const document = text(task('pay', LIMIT, 'idempotent="false"'));
    expect(find('U3002', document, { profile: 'baseline' })).toEqual([]);
  });
});

describe('U3003, an undo that can not run', () => {
  const text = (required: string): string =>
    harness(
      `<node id="a" type="task"><outputs><output name="id" required="${required}"/></outputs></node>
       ${task('b')}
       <node id="u" type="task" compensates="a"><inputs><input name="id" value="\${a.id}"/></inputs></node>`,
      edge('a', 'b') + edge('a', 'u', 'compensation'),
    );

  test('is told of an output that may be left out', () => {
    expect(find('U3003', text('false')).map(({ nodes }) => nodes)).toEqual([['a', 'u']]);
    expect(find('U3003', text('true'))).toEqual([]);
  });
});

describe('U3004, what nothing undoes', () => {
  const text = (b: string, nodes = '', edges = ''): string =>
    harness(
      task('a') + b + task('c') + task('u', '', 'compensates="a"') + nodes,
      edge('a', 'b') + edge('b', 'c') + edge('a', 'u', 'compensation') + edges,
    );

  test('is told of tasks before one that can fail, and not of the last', () => {
    expect(find('U3004', text(task('b'))).map(({ nodes }) => nodes)).toEqual([['b']]);
  });

  test('is not told of what only reads', () => {
    const reads = '<security><permission action="read" resource="r"/></security>';
    expect(find('U3004', text(task('b', reads)))).toEqual([]);
    expect(find('U3004', text('<node id="b" type="transform"/>'))).toEqual([]);
  });

  test('is not told of a document that undoes nothing', () => {
    expect(findIn(harness(task('a') + task('b'), edge('a', 'b')))).toEqual([]);
  });
});

describe('U3005, a hidden failure', () => {
  const text = (nodes: string, edges: string): string =>
    harness(
      `${task('a') + task('b') + task('c')}<node id="u" type="task" impl="undo.a" compensates="a"/>${nodes}`,
      edge('a', 'b') + edge('b', 'c') + edge('a', 'u', 'compensation') + edges,
    );

  test('is told where the handler leads nowhere', () => {
    const [finding] = find('U3005', text(task('note'), edge('b', 'note', 'error')));
    expect(finding?.nodes).toEqual(['b', 'a']);
    expect(finding?.witness.outcome).toBe('succeeded');
  });

  test('is not told where it goes on, undoes by itself, or nothing was to come', () => {
    const goesOn = text(task('other'), edge('b', 'other', 'error') + edge('other', 'end'))
      .replace('<node id="c"', '<node id="end" type="barrier" joinPolicy="any"/><node id="c"')
      .replace('<edge from="a" to="u"', `${edge('c', 'end')}<edge from="a" to="u"`);
    expect(find('U3005', goesOn)).toEqual([]);
    const undoes = '<node id="mine" type="task" impl="undo.a"/>';
    expect(find('U3005', text(undoes, edge('b', 'mine', 'error')))).toEqual([]);
    expect(find('U3005', text(task('note'), edge('c', 'note', 'error')))).toEqual([]);
  });
});

describe('U3006, a herd', () => {
  const fetch = (id: string, rest: string): string =>
    `<node id="${id}" type="task"><resourceRef ref="r"/>${retry(4, rest)}</node>`;
  const text = (nodes: string): string =>
    harness(nodes).replace(
      '<nodes>',
      '<resources><resource id="r" type="service"/></resources><nodes>',
    );

  test('has its peak from as many runs as there are clients', () => {
    const document = text(fetch('a', 'jitter="false"') + fetch('b', 'jitter="false"'));
    const [finding, ...rest] = find('U3006', document);
    expect(rest).toEqual([]);
    expect(finding?.nodes).toEqual(['a', 'b']);
    // Each of 200 clients calls again after 1 s, 2 s and 4 s.
    expect(finding?.numbers).toMatchObject({
      ...{ clients: 200, window: 100, peakWithoutJitter: 200, peakAt: 1000, retries: 600 },
    });
    const spread = finding?.numbers['peakWithJitter'] ?? 0;
    expect(spread).toBeGreaterThan(20);
    expect(spread).toBeLessThan(60);
    const [small] = find('U3006', document, { clients: 50 });
    expect(small?.numbers['peakWithoutJitter']).toBe(50);
  });

  test('is not told with jitter, or of what nobody shares', () => {
    expect(find('U3006', text(fetch('a', '')))).toEqual([]);
    expect(find('U3006', harness(task('a', retry(4, 'jitter="false"'))))).toEqual([]);
  });
});

describe('U3007 and U3008, what is not tried again', () => {
  test('U3007 is told where something fails behind the step alone', () => {
    const nodes = (more: string): string =>
      task('a', retry(3)) + more + task('u', '', 'compensates="a"');
    const undo = edge('a', 'u', 'compensation');
    expect(find('U3007', harness(nodes(task('b')), edge('a', 'b') + undo))).toHaveLength(1);
    expect(find('U3007', harness(nodes(''), undo))).toEqual([]);
  });

  test('U3008 is not told where a timeout is retried, or skips', () => {
    const text = (limit: string, classes: string): string =>
      harness(task('a', retry(3, `retryOn="${classes}"`) + limit));
    expect(find('U3008', text(LIMIT, 'unavailable'))).toHaveLength(1);
    expect(find('U3008', text(LIMIT, 'unavailable timeout'))).toEqual([]);
    const other = (what: string) => `<timeout duration="PT10S" onTimeout="${what}"/>`;
    expect(find('U3008', text(other('retry'), 'unavailable'))).toEqual([]);
    expect(find('U3008', text(other('skip'), 'unavailable'))).toEqual([]);
  });
});

test('steps of a branch that the usual run does not take are reached', () => {
  const text = harness(
    `<node id="rate" type="source"><outputs><output name="risk" type="integer"/></outputs></node>
     <node id="d" type="decision"><cases><case when="\${rate.risk &gt; 70}" to="pay"/><otherwise to="c"/></cases></node>
     ${task('pay', LIMIT, 'idempotent="false"') + task('c')}`,
    edge('rate', 'd'),
  );
  expect(findIn(text).map(({ code, nodes }) => [code, nodes])).toEqual([['U3002', ['pay']]]);
});

test('a fingerprint is of the workflow, the code and the steps, wherever they stand', () => {
  const of = (text: string) => find('U3008', text).map(({ fingerprint }) => fingerprint);
  const step = (id: string, attempts: number): string =>
    task(id, retry(attempts, 'retryOn="unavailable"') + LIMIT);
  const [first] = of(harness(step('a', 3)));
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(of(`\n\n${harness(task('z') + step('a', 9))}`)).toEqual([first]);
  expect(of(harness(step('b', 3)))).not.toEqual([first]);
});
