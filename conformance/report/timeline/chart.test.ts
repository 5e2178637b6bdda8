import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../../core/model/scenario.ts';
import type { Workflow } from '../../../core/model/workflow.ts';
import { simulate } from '../../../simulator/index.ts';
import { timelineOf } from '../../../simulator/trace/timeline.ts';
import { cancelAt, err, hang, ok, scenarioOf, workflowOf } from '../../../testing/workflow.ts';
import { createTerminal, type TerminalOptions } from '../terminal/terminal.ts';
import { widthOf } from '../terminal/width.ts';
import { renderChart } from './chart.ts';
import { createClock } from './clock.ts';

function chart(workflow: Workflow, scenario: Scenario, options?: TerminalOptions): string[] {
  const timeline = timelineOf(simulate(workflow, scenario).trace);
  return [...renderChart(timeline, createClock(timeline.lastAt), createTerminal(options))];
}

const chain = (length: number): Workflow =>
  workflowOf(
    Array.from({ length: length - 1 }, (_, index) => `s${index} > s${index + 1}`).join(';'),
  );

describe('a chart', () => {
  test('draws forward and undo in different shapes, and waits as dots with their length', () => {
    const workflow = workflowOf('a > b; a =comp=> undo_a', { b: { retry: { maxAttempts: 2 } } });
    const scenario = scenarioOf({ a: [ok(4)], b: [err(3)], undo_a: [ok(3)] });
    expect(chart(workflow, scenario, { columns: 60 })).toEqual([
      '                               unwinding ┊',
      ' a ━━━━━━━━━━━━✓                  undo_a ◄═══════✓  ◄ undone',
      ' b              ━━━━1━━━━×┈1 s┈━━━━2━━━━×┊          × failed',
      '   └────────────┴─────────┴────┴─────────┴────────┘',
      '   0 s          4         7    8         11      14',
    ]);
  });

  test('shows what takes no time in the order in which it happened', () => {
    expect(chart(workflowOf('a > b; b > c'), scenarioOf({ b: [ok()] })).slice(0, 3)).toEqual([
      expect.stringMatching(/^ a ━✓ {2,}✓ succeeded$/),
      expect.stringMatching(/^ b {3}━✓ +✓ succeeded$/),
      expect.stringMatching(/^ c {5}━✓ +✓ succeeded$/),
    ]);
  });

  test('marks a long wait that is drawn short, and prints how long it was', () => {
    const workflow = workflowOf('a > w; w > b', {
      w: { kind: 'wait', wait: { duration: 30 * 86_400_000, until: null, event: null } },
    });
    const lines = chart(workflow, scenarioOf({ a: [ok(1)], b: [ok(1)] }));
    expect(lines[1]).toMatch(/^ w +─+30 d─+ +✓ succeeded$/);
    expect(lines.at(-2)).toContain('≈≈≈');
    expect(lines.at(-1)).toMatch(/^ +0 s +1 s +30 d 1 s +30 d 2 s$/);
  });

  test('draws a question to the far side as no attempt, and what is known then', () => {
    const timeout = { duration: 5000, onTimeout: 'fail' } as const;
    const workflow = workflowOf('a', { a: { idempotent: false, timeout } });
    const [asked, unasked] = [true, false].map((status) => {
      const world = { honoursKeys: true, status };
      const scenario = scenarioOf({ a: [hang] }, { profile: 'baseline', world });
      return chart(workflow, scenario).find((line) => line.startsWith(' a '));
    });
    expect(asked).toMatch(/^ a ━+\?─◇.* × failed$/);
    expect(unasked).toMatch(/^ a ━+\?.* \? uncertain$/);
  });

  test('draws a line where the run turned', () => {
    const workflow = workflowOf('a > b; c', { c: { idempotent: false } });
    const scenario = scenarioOf({ a: [ok(9)], c: [ok(20)] }, { controls: [cancelAt(5)] });
    const lines = chart(workflow, scenario);
    const [turns = ''] = lines;
    const a = lines.find((line) => line.startsWith(' a ')) ?? '';
    expect(turns).toMatch(/^ +┊ cancel$/);
    expect(a[turns.indexOf('┊')]).toBe('┊');
  });

  test('has no lane for what did nothing, and none at all where nothing ran', () => {
    const lines = chart(workflowOf('a > b'), scenarioOf({ a: [err(1)] }));
    expect(lines.filter((line) => line.startsWith(' b'))).toEqual([]);
    const empty = timelineOf([]);
    expect(renderChart(empty, createClock(0), createTerminal())).toEqual([]);
  });
});

describe('a chart of two hundred nodes', () => {
  const lines = chart(chain(200), scenarioOf({}, { default: { after: 40 } }));

  test('has a lane for each of them, in bands', () => {
    const lanes = lines.filter((line) => /^ s\d+ /.test(line));
    expect(lanes.map((line) => line.trim().split(' ')[0])).toEqual(
      Array.from({ length: 200 }, (_, index) => `s${index}`),
    );
    expect(lines.filter((line) => line.includes('└')).length).toBeGreaterThan(1);
  });

  test('keeps within its columns', () => {
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(80);
  });
});

describe('a chart of thousands of attempts', () => {
  const workflow = workflowOf('a', { a: { retry: { maxAttempts: 1000 } } });
  const start = performance.now();
  const lines = chart(workflow, scenarioOf({ a: [err(1)] }));

  test('shows the first and the last, and says how many are between', () => {
    expect(lines.join('\n')).toMatch(/━1×┈/);
    expect(lines.join('\n')).toMatch(/━+1000━*×/);
    expect(lines.join('\n')).toMatch(/… \d+ attempts of 1 node left out here/);
    expect(lines.length).toBeLessThan(60);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

describe('every chart', () => {
  const workflow = workflowOf(
    'a_node_with_a_name_that_is_much_too_long_for_a_lane > b; a_node_with_a_name_that_is_much_too_long_for_a_lane =comp=> undo',
    { b: { retry: { maxAttempts: 4 } } },
  );
  const scenario = scenarioOf({ b: [err(0.2)] }, { default: { after: 700 } });

  test.each([40, 60, 80, 120, 200])('keeps within %i columns', (columns) => {
    for (const ascii of [true, false]) {
      const lines = chart(workflow, scenario, { columns, ascii });
      expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(columns);
    }
  });

  test('cuts long names in the middle', () => {
    expect(chart(workflow, scenario).join('\n')).toMatch(/^ a_node_wi\S*…\S*or_a_lane /m);
  });
});
