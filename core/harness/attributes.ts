/** Values of attributes as the structure tables read them. */

import type { AttributeRule } from './structure.ts';
import { attributeOf, type XmlElement } from './tree.ts';

type ValueOf<Rule> = Rule extends AttributeRule<infer T, infer Missing> ? T | Missing : never;

/**
 * One attribute's value; where it is left out or can't be read, what the table says stands
 * for it. That it can't be read has a finding of its own.
 */
export function read<Rules, Name extends keyof Rules & string>(
  element: XmlElement,
  rules: Rules,
  name: Name,
): ValueOf<Rules[Name]> {
  const rule = rules[name] as AttributeRule<unknown, unknown>;
  const value = attributeOf(element, name);
  if (value === null) return rule.missing as ValueOf<Rules[Name]>;
  if (rule.datatype.lenient === true) return value as ValueOf<Rules[Name]>;
  const result = rule.datatype.read(value);
  return (result.ok ? result.value : rule.missing) as ValueOf<Rules[Name]>;
}

/** Whether an attribute is left out or holds a value of its datatype. */
export function isReadable<Rules>(
  element: XmlElement,
  rules: Rules,
  name: keyof Rules & string,
): boolean {
  const value = attributeOf(element, name);
  const rule = rules[name] as AttributeRule<unknown, unknown>;
  return value === null || rule.datatype.read(value).ok;
}
