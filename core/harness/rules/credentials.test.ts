import { describe, expect, test } from 'vitest';
import { readHarness } from '../read.ts';
import { document, testRule } from '../testing/cases.ts';

const property = (name: string, value: string, mark = '¦') =>
  document(
    '<node id="a" type="task"/>',
    '',
    `<resources><resource id="r" type="service"><property name="${name}" ${mark}value="${value}"/></resource></resources>`,
  );

/** Keys are put together here, so that no scanner takes this file for a leak. */
const made = (...parts: readonly string[]) => parts.join('');
const random = made('q7RmZ2xT9vKb', '4LpWs8Yd3NhCj6', 'FgAe1Ut5');
const keys: readonly string[] = [
  made('sk-', 'ant-', 'api03-', random),
  made('sk-', 'proj-', random),
  made('AKIA', 'IOSFODNN7EXAMPLE'),
  made('ghp', '_', random, 'abcd'),
  made('glpat', '-', random),
  made('xoxb', '-123456789012-', 'abcdefABCDEF'),
  made('AIza', random, 'abcdefghij').slice(0, 39),
  made('eyJhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxMjM0In0.', 'c2lnbmF0dXJl'),
  made('-----BEGIN ', 'RSA PRIVATE KEY-----'),
  made('postgres://user:', 'hunter22', '@db.internal/x'),
];

testRule(
  'HX-3501',
  [
    property('model', 'claude-opus-5', ''),
    property('apiKey', '${vault.key}', ''),
    property('apiKey', 'ANTHROPIC_API_KEY', ''),
    property('maxTokens', '4096000000', ''),
    property('path', 'file:///opt/models/graspnet-v4-2026-01-31-final-Release.onnx', ''),
    property('digest', `sha256:${'9f2c1b7ae4d0c813'.repeat(4)}`, ''),
    property('url', 'https://user@example.com:8443/path?x=1', ''),
    property('kind', 'sk-learn-pipeline-for-documents', ''),
    property(
      'prompt',
      'Classify the document into exactly one category; report confidence in [0,1].',
      '',
    ),
    document(
      '<node id="a" type="task"/>',
      '',
      '<resources><resource id="r" type="service"><credential ref="API_KEY" store="vault"/></resource></resources>',
    ),
  ],
  [
    ...keys.map((key) => ({ document: property('setting', key), id: 'r', says: key.slice(0, 4) })),
    { document: property('clientSecret', random), id: 'r' },
    { document: property('setting', random), id: 'r', severity: 'warning' as const },
    { document: property('password', 'hunter22'), id: 'r', severity: 'warning' as const },
    {
      document: document(
        `<node id="a" type="task"><inputs><input name="x" ¦value="${keys[0]}"/></inputs></node>`,
      ),
      id: 'a',
    },
    {
      document: document(
        `<node id="a" type="task"><inputs><input name="x" required="false" ¦default="${keys[2]}"/></inputs></node>`,
      ),
      id: 'a',
    },
    {
      document: document(
        `<node id="a" type="task"><config><property name="x" ¦value="${keys[3]}"/></config></node>`,
      ),
      id: 'a',
    },
    {
      document: document(
        '<node id="a" type="task"/>',
        '',
        `<resources><resource id="r" type="service" ¦uri="${keys[9]}"/></resources>`,
      ),
      id: 'r',
    },
    {
      document: document(
        `<node id="a" type="task"><config><property name="x" value="">¦${keys[0]}</property></config></node>`,
      ),
      id: 'a',
      says: /^text of 'x' holds an Anthropic key/,
      also: ['HX-1001'],
    },
    {
      document: document(
        `<node id="a" type="task"><inputs><input name="password" value="">\n¦hunter22</input></inputs></node>`,
      ),
      id: 'a',
      severity: 'warning' as const,
      also: ['HX-1001'],
    },
  ],
);

test('a URI in the provenance is looked at as well', () => {
  const { findings } = readHarness(
    document(
      '<node id="a" type="task"/>',
      '',
      `<metadata><provenance><source uri="${keys[9]}"/></provenance></metadata>`,
    ),
  );
  expect(findings.map(({ code }) => code)).toEqual(['HX-3501']);
});

describe('no message shows more of a credential than four characters', () => {
  const hides = (text: string, hidden: string): void => {
    const { findings } = readHarness(text);
    expect(findings.length).toBeGreaterThan(0);
    for (const { message } of findings) expect(message).not.toContain(hidden);
  };

  test('of a property', () => {
    for (const key of [...keys, random]) hides(property('apiKey', key, ''), key.slice(0, 5));
  });

  test('where it stands as a text', () => {
    for (const key of [...keys, random]) {
      const inside = `<config>${key}<property name="apiKey">${key}</property></config>`;
      hides(document(`<node id="a" type="task">${inside}</node>`), key.slice(0, 5));
    }
  });

  test('where another rule finds something in it', () => {
    const guard = `<guard when="\${${keys[0]} == '${keys[5]}"/>`;
    hides(
      document(`<node id="a" type="task"><guard when="\${${keys[0]}}"/></node>`),
      random.slice(0, 5),
    );
    hides(document(`<node id="a" type="task">${guard}</node>`), random.slice(0, 5));
    hides(document(`<node id="a" type="${keys[3]}"/>`), 'ghp_q7');
  });

  test('of characters that are shown, none drives a terminal and none is half a pair', () => {
    const [found] = readHarness(property('password', '\u202eab😀hunter22', '')).findings;
    expect(found?.message).toContain('(�ab😀…)');
  });
});
