/** Well-formed expressions, out of what may be read where they stand (§10). */

import type { Choices } from './choices.ts';

/** What an expression may name. */
export interface Readable {
  /** Ids with the ports that are theirs. */
  readonly ports: readonly (readonly [node: string, port: string])[];
  readonly variables: readonly string[];
  readonly artifacts: readonly string[];
  readonly resources: readonly string[];
  readonly config: readonly string[];
}

/** Exactly one expression, as a guard, a case or a condition has it. */
export function anyCondition(choices: Choices, readable: Readable): string {
  const text = `\${${spaced(choices, anyExpression(choices, readable, 3))}}`;
  return choices.happens(0.05) ? ` ${text}\n` : text;
}

/** Text and expressions, at least one of these, as a port's value has them. */
export function anyTemplate(choices: Choices, readable: Readable): string {
  const parts = Array.from({ length: 1 + choices.below(2) }, () => {
    // A `$` right before would make the expression a text, and what is in it another one.
    const around = choices.oneOf(['', ' of ', '$ ', ' } ', '$${', '😀\n']);
    return `${around}\${${spaced(choices, anyExpression(choices, readable, 2))}}`;
  });
  return parts.join('') + choices.oneOf(['', '-page document', '}', '$']);
}

function spaced(choices: Choices, text: string): string {
  return choices.oneOf([text, text, ` ${text} `, `\t${text}\n`]);
}

const NUMBERS = ['1', '0', '42', '3.14', '0.5', '1000000'];
const STRINGS = [
  `'a'`,
  `"b"`,
  `''`,
  `'}'`,
  `"it's"`,
  `'say "x"'`,
  `'\${'`,
  `'😀 <&>'`,
  `'node.port'`,
];

function anyExpression(choices: Choices, readable: Readable, depth: number): string {
  if (depth === 0) return anyOperand(choices, readable);
  const inner = (): string => anyExpression(choices, readable, depth - 1);
  switch (choices.below(9)) {
    case 0:
      return anyOperand(choices, readable);
    case 1:
      return `${inner()} ${choices.oneOf(['==', '!=', '<', '<=', '>', '>=', 'in'])} ${inner()}`;
    case 2:
      return `${inner()} ${choices.oneOf(['and', 'or', '&&', '||', '??'])} ${inner()}`;
    case 3:
      return `${inner()} ${choices.oneOf(['+', '-', '*', '/', '%'])} ${inner()}`;
    case 4:
      return `(${inner()})`;
    case 5:
      return `${choices.oneOf(['not ', '!', '-', '- ', 'not not '])}(${inner()})`;
    case 6:
      return `[${choices.oneOf(['', inner(), `${inner()}, ${inner()}`])}]`;
    case 7:
      return `${choices.oneOf(['len', 'empty', 'lower', 'upper', 'abs', 'round'])}(${inner()})`;
    default:
      return `${choices.oneOf(['has', 'contains', 'min', 'max'])}(${inner()}, ${inner()})`;
  }
}

function anyOperand(choices: Choices, readable: Readable): string {
  const { ports, variables, artifacts, resources, config } = readable;
  const member = choices.oneOf(['', '', '.field', '.a.b']);
  const wanted = choices.below(8);
  // Ports come first and twice: what is read of other nodes is what most rules are about.
  if (wanted <= 1 && ports.length > 0) return `${choices.oneOf(ports).join('.')}${member}`;
  if (wanted === 2 && variables.length > 0) return `${choices.oneOf(variables)}${member}`;
  if (wanted === 3 && artifacts.length > 0) {
    return `artifact('${choices.oneOf(artifacts)}')${choices.oneOf(['', '.digest'])}`;
  }
  if (wanted === 4 && resources.length > 0) {
    return `resource("${choices.oneOf(resources)}")${choices.oneOf(['', '.uri'])}`;
  }
  if (wanted === 5) return `config.${choices.oneOf([...config, 'undeclared'])}`;
  if (wanted === 6) return choices.oneOf(STRINGS);
  return choices.oneOf([...NUMBERS, 'true', 'false', 'null']);
}
