import { expect, test } from 'vitest';
import type { Diagnostic } from '../../../core/model/diagnostic.ts';
import type { CheckedFile } from './checked-file.ts';
import { renderFindingsGithub } from './github.ts';
import type { Locate } from './located.ts';

const locate: Locate = (path) => ({ uri: path === '-' ? null : path, path });

const finding: Diagnostic = {
  code: 'HX-2001',
  severity: 'error',
  line: 4,
  column: 25,
  endLine: 4,
  endColumn: 35,
  id: null,
  message: "there is no node 'a'",
  related: [],
};

function rendered(changes: Partial<Diagnostic>, path = 'order.hxml'): string {
  const file: CheckedFile = {
    path,
    dialect: 'harness',
    findings: [{ ...finding, ...changes }],
    stopped: false,
    bytes: new Uint8Array(),
  };
  return renderFindingsGithub([file], locate);
}

test('a finding is a workflow command with its place and a title', () => {
  expect(rendered({})).toBe(
    "::error file=order.hxml,line=4,col=25,endLine=4,endColumn=34,title=HX-2001%3A edges%2C cases%2C loop bodies and entry name nodes::there is no node 'a'\n",
  );
});

test('a warning is one', () => {
  expect(rendered({ severity: 'warning' })).toMatch(/^::warning file=/);
});

test('a place of several lines has no columns, which GitHub would refuse', () => {
  expect(rendered({ endLine: 6 })).toMatch(/^::error file=order\.hxml,line=4,endLine=6,title=/);
});

test('nothing of a document ends a command early or begins another', () => {
  const out = rendered(
    { message: '100%\r\n::error::x, y: z\u001b[31m\u2028' },
    'a,b:c%\n::error::d.hxml',
  );
  expect(out.match(/\n/g)).toHaveLength(1);
  expect(out).toContain('::100%25 ::error::x, y: z<U+001B>[31m<U+2028>\n');
  expect(out).toMatch(/^::error file=a%2Cb%3Ac%25%0A%3A%3Aerror%3A%3Ad\.hxml,line=/);
});

test('related places are lines of the message', () => {
  const place = { line: 2, column: 3, endLine: 2, endColumn: 9 };
  expect(rendered({ related: [{ ...place, message: 'the other' }] })).toMatch(
    /::there is no node 'a'%0Aorder\.hxml:2:3: the other\n$/,
  );
});

test('the standard input is no file', () => {
  expect(rendered({}, '-')).toMatch(/^::error line=4,/);
});

test('a code without a page is its own title', () => {
  expect(rendered({ code: 'X-1' })).toContain(',title=X-1::');
});

test('a file that could not be read is an error, and none is nothing', () => {
  const unread = { path: 'none.hxml', error: 'none.hxml does not exist.' };
  expect(renderFindingsGithub([unread], locate)).toBe(
    '::error title=unwind::none.hxml does not exist.\n',
  );
  expect(renderFindingsGithub([], locate)).toBe('');
});
