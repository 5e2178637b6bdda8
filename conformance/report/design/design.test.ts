import { createRequire } from 'node:module';
import Ajv from 'ajv';
import { expect, test } from 'vitest';
import { designOf } from '../../design/of-target.ts';
import { applyBaseline, baselineOf, isBroken } from '../../fuzz/baseline/apply.ts';
import type { FuzzReport } from '../../fuzz/report.ts';
import { harness, searchOf, targetOf } from '../../fuzz/testing/search.ts';
import { renderFuzzMarkdown } from '../fuzz/markdown.ts';
import { renderFuzz } from '../fuzz/pretty.ts';
import { renderFuzzSarif } from '../fuzz/sarif.ts';
import { createTerminal } from '../terminal/terminal.ts';

const require = createRequire(import.meta.url);
const ajv = new Ajv({ schemaId: 'auto', unknownFormats: ['uri', 'uri-reference', 'date-time'] });
ajv.addMetaSchema(require('ajv/lib/refs/json-schema-draft-04.json'));
const isSarif = ajv.compile(require('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'));

const LIMIT = '<timeout duration="PT5S"/>';
const target = targetOf(
  harness(
    `<node id="seat" type="task"><retry maxAttempts="4"/>${LIMIT}</node>
   <node id="pay" type="task" idempotent="false">${LIMIT}</node>
   <node id="leave" type="task" compensates="seat"><retry maxAttempts="4"/>${LIMIT}</node>`,
    '<edge from="seat" to="pay"/><edge from="seat" to="leave" type="compensation"/>',
  ),
);
const design = designOf(target);
const report: FuzzReport = {
  ...{ fuzz: 1, version: '1.2.3', seed: 1, runs: 50, shard: null },
  documents: [{ ...searchOf(target, 50), failures: [], design }],
  timing: { seconds: 1, runsPerSecond: 50, stoppedBy: 'runs' },
};
const entries = baselineOf(report.documents, [], {
  reason: 'the bank is asked by hand',
  expires: '2027-01-31',
});
const known = applyBaseline(report, { path: 'b.json', entries, on: '2027-01-01' });

const prettyOf = (shown: FuzzReport): string =>
  renderFuzz(shown, createTerminal({ columns: 100, colours: false, ascii: false }), {
    again: (_, { scenario }) => `again ${JSON.stringify(scenario)}`,
  });
const sarifOf = (shown: FuzzReport) =>
  JSON.parse(renderFuzzSarif(shown, { locate: (path) => ({ uri: path, path }), again: () => '' }));

test('a terminal shows what, where, the run, and the command', () => {
  const text = prettyOf(report);
  expect(text).toMatch(/ Design\n ! U3002 warning · test\.hxml:3:4\n {3}'pay' is not idempotent/);
  expect(text).toContain("- at 5.1 s 'pay' is given up and failed");
  expect(text).toContain('Again: again {"default":{"after":100},"tasks":{"pay":[{"after":5101}');
});

test('SARIF has a result with its rule, and is valid', () => {
  const log = sarifOf(report);
  expect(isSarif(log), JSON.stringify(isSarif.errors)).toBe(true);
  const [run] = log.runs;
  expect(run.results).toHaveLength(1);
  expect(run.results[0]).toMatchObject({
    ...{ ruleId: 'U3002', level: 'warning' },
    partialFingerprints: { 'unwindFuzz/v1': design[0]?.fingerprint },
  });
  expect(run.tool.driver.rules[run.results[0].ruleIndex].id).toBe('U3002');
});

test('Markdown has it, too', () => {
  expect(renderFuzzMarkdown(report, () => 'again')).toContain(
    '- **U3002** warning, `test.hxml:3`: ',
  );
});

test('a baseline excuses it until a day, and fails nothing', () => {
  expect(entries.map(({ property }) => property)).toEqual(['U3002']);
  expect(known.baseline).toMatchObject({ expired: [], stale: [], unseen: [] });
  expect(prettyOf(known)).toContain("U3002 known until 2027-01-31: 'pay' is not");
  expect(sarifOf(known).runs[0].results[0].suppressions).toHaveLength(1);
  expect(renderFuzzMarkdown(known, () => 'again')).not.toContain('U3002');
  expect(isBroken(report)).toBe(false);
  expect(isBroken(applyBaseline(report, { path: 'b.json', entries, on: '2027-02-01' }))).toBe(true);
});
