/** The smallest run in which a rule is broken, for a terminal. */

import { countOf } from '../../../simulator/trace/explain/words.ts';
import type { Certification, Counterexample } from '../../suite/certification.ts';
import type { Tone } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { wrap } from '../terminal/width.ts';
import { documentLines } from './document-lines.ts';
import { copied, jsonLines, told, toldLines } from './told.ts';
import { replayCommand } from './words.ts';

export const renderCounterexample = (
  counterexample: Counterexample,
  certification: Certification,
  { paint, columns }: Terminal,
): readonly string[] => {
  const { breach, breaches, document, scenario, nodes, faults, difference, calls, token } =
    counterexample;
  const indent = (text: string, tone: Tone = 'plain') =>
    wrap(told(text), columns - 7).map((line) => `     ${paint(tone, line)}`);
  const block = (title: string, lines: readonly string[]) => [
    `     ${paint('strong', title)}`,
    ...toldLines(lines).map((line) => `       ${line}`),
  ];
  const more = breaches > 1 ? ` (one of ${breaches} breaches in this run)` : '';
  return [
    ...indent(`${breach.message}${more}`, 'strong'),
    ...indent(`expected: ${breach.expected}`),
    ...indent(`observed: ${breach.observed}`),
    ...(difference === null
      ? []
      : [
          ...indent('The first thing that differs from the built-in runtime:', 'faint'),
          ...indent(`  expected  ${difference.expected}`),
          ...indent(`  observed  ${difference.observed}`),
        ]),
    ...block(
      `${countOf(nodes, 'node')}, ${countOf(faults, 'fault')}, made smaller from ${told(counterexample.from)}`,
      [],
    ),
    ...block(document.format === 'plan' ? 'Plan' : 'Document', documentLines(document)),
    ...block('Scenario', jsonLines(scenario)),
    ...(calls.length === 0 ? [] : block('What it did', calls)),
    // Not wrapped: it is copied as it is.
    `     ${paint('strong', 'Again:')} ${copied(replayCommand(token, certification))}`,
    '',
  ];
};
