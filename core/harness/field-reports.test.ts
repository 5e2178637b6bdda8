/**
 * Faults that people met in other engines, where the answer is given before anything runs:
 * by the number of the report, with what the validator says.
 */

import { describe, expect, it } from 'vitest';
import { readHarness } from './read.ts';

const codesOf = (nodes: string, edges = ''): string[] => {
  const source = `<harness xmlns="https://harnessxml.com/spec/1.0" id="h" specVersion="1.0">
    <nodes>${nodes}</nodes>${edges === '' ? '' : `<edges>${edges}</edges>`}</harness>`;
  return readHarness(source).findings.map(({ code, severity }) =>
    severity === 'error' ? code : `${code} (warning)`,
  );
};

const errorsOf = (nodes: string, edges = ''): string[] =>
  codesOf(nodes, edges).filter((code) => !code.includes('warning'));

const withRetry = (attributes: string): string =>
  `<node id="A" type="task"><retry ${attributes}/></node>`;

const withTimeout = (duration: string): string =>
  `<node id="A" type="task"><timeout duration="${duration}"/></node>`;

describe('B03: attempts that are no number of attempts', () => {
  it.each(['0', '-1', '2.5', '3x', '', '1001'])('maxAttempts="%s" is refused', (value) => {
    expect(errorsOf(withRetry(`maxAttempts="${value}"`))).toEqual(['HX-1001']);
  });

  it.each(['1', '1000', ' 3 '])('maxAttempts="%s" is read', (value) => {
    expect(errorsOf(withRetry(`maxAttempts="${value}"`))).toEqual([]);
  });
});

describe('B09: degenerate retry parameters', () => {
  it.each([
    'initialDelay="-PT1S"',
    'maxDelay="-PT1S"',
    'multiplier="-2"',
    'multiplier="NaN"',
    'multiplier="INF"',
    'multiplier="abc"',
  ])('%s is refused', (attribute) => {
    expect(errorsOf(withRetry(`maxAttempts="4" ${attribute}`))).toEqual(['HX-1001']);
  });

  it.each(['multiplier="0"', 'multiplier="0.5"', 'initialDelay="PT5S" maxDelay="PT1S"'])(
    '%s is legal, with a warning',
    (attributes) => {
      const codes = codesOf(withRetry(`maxAttempts="4" ${attributes}`));
      expect(codes).toHaveLength(1);
      expect(codes[0]).toContain('warning');
    },
  );

  it('an initialDelay of zero is a delay like any other', () => {
    expect(codesOf(withRetry('maxAttempts="4" initialDelay="PT0S"'))).toEqual([]);
  });
});

describe('B14(e): onTimeout="retry" on a step that is not idempotent', () => {
  it('is legal, and warned about', () => {
    const node = `<node id="A" type="task" idempotent="false">
      <timeout duration="PT10S" onTimeout="retry"/></node>`;
    expect(errorsOf(node)).toEqual([]);
    expect(codesOf(node)).toHaveLength(1);
  });
});

describe('B18: an outcome that may be uncertain', () => {
  it('is warned about where a compensation depends on it', () => {
    const nodes = `<node id="A" type="task" idempotent="false"><timeout duration="PT5S"/></node>
      <node id="uA" type="task" compensates="A"/>`;
    const codes = codesOf(nodes, '<edge from="A" to="uA" type="compensation"/>');
    expect(codes).toHaveLength(1);
    expect(codes[0]).toContain('warning');
  });
});

describe('B37: a subworkflow without an undo beside steps that have one', () => {
  it('is warned about', () => {
    const nodes = `<node id="A" type="task"/><node id="uA" type="task" compensates="A"/>
      <node id="S" type="subworkflow"><subworkflow href="s.hxml"/></node>`;
    const edges = '<edge from="A" to="uA" type="compensation"/><edge from="A" to="S"/>';
    const codes = codesOf(nodes, edges);
    expect(codes).toHaveLength(1);
    expect(codes[0]).toContain('warning');
  });
});

describe('B43(c): a join that joins nothing', () => {
  it('is refused where its quorum can never be met', () => {
    const node = '<node id="J" type="barrier" joinPolicy="quorum" quorum="1"/>';
    expect(errorsOf(node)).toEqual(['HX-2402']);
  });
});

describe('B45: months, years, weeks', () => {
  it.each([
    ['P2M', 'HX-3401'],
    ['P1Y', 'HX-3401'],
    ['P1Y2M', 'HX-3401'],
    ['PT2W', 'HX-1001'],
    ['P2W', 'HX-1001'],
    ['P4W', 'HX-1001'],
  ])('%s is refused with %s', (duration, code) => {
    expect(errorsOf(withTimeout(duration))).toEqual([code]);
  });

  it.each([
    ['P1D', 86_400_000],
    ['PT1M', 60_000],
  ])('%s is %d ms', (duration, milliseconds) => {
    const source = `<harness xmlns="https://harnessxml.com/spec/1.0" id="h" specVersion="1.0">
      <nodes>${withTimeout(duration)}</nodes></harness>`;
    expect(readHarness(source).workflow?.nodes[0]?.timeout?.duration).toBe(milliseconds);
  });
});

describe('B46: what is no duration', () => {
  it.each([
    '',
    'P',
    'PT',
    'PD',
    'P1DT',
    'P1S',
    '1S',
    'T33.3S',
    'P1111111111',
    'API',
    'PT1S5',
    '-PT1S',
    'PT-1S',
    'PT1.5M30S',
    'P1W2D',
    'pt1s',
    'PT1,5S',
  ])('"%s" is refused', (duration) => {
    expect(errorsOf(withTimeout(duration))).toEqual(['HX-1001']);
  });

  it.each(['PT1.5S', 'PT0.5S', 'PT1H1S', 'PT36H', 'P1DT12H', ' PT1S '])('"%s" is read', (text) => {
    expect(errorsOf(withTimeout(text))).toEqual([]);
  });

  it('a fraction of a millisecond rounds up, and a timeout of zero is warned about', () => {
    const source = `<harness xmlns="https://harnessxml.com/spec/1.0" id="h" specVersion="1.0">
      <nodes>${withTimeout('PT0.0004S')}</nodes></harness>`;
    expect(readHarness(source).workflow?.nodes[0]?.timeout?.duration).toBe(1);
    expect(codesOf(withTimeout('PT0S'))[0]).toContain('warning');
  });
});
