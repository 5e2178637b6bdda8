/** Faults of design as a person reads them in a terminal: what, where, and the run that shows it. */

import type { DesignFinding } from '../../design/finding.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { visible } from '../terminal/visible.ts';
import { wrap } from '../terminal/width.ts';

export interface DesignPrettyOptions {
  /** The document, as it was named. */
  readonly path: string;
  /** The command that runs the witness. */
  readonly again: (finding: DesignFinding) => string;
}

/** A section of lines, with an empty one behind it; nothing where nothing was found. */
export const renderDesign = (
  findings: readonly DesignFinding[],
  terminal: Terminal,
  options: DesignPrettyOptions,
): readonly string[] =>
  findings.length === 0
    ? []
    : [
        ` ${terminal.paint('strong', 'Design')}`,
        ...findings.flatMap((finding) =>
          finding.known === undefined
            ? renderFinding(finding, terminal, options)
            : renderKnown(finding, terminal),
        ),
        '',
      ];

/** What a baseline excuses is named, and no more. */
const renderKnown = (
  { code, message, known }: DesignFinding,
  { paint, glyphs, columns }: Terminal,
): readonly string[] =>
  wrap(visible(`${code} known until ${known?.expires}: ${message}`), columns - 5).map(
    (line, index) =>
      ` ${paint('faint', `${index === 0 ? glyphs.outcome.cancelled : ' '} ${line}`)}`,
  );

const renderFinding = (
  finding: DesignFinding,
  { paint, glyphs, columns }: Terminal,
  { path, again }: DesignPrettyOptions,
): readonly string[] => {
  const { code, severity, message, place, witness } = finding;
  const tone = severity === 'warning' ? 'warning' : 'plain';
  const where = place === null ? '' : ` ${glyphs.dot} ${path}:${place.line}:${place.column}`;
  const sign = severity === 'warning' ? glyphs.mark.late : glyphs.dot;
  return [
    ` ${paint(tone, `${sign} ${code} ${severity}`)}${paint('faint', visible(where))}`,
    ...wrap(visible(message), columns - 5).map((line) => `   ${paint('strong', line)}`),
    // Of a note the sentence is enough.
    ...(severity === 'note' ? [] : witness.facts).flatMap((fact) =>
      wrap(visible(fact), columns - 9).map(
        (line, index) => `     ${index === 0 ? '- ' : '  '}${paint('plain', line)}`,
      ),
    ),
    // Not wrapped: it is copied as it is.
    `     ${paint('strong', 'Again:')} ${visible(again(finding))}`,
  ];
};
