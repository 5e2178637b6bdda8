/** What the charts show of every example, at every cursor, against what the trace says. */

import { describe, expect, test } from 'vitest';
import type { TraceEvent } from '../../../core/model/trace.ts';
import type { Profile } from '../../../core/model/workflow.ts';
import { catalogue, loadExample } from '../../state/examples.ts';
import { answerOf } from '../../worker/answer.ts';
import type { RunAnswer } from '../../worker/messages.ts';
import { NO_FAULTS, withInput } from '../faults.ts';
import { momentAt } from '../moment.ts';
import { chartFor } from './charts.ts';
import type { Move } from './move.ts';
import { type Chart, eventsBetween } from './read.ts';
import { runMoves } from './run-moves.ts';
import { standingAt } from './standing.ts';
import { attemptMoves, stepMoves } from './step-moves.ts';
import { arrowWords, guardWords, stepTitle } from './words.ts';

const PROFILES: readonly Profile[] = ['harness', 'baseline', 'orbit'];

async function answers(): Promise<readonly RunAnswer[]> {
  const all = await Promise.all(
    catalogue.map(async (example) => {
      const text = await loadExample(example);
      if (text === null) throw new Error(`no files of ${example.id}`);
      return answerOf({ ...text, seed: null });
    }),
  );
  return all.filter((answer) => answer.kind === 'run');
}

const runs = await answers();

function unitsOf(trace: readonly TraceEvent[]): readonly string[] {
  return [...new Set(trace.flatMap((event) => ('attempt' in event ? [event.unit] : [])))];
}

/** Each move is one that the chart knows, and begins where the one before ended. */
function expectWays(moves: readonly Move[], chart: Chart, about: string): void {
  for (const [index, { from, to, by }] of moves.entries()) {
    if (from === null) {
      expect(to, about).toBe(chart.initial);
      continue;
    }
    expect(from, about).toBe(moves[index - 1]?.to);
    const known = eventsBetween(chart, from, to);
    expect(by.length, `${about}: ${from} to ${to}`).toBeGreaterThan(0);
    expect(known, `${about}: ${from} to ${to}`).toEqual(expect.arrayContaining([...by]));
  }
}

test('every example was run', () => {
  expect(runs.length).toBe(catalogue.length);
});

describe('the chart of a step', () => {
  test('shows the state that the trace says, at each cursor of each example', () => {
    for (const { run, profile, workflow } of runs) {
      const { chart } = chartFor(profile, 'step');
      for (const unit of unitsOf(run.trace)) {
        const moves = stepMoves(run.trace, unit, chart);
        expectWays(moves, chart, `${workflow.id} ${unit}`);
        let said = 'PENDING';
        for (const event of run.trace) {
          if (event.type === 'transition' && event.unit === unit) {
            expect(event.from).toBe(said);
            said = event.to;
          }
          expect(standingAt(chart, moves, event.seq).state).toBe(said);
        }
      }
    }
  });

  test('counts the ways that were gone, and knows the ones from here', () => {
    const retried = runs.find(({ run }) =>
      run.trace.some((event) => event.type === 'transition' && event.to === 'RETRYING'),
    );
    if (retried === undefined) throw new Error('no example retries');
    const { trace } = retried.run;
    const again = trace.find((event) => event.type === 'transition' && event.to === 'RETRYING');
    if (again?.type !== 'transition') throw new Error('no retry');
    const { chart } = chartFor(retried.profile, 'step');
    const moves = stepMoves(trace, again.unit, chart);
    const standing = standingAt(chart, moves, again.seq);
    expect(standing.state).toBe('RETRYING');
    expect(standing.last).toMatchObject({ from: 'RUNNING', by: ['failed'], at: again.at });
    expect(standing.taken.get('READY RUNNING')).toBe(1);
    expect(standing.next.map(({ event }) => event)).toEqual([
      'backoff.ended',
      'retry.refused',
      'cancelled',
    ]);
    expect(standingAt(chart, moves, 0).next.map(({ to }) => to)).toEqual(['READY', 'CANCELLED']);
  });
});

describe('the chart of an attempt', () => {
  test('is open from its start, then what the trace says of its end', () => {
    let checked = 0;
    for (const { run, profile, workflow } of runs) {
      const { chart } = chartFor(profile, 'attempt');
      for (const start of run.trace) {
        if (start.type !== 'attempt.started' || start.purpose === 'reconcile') continue;
        const moves = attemptMoves(run.trace, start.unit, start.attempt, chart);
        expectWays(moves, chart, `${workflow.id} ${start.unit}#${start.attempt}`);
        const end = run.trace.find(
          (event) =>
            event.type === 'attempt.ended' &&
            event.purpose !== 'reconcile' &&
            event.unit === start.unit &&
            event.attempt === start.attempt,
        );
        const first = moves[0]?.seq ?? 0;
        expect(standingAt(chart, moves, first - 1).state).toBeNull();
        expect(standingAt(chart, moves, start.seq).state).toBe('open');
        if (end?.type !== 'attempt.ended') continue;
        expect(standingAt(chart, moves, end.seq - 1).state).toBe('open');
        expect(standingAt(chart, moves, end.seq).state).toBe(end.outcome);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(50);
  });
});

describe('the chart of a run', () => {
  test('goes only ways that the chart knows, and ends as the run does', () => {
    for (const { run, profile, workflow } of runs) {
      const { chart } = chartFor(profile, 'run');
      const moves = runMoves(run.trace, profile, chart);
      expectWays(moves, chart, workflow.id);
      const { state } = standingAt(chart, moves, run.trace.length);
      expect(chart.states.includes(run.outcome) ? state : run.outcome).toBe(run.outcome);
    }
  });

  test('says when it is paused, unwinds and undoes', () => {
    const seen = new Set<string>();
    for (const { run, profile } of runs) {
      const { chart } = chartFor(profile, 'run');
      const moves = runMoves(run.trace, profile, chart);
      for (const event of run.trace) {
        const { state } = standingAt(chart, moves, event.seq);
        if (state !== null) seen.add(state);
        if (event.type === 'run.paused') expect(state).toBe('paused');
        if (event.type === 'unwinding.started' && event.unit === undefined) {
          expect(state).toBe('quiescing');
        }
        if (event.type === 'compensation.started' && !event.unit.includes('/')) {
          expect(state).toBe('compensating');
        }
        if (event.type === 'attempt.started' && event.purpose === 'forward') {
          expect(state).not.toBe('paused');
        }
      }
    }
    expect([...seen]).toEqual(
      expect.arrayContaining(['running', 'paused', 'quiescing', 'compensating', 'cancelling']),
    );
  });
});

describe('a run that is cancelled or crashes somewhere', () => {
  test('goes ways that the charts know, to the states that it ends in', async () => {
    let made = 0;
    for (const example of catalogue) {
      const text = await loadExample(example);
      const plain = text === null ? null : answerOf({ ...text, seed: null });
      if (text === null || plain?.kind !== 'run') throw new Error(example.id);
      const { length } = plain.run.trace;
      for (const part of [0.2, 0.5, 0.8]) {
        const after = momentAt(plain.run.trace, Math.ceil(length * part)) ?? '';
        for (const input of [
          { after, delay: 0, action: 'cancel' },
          { after, delay: 0, action: 'crash', down: 1000 },
        ] as const) {
          const answer = answerOf({ ...text, seed: null, faults: withInput(NO_FAULTS, input) });
          if (answer.kind !== 'run') throw new Error(answer.kind);
          const { run, profile } = answer;
          const about = `${example.id}, ${input.action} after ${after}`;
          const whole = chartFor(profile, 'run').chart;
          const moves = runMoves(run.trace, profile, whole);
          expectWays(moves, whole, about);
          if (whole.states.includes(run.outcome)) {
            expect(standingAt(whole, moves, run.trace.length).state, about).toBe(run.outcome);
          }
          const { chart } = chartFor(profile, 'step');
          for (const unit of unitsOf(run.trace)) {
            expectWays(stepMoves(run.trace, unit, chart), chart, `${about}: ${unit}`);
          }
          made += 1;
        }
      }
    }
    expect(made).toBeGreaterThan(100);
  });
});

describe('a drawing', () => {
  test('has each state and way of each chart once, and keeps its boxes apart', () => {
    for (const profile of PROFILES) {
      for (const kind of ['step', 'attempt', 'run'] as const) {
        const { chart, drawing } = chartFor(profile, kind);
        expect(drawing.states.map(({ id }) => id)).toEqual(chart.states);
        const ways = chart.arrows.filter(({ from, to }) => from !== to);
        expect(drawing.ways.map(({ id }) => id).sort()).toEqual(
          [...new Set(ways.map(({ from, to }) => `${from} ${to}`))].sort(),
        );
        for (const [index, one] of drawing.states.entries()) {
          expect(one.x + one.width).toBeLessThanOrEqual(drawing.width);
          expect(one.y + one.height).toBeLessThanOrEqual(drawing.height);
          for (const other of drawing.states.slice(index + 1)) {
            const apart =
              one.x + one.width < other.x ||
              other.x + other.width < one.x ||
              one.y + one.height < other.y ||
              other.y + other.height < one.y;
            expect(apart, `${profile} ${kind}: ${one.id}, ${other.id}`).toBe(true);
          }
        }
        expect(JSON.stringify(drawing)).not.toMatch(/NaN|null/);
      }
    }
  });
});

test('names are read as words', () => {
  expect(guardWords('mayRetryFailure')).toBe('may retry failure');
  const arrow = { from: 'RUNNING', to: 'RETRYING', event: 'failed', guard: 'mayRetryFailure' };
  expect(arrowWords(arrow)).toBe('failed [may retry failure] → RETRYING');
  expect(arrowWords({ ...arrow, to: 'RUNNING', guard: null })).toBe('failed → stays');
  expect(stepTitle('Charge card, attempt 2', 2)).toBe('Charge card');
  expect(stepTitle('Charge card', 1)).toBe('Charge card');
});
