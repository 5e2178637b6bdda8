import { describe, expect, test } from 'vitest';
import { formatDuration, MAXIMUM_TIME, parseDuration } from './duration.ts';

describe('parseDuration reads', () => {
  test.each([
    ['PT0S', 0],
    ['PT1S', 1000],
    ['PT1.5S', 1500],
    ['PT0.5S', 500],
    ['PT1H1S', 3_601_000],
    ['PT36H', 129_600_000],
    ['P1D', 86_400_000],
    ['P1DT12H', 129_600_000],
    ['PT1M', 60_000],
    ['P1DT2H3M4.5S', 93_784_500],
    ['PT007S', 7000],
    [' \t\r\nPT1S\n ', 1000],
    ['PT9007199254740.991S', MAXIMUM_TIME],
    ['PT0000000000000000000000000000001S', 1000],
    ['P104249991D', 104_249_991 * 86_400_000],
  ])('%j as %d ms', (text, milliseconds) => {
    expect(parseDuration(text)).toEqual({ ok: true, milliseconds });
  });

  test.each([
    ['PT0.0004S', 1],
    ['PT0.0010S', 1],
    ['PT0.00100000000000000000001S', 2],
    ['PT0.9999S', 1000],
    ['PT1.0001S', 1001],
  ])('a fraction of a millisecond upwards: %s as %d ms', (text, milliseconds) => {
    expect(parseDuration(text)).toEqual({ ok: true, milliseconds });
  });
});

describe('parseDuration refuses', () => {
  test.each(['P2M', 'P1Y', 'P1Y2M', 'P1M2D', '-P1Y', 'P1Y2W', 'P1MT1S'])(
    'years and months with HX-3401: %s',
    (text) => {
      expect(parseDuration(text)).toMatchObject({ ok: false, code: 'HX-3401' });
    },
  );

  test.each([
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
    'PT 1S',
    '-PT1S',
    'PT-1S',
    '+PT1S',
    'PT1.5M30S',
    'P1.5D',
    'PT1.5H',
    'P1W2D',
    'P2W',
    'PT2W',
    'pt1s',
    'PT1,5S',
    'PT1.S',
    'PT.5S',
    'PT1S1H',
    'PT1H1H',
    'P1D1D',
    'PT1S\u00a0',
    'PT١S',
    'PT1SP',
    'PTS',
    'INF',
    'PT1e3S',
  ])('malformed text with HX-1001: %j', (text) => {
    expect(parseDuration(text)).toMatchObject({ ok: false, code: 'HX-1001' });
  });

  test.each([
    'PT9007199254740.992S',
    'PT9007199254740.9911S',
    'PT9007199254741S',
    'P104249992D',
    'P99999999999999999999999D',
    'PT9007199254740991S',
    `PT${'9'.repeat(400)}S`,
  ])('more than 2^53 − 1 ms with HX-1001: %s', (text) => {
    const result = parseDuration(text);
    expect(result).toMatchObject({ ok: false, code: 'HX-1001' });
    expect(result.ok ? '' : result.message).toContain('longer than 9007199254740991 ms');
  });

  test.each([
    ['P2M', "'P2M' counts in years or months, whose length varies; write days (P30D)"],
    ['P2W', "'P2W' counts in weeks, which are not known here; write days (P14D)"],
    ['pt1s', "'pt1s' has small letters; write PT1S"],
    ['PT1,5S', "'PT1,5S' has a comma; write a point before the fraction (PT1.5S)"],
    ['P1S', "'P1S' has no T before its hours, minutes or seconds"],
    ['-PT1S', "'-PT1S' has a sign; a duration has none"],
    ['', 'a duration is missing; write one such as PT30S'],
    ['x'.repeat(60), `'${'x'.repeat(39)}…' is no duration; `],
  ])('with a message that says what to do: %s', (text, message) => {
    const result = parseDuration(text);
    expect(result.ok ? '' : result.message).toContain(message);
  });
});

describe('formatDuration writes', () => {
  test.each([
    [0, 'PT0S'],
    [1, 'PT0.001S'],
    [500, 'PT0.5S'],
    [1500, 'PT1.5S'],
    [60_000, 'PT1M'],
    [3_601_000, 'PT1H1S'],
    [86_400_000, 'P1D'],
    [129_600_000, 'P1DT12H'],
    [93_784_500, 'P1DT2H3M4.5S'],
    [0.25, 'PT0.001S'],
    [MAXIMUM_TIME, 'P104249991DT8H59M0.991S'],
  ])('%d ms as %s', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY, MAXIMUM_TIME + 1])(
    'nothing for %d',
    (milliseconds) => {
      expect(() => formatDuration(milliseconds)).toThrow(RangeError);
    },
  );
});
