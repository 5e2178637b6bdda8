/** The many ways of writing one value of a datatype of the public schema. */

import type { Choices } from './choices.ts';

export interface Lexical {
  boolean(value: boolean): string;
  integer(value: number): string;
  decimal(value: number): string;
  duration(milliseconds: number): string;
  uri(value: string): string;
  words(value: readonly string[]): string;
  time(value: string): string;
  /** Whether an attribute that holds its default is written all the same. */
  writesDefault(): boolean;
}

/** `variety` in [0, 1]: how often a value is written in an unusual way. */
export function lexicalOf(choices: Choices, variety: number): Lexical {
  const unusual = (): boolean => choices.happens(variety);
  /** Blanks around a value of a collapsed datatype mean nothing. */
  const around = (text: string): string =>
    unusual() ? choices.oneOf([` ${text} `, `\n${text}`, `${text}\t\r`]) : text;

  const fraction = (thousandths: number): string => {
    const digits = String(thousandths).padStart(3, '0').replace(/0+$/, '');
    const zeros = unusual() ? '000' : '';
    return digits + zeros === '' ? '' : `.${digits}${zeros}`;
  };

  const duration = (milliseconds: number): string => {
    let rest = milliseconds;
    const take = (unit: number, letter: string): string => {
      const count = unusual() ? 0 : Math.floor(rest / unit);
      rest -= count * unit;
      if (count === 0) return unusual() ? `0${letter}` : '';
      return unusual() ? `00${count}${letter}` : `${count}${letter}`;
    };
    const days = take(86_400_000, 'D');
    const hours = take(3_600_000, 'H');
    const minutes = take(60_000, 'M');
    const whole = Math.floor(rest / 1000);
    const seconds = rest > 0 || unusual() ? `${whole}${fraction(rest % 1000)}S` : '';
    const time = `${hours}${minutes}${seconds}`;
    if (days === '' && time === '') return 'PT0S';
    return `P${days}${time === '' ? '' : 'T'}${time}`;
  };

  return {
    boolean: (value) => around(unusual() ? (value ? '1' : '0') : String(value)),
    integer: (value) => around(`${unusual() ? choices.oneOf(['+', '00', '+0']) : ''}${value}`),
    decimal: (value) => {
      const text = String(value);
      if (!unusual()) return around(text);
      const longer = text.includes('.') ? `${text}00` : `${text}${choices.oneOf(['.', '.0'])}`;
      return around(choices.oneOf([longer, `+${longer}`, `0${longer}`, text.replace(/^0\./, '.')]));
    },
    duration: (milliseconds) => around(duration(milliseconds)),
    uri: around,
    words: (value) => around(value.join(unusual() ? '  \n' : ' ')),
    time: around,
    writesDefault: unusual,
  };
}
