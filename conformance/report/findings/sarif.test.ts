import { createRequire } from 'node:module';
import Ajv from 'ajv';
import { describe, expect, test } from 'vitest';
import { codePages } from '../../../core/harness/pages/index.ts';
import { readDocument } from '../../../core/read.ts';
import type { CheckedFile, UnreadFile } from './checked-file.ts';
import { fingerprintsOf } from './fingerprint.ts';
import type { Locate } from './located.ts';
import { renderFindingsSarif } from './sarif.ts';

const require = createRequire(import.meta.url);
const ajv = new Ajv({ schemaId: 'auto', unknownFormats: ['uri', 'uri-reference', 'date-time'] });
ajv.addMetaSchema(require('ajv/lib/refs/json-schema-draft-04.json'));
const isSarif = ajv.compile(require('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'));

const locate: Locate = (path) => ({ uri: path === '-' ? null : path, path });
const options = { version: '1.2.3', locate };

function checked(path: string, source: string): CheckedFile {
  const bytes = new TextEncoder().encode(source);
  const { dialect, findings, stopped } = readDocument(bytes);
  return { path, bytes, dialect, findings, stopped };
}

const document = (nodes: string, edges = ''): string =>
  `<harness xmlns="https://harnessxml.com/spec/1.0" id="test" specVersion="1.0">
  <nodes>${nodes}</nodes>
  ${edges === '' ? '' : `<edges>${edges}</edges>`}
</harness>
`;

/** The only run of the log, which is valid. */
function logOf(...files: (CheckedFile | UnreadFile)[]) {
  const log = JSON.parse(renderFindingsSarif(files, options));
  isSarif(log);
  expect(isSarif.errors).toBeNull();
  expect(log.version).toBe('2.1.0');
  expect(log.runs).toHaveLength(1);
  return log.runs[0];
}

const hard = checked(
  'hard.hxml',
  document(
    '\n<node id="a" type="task"/>\r\n\t<node name="🚚🚚" id="a" type="tusk"/>',
    '<edge from="a" to="b" condition="${x} [y](z)"/>',
  ),
);

test('a log of findings, of none, and of no files is valid by the schema of SARIF 2.1.0', () => {
  logOf();
  logOf(checked('right.hxml', document('<node id="a" type="task"/>')));
  logOf(hard, checked('-', ''), checked('plan.json', '{"plan": 2}'));
  logOf({ path: 'none.hxml', error: 'none.hxml does not exist' });
});

test('the schema would find a fault', () => {
  const log = JSON.parse(renderFindingsSarif([hard], options));
  log.runs[0].results[0].locations[0].physicalLocation.region.startLine = 0;
  expect(isSarif(log)).toBe(false);
});

describe('the rules', () => {
  const { driver } = logOf().tool;

  test('are all codes that a finding can have, and no runtime codes', () => {
    const codes = codePages.filter((page) => page.family !== 'run').map(({ code }) => code);
    expect(codes).not.toContain('HX-4101');
    expect(codes).not.toContain('TIMEOUT');
    expect(driver.rules.map(({ id }: { id: string }) => id)).toEqual(codes);
    expect(driver).toMatchObject({ name: 'unwind', version: '1.2.3' });
  });

  test('have names, descriptions, help and a level', () => {
    const rule = driver.rules.find(({ id }: { id: string }) => id === 'HX-2302');
    expect(rule).toMatchObject({
      name: 'FromPortIsAnOutputOfTheSource',
      shortDescription: { text: 'fromPort is an output of the source.' },
      fullDescription: {
        text: 'What a data edge takes must be declared as an output of its source.',
      },
      defaultConfiguration: { level: 'error' },
    });
    expect(rule.help.text).toContain('Wrong:\n\n<nodes>');
    expect(rule.help.markdown).toMatch(/^# HX-2302: .*```xml/s);
    for (const { name, shortDescription } of driver.rules) {
      expect(name).toMatch(/^[A-Z][A-Za-z0-9]+$/);
      expect(shortDescription.text).toMatch(/^\S.*\.$/);
    }
  });
});

describe('a result', () => {
  const run = logOf(checked('right.hxml', document('<node id="a" type="task"/>')), hard);
  const result = (code: string) =>
    run.results.find(({ ruleId }: { ruleId: string }) => ruleId === code);

  test('has its rule, its level and its place in code points', () => {
    expect(run.columnKind).toBe('unicodeCodePoints');
    const duplicate = result('HX-1101');
    expect(run.tool.driver.rules[duplicate.ruleIndex].id).toBe('HX-1101');
    expect(duplicate).toMatchObject({
      level: 'error',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'hard.hxml', uriBaseId: '%SRCROOT%', index: 1 },
            region: { startLine: 4, startColumn: 18, endLine: 4, endColumn: 24 },
          },
          logicalLocations: [{ name: 'a' }],
        },
      ],
    });
  });

  test('leads to related places', () => {
    expect(result('HX-1101').relatedLocations).toMatchObject([
      {
        id: 1,
        physicalLocation: { region: { startLine: 3 } },
        message: { text: expect.any(String) },
      },
    ]);
    expect(result('HX-1003').relatedLocations).toBeUndefined();
  });

  test('has no text that SARIF would take for a placeholder or a link', () => {
    const { text } = result('HX-3101').message;
    expect(text).not.toMatch(/(?<!\{)\{(?!\{)/);
    expect(text.replaceAll('{{', '{').replaceAll('}}', '}')).toBe(
      hard.findings.find(({ code }) => code === 'HX-3101')?.message,
    );
    const odd = {
      ...hard,
      findings: hard.findings.map((one) => ({ ...one, message: '[a](b) [c]' })),
    };
    expect(logOf(odd).results[0].message.text).toBe('\\[a](b) [c]');
  });

  test('of a code without a page has no index', () => {
    const odd = { ...hard, findings: hard.findings.map((one) => ({ ...one, code: 'X-1' })) };
    expect(logOf(odd).results[0]).not.toHaveProperty('ruleIndex');
  });
});

test('artifacts are the files that were read', () => {
  const { artifacts } = logOf(hard, checked('-', 'x'));
  expect(artifacts[0]).toMatchObject({
    location: { uri: 'hard.hxml' },
    length: hard.bytes.length,
    mimeType: 'application/harnessxml+xml',
    hashes: { 'sha-256': expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
  expect(artifacts[1].location).toEqual({ description: { text: 'The standard input.' } });
});

test('a file that could not be read makes the invocation fail, and is told', () => {
  const { invocations } = logOf({ path: 'none.hxml', error: 'none.hxml does not exist' });
  expect(invocations).toEqual([
    {
      executionSuccessful: false,
      toolExecutionNotifications: [
        { level: 'error', message: { text: 'none.hxml does not exist' } },
      ],
    },
  ]);
  expect(logOf(hard).invocations).toEqual([{ executionSuccessful: true }]);
});

describe('fingerprints', () => {
  const wrong = '<node id="a" type="tusk"/>';
  const of = (source: string) => fingerprintsOf(checked('x.hxml', source));
  const [first = ''] = of(document(wrong));

  test('are in the results', () => {
    const { results } = logOf(checked('x.hxml', document(wrong)));
    expect(results[0].partialFingerprints).toEqual({ 'unwind/v1': first });
    expect(first).toMatch(/^[0-9a-f]{32}$/);
  });

  test('stay when other lines come and go, and when the place is indented', () => {
    expect(of(`\n\n${document(`<!-- one\nmore -->\n\t\t${wrong}`)}`)).toEqual([first]);
    expect(of(document(`<node id="b" type="tsk"/>${wrong}`))).toContain(first);
  });

  test('change with what is wrong', () => {
    expect(of(document('<node id="a" type="tsk"/>'))).not.toEqual([first]);
    expect(of(document('<node id="b" type="tusk"/>'))).not.toEqual([first]);
  });

  test('are never the same in one file', () => {
    const all = of(document(wrong.repeat(3)));
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(3);
  });

  test('are made without the credential that they are about', () => {
    const key = (end: string) =>
      document(
        `<node id="a" type="task"><config><property name="k" value="sk-ant-api03-QmFkSWRlYVRoaXNJc0FGYWtlS2V5${end}"/></config></node>`,
      );
    expect(of(key('AA'))).toHaveLength(1);
    expect(of(key('AA'))).toEqual(of(key('BB')));
  });

  test('of a thousand findings in one long line take no time', () => {
    const source = document('<node id="a" type="tusk"/>'.repeat(2000));
    const file = checked('x.hxml', source.replaceAll('\n', ''));
    expect(file.findings.length).toBeGreaterThan(999);
    const start = performance.now();
    fingerprintsOf(file);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
