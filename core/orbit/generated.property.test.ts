/** Documents of all that the language has: read without a finding, formatted without a loss. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { choicesFrom } from '../../testing/harness/choices.ts';
import { orbitSamples } from '../../testing/orbit/document.ts';
import { noisy, plain } from '../../testing/orbit/words.ts';
import { runs } from '../../testing/runs.ts';
import type { Workflow } from '../model/workflow.ts';
import { parseOrbitExpression } from './expression/index.ts';
import { formatOrbit } from './format/index.ts';
import { readOrbitText } from './read.ts';
import { commentsBetween, scanToken } from './syntax/scan.ts';

const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });

test('are valid, and become a workflow', () => {
  fc.assert(
    fc.property(orbitSamples, ({ tokens, workflow: name, steps }) => {
      const source = plain(tokens);
      const { findings, workflow } = readOrbitText(source);
      expect(
        findings,
        findings.map(({ column }) => source.slice(column - 60, column + 40)).join(),
      ).toEqual([]);
      expect(workflow?.id).toBe(name);
      const nodes = workflow?.nodes.filter(({ compensates }) => compensates === null) ?? [];
      expect(nodes.map(({ id }) => id)).toEqual(steps);
      for (const each of [workflow, ...(workflow?.orbit?.children ?? [])]) {
        for (const text of each === null || each === undefined ? [] : expressionsOf(each)) {
          expect(parseOrbitExpression(text), text).toMatchObject({ ok: true });
        }
      }
    }),
    runs(20_000),
  );
});

function expressionsOf({ nodes, orbit }: Workflow): readonly string[] {
  const texts = nodes.flatMap(({ guard, inputs, fanOut, idempotencyKey }) => [
    ...[guard, fanOut?.over, idempotencyKey, ...inputs.map(({ value }) => value)],
  ]);
  return [...texts, orbit?.returns].filter((text) => typeof text === 'string');
}

test('formatting keeps every token and comment, and formatting again changes nothing', () => {
  fc.assert(
    fc.property(orbitSamples, seeds, fc.constantFrom(0, 0.02, 0.3), (sample, seed, rate) => {
      const source = noisy(sample.tokens, choicesFrom(seed), rate);
      const once = formatted(source);
      expect(formatted(once), source).toBe(once);
      expect(tokensOf(once)).toEqual(tokensOf(source));
      expect(commentsOf(once)).toEqual(commentsOf(source));
      expect(meaningOf(once)).toEqual(meaningOf(source));
      expect(once).not.toMatch(/[ \t]\n(?![^\n]*\*\/)|\n\n\n|^\n|\r|\n\n$/);
    }),
    runs(20_000),
  );
});

function formatted(source: string): string {
  const result = formatOrbit(source);
  if (result.ok) return result.text;
  throw new Error(`${result.findings[0]?.message}\n${source}`);
}

/** All tokens, save commas in front of a closing bracket. */
function tokensOf(source: string): readonly string[] {
  const tokens: string[] = [];
  for (let at = 0; ; ) {
    const token = scanToken(source, at);
    if ('}])'.includes(token.text || ' ') && tokens.at(-1) === ',') tokens.pop();
    if (token.kind === 'end') return tokens;
    tokens.push(token.text);
    at = token.end;
  }
}

/** All comments; line ends, and blanks at the end of a line, do not count. */
function commentsOf(source: string): readonly string[] {
  const comments: string[] = [];
  for (let at = 0; ; ) {
    const token = scanToken(source, at);
    for (const { start, end } of commentsBetween(source, at, token.start)) {
      const lines = source.slice(start, end).split(/\r\n?|\n/);
      comments.push(lines.map((line) => line.trim()).join('\n'));
    }
    if (token.kind === 'end') return comments.sort();
    at = token.end;
  }
}

/** The model, with expressions as their tokens. */
function meaningOf(source: string): unknown {
  const { workflow } = readOrbitText(source);
  const texts = new Set(['guard', 'value', 'over', 'idempotencyKey', 'returns']);
  return JSON.parse(
    JSON.stringify(workflow, (key, value) =>
      texts.has(key) && typeof value === 'string' ? tokensOf(value).join(' ') : value,
    ),
  );
}
