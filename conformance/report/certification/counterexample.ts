/** The smallest run in which a rule is broken, for a terminal. */

import { countOf } from '../../../simulator/trace/explain/words.ts';
import type { Counterexample } from '../../suite/certification.ts';
import type { Tone } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { visible } from '../terminal/visible.ts';
import { wrap } from '../terminal/width.ts';

/** @param driver The words that name the driver to `replay`, with a blank before; '' for none. */
export const renderCounterexample = (
  counterexample: Counterexample,
  { paint, columns }: Terminal,
  driver = '',
): readonly string[] => {
  const { breach, breaches, document, scenario, nodes, faults, difference, calls, token } =
    counterexample;
  const indent = (text: string, tone: Tone = 'plain') =>
    wrap(visible(text), columns - 7).map((line) => `     ${paint(tone, line)}`);
  const block = (title: string, lines: readonly string[]) => [
    `     ${paint('strong', title)}`,
    ...lines.map((line) => `       ${visible(line)}`),
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
      `${countOf(nodes, 'node')}, ${countOf(faults, 'fault')}, made smaller from ${counterexample.from}`,
      [],
    ),
    ...block(
      document.format === 'plan' ? 'Plan' : 'Document',
      (document.format !== 'plan'
        ? document.text
        : JSON.stringify(JSON.parse(document.text), null, 1)
      )
        .trimEnd()
        .split('\n'),
    ),
    ...block('Scenario', JSON.stringify(scenario, null, 1).split('\n')),
    ...(calls.length === 0 ? [] : block('What it did', calls)),
    // Not wrapped: it is copied as it is.
    `     ${paint('strong', 'Again:')} unwind replay ${visible(token)}${visible(driver)}`,
    '',
  ];
};
