/** A report as JSON is read as it was, and nothing else is. */

import { describe, expect, it } from 'vitest';
import { renderCertificationJson } from '../certification/json.ts';
import {
  certificationOf,
  counterexampleOf,
  profileReport,
  ruleReport,
} from '../testing/certification.ts';
import { readJsonReport } from './read-json.ts';
import { problemText } from './reading.ts';

const certification = certificationOf([
  profileReport(
    [
      ruleReport('retry/a', { verdict: 'fail', counterexample: counterexampleOf('retry/a') }),
      ruleReport('retry/b', { verdict: 'unsupported', missing: 'jitter', reason: 'none' }),
    ],
    { questions: [{ question: 'Q1', declared: null, seen: 'failed', verdict: 'choice' }] },
  ),
]);
const text = renderCertificationJson(certification, 1);

describe('a report as JSON', () => {
  it('is read as it was written', () => {
    const reading = readJsonReport(text);
    if (!reading.ok) throw new Error(problemText(reading.problem));
    expect(reading.record.exitCode).toBe(1);
    expect(reading.record.certification).toMatchObject(JSON.parse(JSON.stringify(certification)));
    expect(reading.record.certification).not.toHaveProperty('exitCode');
    expect(reading.record.certification.truncated).toBeUndefined();
  });

  it('says that it is of a record that was cut off', () => {
    const reading = readJsonReport(
      renderCertificationJson({ ...certification, truncated: true }, 2),
    );
    expect(reading).toMatchObject({ record: { certification: { truncated: true } } });
  });

  it('says that it was interrupted', () => {
    const reading = readJsonReport(
      renderCertificationJson({ ...certification, interrupted: true }, 130),
    );
    expect(reading).toMatchObject({ record: { certification: { interrupted: true } } });
  });

  it.each([
    ['', 'it is not JSON'],
    ['[]', 'it is no report'],
    ['null', 'it is no report'],
    ['7', 'it is no report'],
    ['{"profiles": {}}', 'it is no report'],
    ['{"profiles": [null]}', 'it is no report'],
    ['{"profiles": [], "incidents": []}', 'header.of is missing'],
    [text.replace('"verdict": "fail"', '"verdict": "great"'), 'verdict.verdict must be one of'],
    [text.replace('"rules": "sha256:0', '"rules": "md5:0'), 'header.suite.rules'],
    [text.replaceAll('retry/b', 'retry/a'), "second verdict on 'retry/a'"],
  ])('is no other: %s', (given, why) => {
    const reading = readJsonReport(given);
    if (reading.ok) throw new Error('it was read');
    expect(problemText(reading.problem)).toContain(why);
  });
});
