/** Whatever is read: an answer within a second, findings inside the text, and never a throw. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { damagedOrbit } from '../../testing/orbit/damage.ts';
import { readSoundly } from '../../testing/orbit/sound.ts';
import { runs } from '../../testing/runs.ts';
import { formatOrbit } from './format/index.ts';

test('damaged documents', () => {
  fc.assert(
    fc.property(damagedOrbit, (source) => {
      readSoundly(source);
      const formatted = formatOrbit(source);
      if (!formatted.ok) return;
      expect(formatOrbit(formatted.text)).toEqual(formatted);
    }),
    runs(100_000),
  );
});

test('anything at all', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.string({ maxLength: 100 }).map((text) => `workflow x { step a { ${text} } }`),
    fc.string({ maxLength: 100 }).map((text) => `workflow x { return ${text} }`),
    fc.string({ maxLength: 100 }).map((text) => `task "x" { ${text} }`),
  );
  fc.assert(
    fc.property(texts, (text) => {
      readSoundly(text.replace(/[\ud800-\udfff]/gu, ''));
    }),
    runs(20_000),
  );
});

/** Each could grow faster than its length. */
const many = 5_000;
const numbers = Array.from({ length: many }, (_, index) => index);
const task = 'task "t" { output { v: Int } }\n';

test.each([
  [
    'unknown names',
    `workflow W { ${numbers.map((n) => `step s${n} { sleep 1s when x${n} }`).join('\n')} }`,
  ],
  ['unknown types', `record R { ${numbers.map((n) => `f${n}: T${n}`).join(', ')} }`],
  ['steps of one name', `workflow W { ${'step a { sleep 1s }\n'.repeat(many)} }`],
  [
    'one circle of all steps',
    `workflow W { ${numbers.map((n) => `step s${n} { sleep 1s after s${(n + 1) % many} }`).join('\n')} }`,
  ],
  [
    'a fan-in of all steps',
    `${task}workflow W { ${numbers.map((n) => `step s${n} { worker "t" }`).join('\n')} step e { sleep 1s after ${numbers.map((n) => `s${n}`).join(', ')} } }`,
  ],
  [
    'workflows that call each other',
    numbers.map((n) => `workflow W${n} { step a { workflow W${n + 1} } }`).join('\n'),
  ],
  [
    'records inside each other',
    `${numbers.map((n) => `record R${n} { r: R${n + 1} }`).join('\n')} record R${many} { a: Int }`,
  ],
  ['brackets', `workflow W { return ${'('.repeat(many)}`],
  ['a long chain', `workflow W { return ${'1 + '.repeat(many)}1 }`],
  ['strings that are not closed', '"a\n'.repeat(many)],
  ['comments', `${'/* a */'.repeat(many)}workflow W {}`],
  ['signs without a meaning', '# '.repeat(many)],
  ['blocks that are not closed', 'workflow W { step a { compensate { '.repeat(many)],
  ['members of one kind', `workflow W { step a { ${'timeout: 0s '.repeat(many)} } }`],
  ['a long line', `workflow W { ${'return x '.repeat(many)} }`],
])('%s cost no more than they are long', (_title, source) => {
  readSoundly(source);
});
