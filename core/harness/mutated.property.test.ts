/**
 * Valid documents, each broken in one known way: the reader must find that breach, where it
 * is, and nothing else. What can't be kept from coming along is listed with its mutation.
 */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { choicesOf } from '../../testing/harness/choices.ts';
import { NAMED_WARNINGS, VALIDATION_CODES } from '../../testing/harness/codes.ts';
import { type Sample, samples, write } from '../../testing/harness/document.ts';
import { type Broken, type Mutation, marked } from '../../testing/harness/mutation.ts';
import { mutations } from '../../testing/harness/mutations/index.ts';
import { runs } from '../../testing/runs.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { readHarness } from './read.ts';
import { ruleFamilies } from './rules/index.ts';
import { brief } from './testing/cases.ts';

test('every rule is broken in at least one way', () => {
  const broken = new Set(mutations.map(({ code }) => code));
  const rules = ruleFamilies.flatMap((family) => family.rules.map(({ code }) => code));
  const wanted = [...VALIDATION_CODES, ...NAMED_WARNINGS, ...rules];
  expect(wanted.filter((code) => !broken.has(code))).toEqual([]);
  expect([...broken].filter((code) => !rules.includes(code))).toEqual([]);
});

test('every way has a title of its own', () => {
  const titles = mutations.map(({ code, title }) => `${code} ${title}`);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});

const at = ({ code, line, column }: Pick<Diagnostic, 'code' | 'line' | 'column'>): string =>
  `${line}:${column} ${code}`;

const isError = ({ severity }: Diagnostic): boolean => severity === 'error';

function findsError({ code, also }: Mutation, { source, place, options }: Broken): void {
  const { findings, workflow } = readHarness(source, options);
  const errors = findings.filter(isError).filter((found) => !(found.code in also));
  expect(errors.map(at), findings.map(brief).join('\n')).toEqual([at({ code, ...place })]);
  expect(workflow).toBeNull();
}

function findsWarning({ code, also }: Mutation, broken: Broken, sample: Sample): void {
  const before = readHarness(marked(sample, write(sample).text)).findings;
  const { findings, workflow } = readHarness(broken.source, broken.options);
  expect(findings.map(at)).toContain(at({ code, ...broken.place }));
  const codes = (found: readonly { readonly code: string }[]): string[] =>
    found.flatMap((each) => (each.code in also ? [] : [each.code])).sort();
  expect(codes(findings), findings.map(brief).join('\n')).toEqual(codes([...before, { code }]));
  expect(workflow).not.toBeNull();
}

test.each(mutations.map((mutation) => [mutation.code, mutation.title, mutation] as const))(
  '%s: %s',
  (_code, _title, mutation) => {
    fc.assert(
      fc.property(samples, fc.uint8Array({ minLength: 16, maxLength: 16 }), (sample, bytes) => {
        const broken = mutation.apply(sample, choicesOf(bytes));
        fc.pre(broken !== null);
        if (mutation.severity === 'error') findsError(mutation, broken);
        else findsWarning(mutation, broken, sample);
      }),
      { ...runs(500), maxSkipsPerRun: 1000 },
    );
  },
);
