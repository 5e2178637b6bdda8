import { createRequire } from 'node:module';
import Ajv from 'ajv';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { applyBaseline } from '../../fuzz/baseline/apply.ts';
import type { DocumentReport, Failure, FuzzReport } from '../../fuzz/report.ts';
import { harness, searchOf, targetOf } from '../../fuzz/testing/search.ts';
import type { Locate } from '../findings/located.ts';
import { MOST_ANNOTATIONS } from '../formats/workflow-command.ts';
import { createTerminal } from '../terminal/terminal.ts';
import { HOSTILE_TEXTS } from '../testing/arbitrary-certification.ts';
import { unsafeIn } from '../testing/unsafe.ts';
import { renderFuzzGithub } from './github.ts';
import { renderFuzzJunit } from './junit.ts';
import { renderFuzzMarkdown } from './markdown.ts';
import { renderFuzz } from './pretty.ts';
import { MOST_RESULTS, MOST_STEPS, renderFuzzSarif } from './sarif.ts';

const require = createRequire(import.meta.url);
const ajv = new Ajv({ schemaId: 'auto', unknownFormats: ['uri', 'uri-reference', 'date-time'] });
ajv.addMetaSchema(require('ajv/lib/refs/json-schema-draft-04.json'));
const isSarif = ajv.compile(require('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'));

const locate: Locate = (path) => ({ uri: path === '-' ? null : path, path });
const again = () => 'unwind run test.hxml --scenario -';

const SAGA = harness(
  `<node id="reserve" type="task"/>
   <node id="note" type="task"/>
   <node id="ship" type="task"><timeout duration="PT5S"/></node>
   <node id="release" type="task" compensates="reserve"><timeout duration="PT5S"/></node>`,
  '<edge from="reserve" to="note"/><edge from="note" to="ship"/><edge from="reserve" to="release" type="compensation"/>',
);
const document = searchOf(
  targetOf(SAGA, ['if reserve then release or ship', 'never cancelled']),
  200,
);
const reportOf = (
  documents: readonly DocumentReport[],
  rest: Partial<FuzzReport> = {},
): FuzzReport => ({
  ...{ fuzz: 1, version: '1.2.3', seed: 1, runs: 200, shard: null, documents },
  timing: { seconds: 1, runsPerSecond: 200, stoppedBy: 'runs' },
  ...rest,
});
const report = reportOf([document]);
const errors = document.failures.filter(({ severity }) => severity === 'error');
const failure = errors[0] as Failure;
const withFailures = (failures: readonly Failure[]): FuzzReport =>
  reportOf([{ ...document, failures }]);

/** Known are all errors, until a day. */
const entries = errors.flatMap(({ fingerprint, also, property }) =>
  [fingerprint, ...also.map((each) => each.fingerprint)].map((print) => ({
    ...{ fingerprint: print, property, document: 'h' },
    ...{ reason: 'the far side is [slow](x)', expires: '2027-01-31' },
  })),
);
const known = applyBaseline(report, { path: 'b.json', entries, on: '2027-01-31' });
const expired = applyBaseline(report, { path: 'b.json', entries, on: '2027-02-01' });

/** Every text that comes from a document or a baseline is this one. */
const spoiled = (text: string): FuzzReport => {
  const spoil = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(spoil);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        name,
        typeof each === 'string' && FREE.has(name) ? text : spoil(each),
      ]),
    );
  };
  const base = spoil(known.documents) as readonly DocumentReport[];
  const documents = base.map((each) => ({
    ...each,
    notes: [text],
    failures: each.failures.map((one) => ({ ...one, causes: [text] })),
  }));
  const stale = entries.map((entry) => ({
    ...entry,
    reason: text,
    document: text,
    property: text,
  }));
  return reportOf(documents, {
    baseline: { path: text, on: '2027-01-31', entries: 1, expired: stale, stale, unseen: [] },
  });
};
const FREE = new Set([
  ...['path', 'workflow', 'text', 'message', 'expected', 'observed', 'node', 'summary'],
  ...['expectation', 'reason'],
]);

function logOf(of: FuzzReport) {
  const log = JSON.parse(renderFuzzSarif(of, { locate, again }));
  isSarif(log);
  expect(isSarif.errors).toBeNull();
  return log.runs[0];
}

test('the search that all of this is about breaks something', () => {
  expect(errors.length).toBeGreaterThan(1);
  expect(document.failures.some(({ severity }) => severity === 'warning')).toBe(true);
  expect(document.failures.some(({ also }) => also.length > 0)).toBe(true);
});

describe('SARIF', () => {
  test('is valid for what is found, for nothing, and for what a baseline excuses', () => {
    for (const each of [report, reportOf([]), withFailures([]), known, expired]) logOf(each);
  });

  test('has a result each failure and each node, with the same fingerprints as the report', () => {
    const { results } = logOf(report);
    const prints = results.map((one: { partialFingerprints: object }) => one.partialFingerprints);
    const own = document.failures.flatMap(({ fingerprint, also }) => [
      fingerprint,
      ...also.map((each) => each.fingerprint),
    ]);
    expect(prints.map((each: Record<string, string>) => each['unwindFuzz/v1']).sort()).toEqual(
      own.sort(),
    );
  });

  test('tells the schedule as a code flow, step by step, at the lines of the nodes', () => {
    const { results, tool } = logOf(withFailures([failure]));
    const [result] = results;
    expect(tool.driver.rules[result.ruleIndex].id).toBe(failure.property);
    const { locations } = result.codeFlows[0].threadFlows[0];
    expect(locations).toHaveLength(failure.story.length);
    const told = locations.map(
      (each: { location: { message: { text: string } } }) => each.location.message.text,
    );
    expect(told[0]).toMatch(/^[\d.]+ m?s: reserve /);
    const lines = locations.map(
      (each: { location: { physicalLocation: { region: { startLine: number } } } }) =>
        each.location.physicalLocation.region.startLine,
    );
    expect(lines[0]).toBe(2);
    expect(new Set(lines).size).toBeGreaterThan(1);
  });

  test('a baseline suppresses, with its reason; what is over is told', () => {
    const suppressed = logOf(known).results.filter(
      (one: { suppressions?: unknown }) => one.suppressions,
    );
    expect(suppressed).toHaveLength(entries.length);
    expect(suppressed[0].suppressions).toEqual([
      {
        kind: 'external',
        status: 'accepted',
        justification: expect.stringContaining('2027-01-31'),
      },
    ]);
    const late = logOf(expired);
    expect(late.results.some((one: { suppressions?: unknown }) => one.suppressions)).toBe(false);
    expect(late.invocations[0].toolExecutionNotifications[0].message.text).toContain(
      'was excused until 2027-01-31',
    );
  });

  test('keeps within the limits of code scanning, and says what is left out', () => {
    const step = failure.story[0];
    const long = {
      ...failure,
      message: 'x'.repeat(100_000),
      story: Array.from({ length: 20_000 }, (_, at) => ({ ...step, at, text: 'y'.repeat(2000) })),
    } as Failure;
    const many = Array.from({ length: MOST_RESULTS + 7 }, (_, at) => ({
      ...(at < 500 ? long : { ...long, story: [] }),
      fingerprint: String(at),
      also: [],
    }));
    const text = renderFuzzSarif(withFailures(many), { locate, again });
    const [run] = JSON.parse(text).runs;
    expect(run.results).toHaveLength(MOST_RESULTS);
    expect(run.results[0].message.text.length).toBeLessThan(1100);
    const [flow] = run.results[0].codeFlows[0].threadFlows;
    expect(flow.locations).toHaveLength(MOST_STEPS);
    expect(flow.locations[0].location.message.text.length).toBeLessThan(400);
    expect(run.invocations[0].toolExecutionNotifications[0].message.text).toContain(
      '7 more results',
    );
    // Packed to less than a tenth; 10 MB is the most.
    expect(text.length).toBeLessThan(80_000_000);
  });
});

describe('JUnit', () => {
  const casesOf = (of: FuzzReport) => {
    const xml = renderFuzzJunit(of, again);
    expect(XMLValidator.validate(xml)).toBe(true);
    const parser = new XMLParser({
      ignoreAttributes: false,
      isArray: (name) => ['testsuite', 'testcase'].includes(name),
    });
    return parser
      .parse(xml)
      .testsuites.testsuite.flatMap((suite: { testcase?: unknown[] }) => suite.testcase ?? []);
  };

  test('has a case each expectation: what is expected fails, what is only looked at does not', () => {
    const cases = casesOf(report);
    expect(cases.map((each: Record<string, string>) => each['@_name'])).toEqual(
      document.expectations.map(({ text }) => text),
    );
    const [broken] = cases.filter((each: object) => 'failure' in each);
    expect(broken.failure['@_type']).toBe(failure.property);
    expect(broken.failure['#text']).toContain('Again: unwind run');
    expect(cases.some((each: object) => 'system-out' in each)).toBe(true);
  });

  test('what is known is skipped with its reason; what is over fails', () => {
    const skipped = casesOf(known).filter((each: object) => 'skipped' in each);
    expect(skipped[0].skipped['@_message']).toContain('known until 2027-01-31');
    expect(casesOf(known).some((each: object) => 'failure' in each)).toBe(false);
    expect(casesOf(expired).at(-1).failure['@_type']).toBe('baseline');
  });
});

describe('annotations', () => {
  test('stand at the line of the node, errors first, the end as a notice', () => {
    const lines = renderFuzzGithub(report, locate, again).trimEnd().split('\n');
    expect(lines[0]).toMatch(/^::error file=test\.hxml,line=2,col=\d+,title=if reserve then/);
    expect(lines.at(-1)).toMatch(/^::notice title=unwind fuzz::\d+ failures and \d+ warning/);
    expect(renderFuzzGithub(known, locate, again)).not.toContain('::error');
    expect(renderFuzzGithub(expired, locate, again)).toContain('title=The baseline');
  });

  test('of a kind are ten at most, the last says how many more there are', () => {
    const many = Array.from({ length: 30 }, () => failure);
    const lines = renderFuzzGithub(withFailures(many), locate, again).split('\n');
    const own = lines.filter((line) => line.startsWith('::error'));
    expect(own).toHaveLength(MOST_ANNOTATIONS);
    expect(own.at(-1)).toContain('title=and 21 more');
  });
});

describe('Markdown', () => {
  test('tells what is found, how to mend it and how to see it again', () => {
    const page = renderFuzzMarkdown(report, again);
    expect(page).toContain('`if reserve then release or ship`');
    expect(page).toContain('**What to do:** Undo the first effect');
    expect(page).toContain('unwind run test.hxml --scenario -');
    expect(page).toContain(failure.fingerprint);
    expect(page).toContain('### What was tried');
  });

  test('what is known stands in a table, what is over at the top', () => {
    expect(renderFuzzMarkdown(known, again)).toContain('known until 2027-01-31: the far side is');
    expect(renderFuzzMarkdown(expired, again)).toContain('## The baseline is not up to date');
  });
});

test('the terminal names what is known, and alarms of what is over', () => {
  const pretty = (of: FuzzReport) => renderFuzz(of, createTerminal(), { again });
  expect(pretty(known)).toContain('known until 2027-01-31');
  expect(pretty(known)).toMatch(/\d known · 200 runs/);
  expect(pretty(expired).replace(/\s+/g, ' ')).toContain(
    'was excused until 2027-01-31, and is still found',
  );
});

test.each(HOSTILE_TEXTS)('nothing of a document drives what shows it: %j', (text) => {
  const hostile = spoiled(text);
  for (const shown of [
    renderFuzz(hostile, createTerminal(), { again }),
    renderFuzzJunit(hostile, again),
    renderFuzzGithub(hostile, locate, again),
    renderFuzzMarkdown(hostile, again),
    renderFuzzSarif(hostile, {
      locate: (path) => ({ uri: encodeURIComponent(path.replace(/[\ud800-\udfff]/gu, '')), path }),
      again,
    }),
  ]) {
    expect(unsafeIn(shown).filter((code) => code !== 'fffe')).toEqual([]);
  }
  expect(XMLValidator.validate(renderFuzzJunit(hostile, again))).toBe(true);
  const lines = renderFuzzGithub(hostile, locate, again).trimEnd().split('\n');
  expect(lines.every((line) => /^::(error|warning|notice) (file|title)=/.test(line))).toBe(true);
  const page = renderFuzzMarkdown(hostile, again).replace(
    /```[\s\S]*?```|``[^`].*?``|`[^`]*`/g,
    '',
  );
  expect(page).not.toMatch(/(?<!\\)<script|@everyone|(?<!\\)\]\(javascript/);
  expect(page.replaceAll('https&#58;', '')).not.toContain('https:');
});
