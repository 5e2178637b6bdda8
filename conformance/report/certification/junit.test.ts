import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../testing/runs.ts';
import { arbitraryCertification, HOSTILE_TEXTS } from '../testing/arbitrary-certification.ts';
import {
  certificationOf,
  counterexampleOf,
  profileReport,
  ruleReport,
} from '../testing/certification.ts';
import { unsafeIn } from '../testing/unsafe.ts';
import { renderJunit } from './junit.ts';

/** An element with its attributes, its text, and the elements in it. */
interface Element {
  readonly name: string;
  readonly attributes: { readonly [name: string]: string };
  readonly children: Element[];
  text: string;
}

/** Read by a strict parser of XML 1.0, which throws where a text is not well formed. */
const read = (xml: string): Element => {
  const parser = new SaxesParser({ fragment: false });
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const told = attributes as Element['attributes'];
    const element: Element = { name, attributes: told, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => open.pop());
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  });
  parser.write(xml).close();
  const [first] = root.children;
  if (first === undefined) throw new Error('there is no element');
  return first;
};

const casesOf = (xml: string): readonly Element[] =>
  read(xml).children.flatMap(({ children }) => children.filter(({ name }) => name === 'testcase'));

const caseFor = (xml: string, name: string): Element => {
  const found = casesOf(xml).find(({ attributes }) => attributes['name'] === name);
  if (found === undefined) throw new Error(`there is no case ${name}`);
  return found;
};

const kindsOf = (rule: Parameters<typeof ruleReport>[1]): readonly string[] =>
  caseFor(
    renderJunit(certificationOf([profileReport([ruleReport('retry/a', rule)])])),
    'retry/a',
  ).children.map(({ name }) => name);

/** What Jenkins' schema lets stand in each element, in this order. */
const SHAPE: {
  readonly [name: string]: { readonly attributes: string; readonly children: string };
} = {
  testsuites: { attributes: 'name tests failures errors time', children: '(testsuite,)*' },
  testsuite: {
    attributes: 'name tests failures errors skipped time',
    children: '(properties,)?(testcase,)*(system-out,)?(system-err,)?',
  },
  properties: { attributes: '', children: '(property,)*' },
  property: { attributes: 'name value', children: '' },
  testcase: {
    attributes: 'classname name time',
    children: '(skipped,)?(error,)*(failure,)*(system-out,)*(system-err,)*',
  },
  skipped: { attributes: 'message', children: '' },
  failure: { attributes: 'message type', children: '' },
  error: { attributes: 'message type', children: '' },
  'system-out': { attributes: '', children: '' },
  'system-err': { attributes: '', children: '' },
};

const checkShape = ({ name, attributes, children }: Element): void => {
  const shape = SHAPE[name];
  if (shape === undefined) throw new Error(`there is no element ${name}`);
  expect(
    Object.keys(attributes).filter((key) => !shape.attributes.split(' ').includes(key)),
  ).toEqual([]);
  expect(children.map((child) => `${child.name},`).join('')).toMatch(
    new RegExp(`^${shape.children}$`),
  );
  children.forEach(checkShape);
};

describe('JUnit XML', () => {
  it('is well formed and of the shape that CI systems read, whatever a driver says', () => {
    fc.assert(
      fc.property(arbitraryCertification, (certification) => {
        const root = read(renderJunit(certification));
        checkShape(root);
        const cases = root.children.flatMap(({ children }) =>
          children.filter(({ name }) => name === 'testcase'),
        );
        const count = (kind: string) =>
          cases.filter(({ children }) => children.some(({ name }) => name === kind)).length;
        expect(root.attributes).toMatchObject({
          tests: String(cases.length),
          failures: String(count('failure')),
          errors: String(count('error')),
        });
      }),
      runs(10_000),
    );
  });

  it('has a suite a profile and a case a rule, in the class of its family', () => {
    const xml = renderJunit(
      certificationOf([
        profileReport([ruleReport('retry/a'), ruleReport('timeout/b')], { profile: 'baseline' }),
        profileReport([ruleReport('retry/a')]),
      ]),
    );
    expect(read(xml).children.map(({ attributes }) => attributes['name'])).toEqual([
      'baseline',
      'harness',
    ]);
    expect(casesOf(xml).map(({ attributes }) => attributes['classname'])).toEqual([
      ...['baseline.retry', 'baseline.timeout', 'harness.retry'],
    ]);
  });

  it.each([
    ['pass', []],
    ['fail', ['failure']],
    ['stale', ['failure']],
    ['blocked', ['error']],
    ['degraded', ['system-out']],
    ['choice', ['system-out']],
    ['unsupported', ['skipped']],
    ['vacuous', ['skipped']],
    ['inconclusive', ['skipped']],
    ['skipped', ['skipped']],
  ] as const)('tells %s as %j', (verdict, kinds) => {
    expect(kindsOf({ verdict, reason: 'so it is' })).toEqual(kinds);
  });

  it('tells a failure that was expected as skipped', () => {
    const expectedFailure = { reason: 'no clock', expires: '2027-01-31' };
    expect(kindsOf({ verdict: 'fail', expectedFailure })).toEqual(['skipped']);
  });

  it('shows with a failure what went wrong, what was run, and how to run it again', () => {
    const counterexample = counterexampleOf('retry/a');
    const { breach } = counterexample;
    const worst = { ...breach, message: 'ship was called a tenth time' };
    const found = { broken: 2, breach: worst, counterexample };
    const rule = ruleReport('retry/a', { verdict: 'fail', ...found });
    const [failure] = caseFor(
      renderJunit(certificationOf([profileReport([rule])])),
      'retry/a',
    ).children;
    expect(failure?.attributes).toEqual({ message: breach.message, type: 'MUST' });
    for (const part of [
      'A runtime does so (§1).\nbroken in 2 of 9 runs\n',
      'expected: 3 calls\nobserved: 4 calls',
      '  0 ms: charge, attempt 1 → fails with timeout after 100 ms',
      '<harness/>',
      'unwind replay u1.abc --driver "python3 driver.py"',
    ]) {
      expect(failure?.text).toContain(part);
    }
  });

  it('never cuts what is to be copied', () => {
    const token = `u1.${'a'.repeat(5000)}`;
    const counterexample = counterexampleOf('retry/a', { token });
    const rule = ruleReport('retry/a', { verdict: 'fail', counterexample });
    expect(renderJunit(certificationOf([profileReport([rule])]))).toContain(`replay ${token} --`);
  });

  it('is never green where nothing was judged, or not all', () => {
    const good = [profileReport([ruleReport('retry/a')])];
    const errors = (xml: string) => read(xml).attributes['errors'];
    expect(errors(renderJunit(certificationOf(good)))).toBe('0');
    expect(errors(renderJunit(certificationOf(good, { truncated: true })))).toBe('1');
    expect(errors(renderJunit(certificationOf(good, { interrupted: true })))).toBe('1');
    expect(errors(renderJunit(certificationOf([])))).toBe('1');
    const lost = [profileReport([ruleReport('retry/a')], { blocked: 3 })];
    expect(errors(renderJunit(certificationOf(lost)))).toBe('1');
  });

  it('keeps the words of a driver apart from its own markup', () => {
    for (const text of HOSTILE_TEXTS) {
      const runtime = { name: text, version: '1' };
      const rule = ruleReport('retry/a', { verdict: 'unsupported', reason: text });
      const xml = renderJunit(certificationOf([profileReport([rule])], { runtime, stderr: text }));
      expect(caseFor(xml, 'retry/a').children).toHaveLength(1);
      expect(unsafeIn(xml)).toEqual([]);
    }
  });

  it('cuts texts that would fill a disk', () => {
    const endless = 'x'.repeat(10_000_000);
    const counterexample = counterexampleOf('retry/a', {
      calls: [endless],
      document: { format: 'orbit', text: 'x\n'.repeat(1_000_000) },
    });
    const rule = ruleReport('retry/a', {
      ...{ verdict: 'fail', reason: endless, counterexample, title: endless },
      breach: { ...counterexample.breach, message: endless },
    });
    const xml = renderJunit(
      certificationOf([profileReport([rule])], {
        runtime: { name: endless, version: endless },
        stderr: endless,
      }),
    );
    expect(xml.length).toBeLessThan(100_000);
  });
});
