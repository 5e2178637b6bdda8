/** A certification as JUnit XML, in the shape that CI systems agree on. */

import { XMLBuilder } from 'fast-xml-parser';
import type { Certification } from '../../suite/certification.ts';
import { type Case, type Result, type Suite, suitesOf } from './junit-suites.ts';
import { told } from './told.ts';
import { titleOf } from './words.ts';

/** The whole file. */
export const renderJunit = (certification: Certification): string =>
  renderSuites(`unwind: ${titleOf(certification)}`, suitesOf(certification));

/** Suites of whatever was tested, as the whole file. */
export const renderSuites = (name: string, suites: readonly Suite[]): string => {
  const total = (count: (suite: Suite) => number) =>
    suites.reduce((sum, suite) => sum + count(suite), 0);
  const content = {
    '?xml': { ...attribute('version', '1.0'), ...attribute('encoding', 'UTF-8') },
    testsuites: {
      ...attribute('name', name),
      ...attribute(
        'tests',
        total(({ cases }) => cases.length),
      ),
      ...attribute(
        'failures',
        total((suite) => countOfKind(suite, 'failure')),
      ),
      ...attribute(
        'errors',
        total((suite) => countOfKind(suite, 'error')),
      ),
      ...attribute('time', '0'),
      testsuite: suites.map(suiteElement),
    },
  };
  return `${builder.build(content)}`;
};

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#',
  format: true,
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
});

const attribute = (name: string, value: string | number): { readonly [name: string]: string } => ({
  [`@${name}`]: told(String(value)),
});

const countOfKind = ({ cases }: Suite, kind: Result['kind']): number =>
  cases.filter(({ result }) => result.kind === kind).length;

const suiteElement = (suite: Suite): object => ({
  ...attribute('name', suite.name),
  ...attribute('tests', suite.cases.length),
  ...attribute('failures', countOfKind(suite, 'failure')),
  ...attribute('errors', countOfKind(suite, 'error')),
  ...attribute('skipped', countOfKind(suite, 'skipped')),
  ...attribute('time', '0'),
  ...(suite.properties.length === 0
    ? {}
    : {
        properties: {
          property: suite.properties.map(([name, value]) => ({
            ...attribute('name', name),
            ...attribute('value', value),
          })),
        },
      }),
  ...(suite.cases.length === 0 ? {} : { testcase: suite.cases.map(caseElement) }),
  ...(suite.stderr.length === 0 ? {} : { 'system-err': suite.stderr.join('\n') }),
});

const caseElement = ({ classname, name, result }: Case): object => ({
  ...attribute('classname', classname),
  ...attribute('name', name),
  ...attribute('time', '0'),
  ...resultElement(result),
});

const resultElement = (result: Result): object => {
  switch (result.kind) {
    case 'passed':
      return result.output.length === 0 ? {} : { 'system-out': result.output.join('\n') };
    case 'skipped':
      return { skipped: attribute('message', result.message) };
    case 'failure':
    case 'error':
      return {
        [result.kind]: {
          ...attribute('message', result.message),
          ...attribute('type', result.type),
          ...(result.lines.length === 0 ? {} : { '#': `\n${result.lines.join('\n')}\n` }),
        },
      };
  }
};
