import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../testing/runs.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { readDocument } from '../read.ts';
import { readHarness } from './read.ts';
import { document } from './testing/cases.ts';

const seeds = [
  document(
    `<node id="a" type="task" idempotent="0"><description>😀 &amp; é</description>
      <inputs><input name="x" type="number" value="\${b.y + 1}"/></inputs>
      <outputs><output name="y" type="string"/></outputs><guard when="\${true}"/>
      <retry maxAttempts="3" maxDelay="PT1M"/><timeout duration="PT30S" onTimeout="skip"/></node>
    <node id="d" type="decision"><cases><case when="\${a.y == 'q'}" to="b"/><otherwise to="a"/></cases></node>
    <node id="l" type="loop"><loop kind="forEach" over="\${[1]}" maxIterations="2"><body ref="b"/></loop></node>
    <node id="b" type="subworkflow"><outputs><output name="y"/></outputs><subworkflow href="b.hxml"/></node>`,
    `<edge id="e" from="a" to="d"/><edge from="a" to="b" type="data" fromPort="y" toPort="x"/>
    <edge from="b" to="a" type="compensation" condition="\${a.y}"/>`,
    `<metadata><created>2026-01-01T00:00:00Z</created></metadata>
    <resources><resource id="r" type="model"><credential ref="K"/></resource></resources>\r\n`,
  ),
  '<?xml version="1.0" encoding="UTF-8"?><x:harness xmlns:x="https://harnessxml.com/spec/1.0" specVersion="1.0" id="h"><x:nodes><x:node id="a" type="wait"><x:wait duration="P1M"/><x:extension namespace="urn:y"><y:z xmlns:y="urn:y">t</y:z></x:extension></x:node></x:nodes></x:harness>',
];

const words = [
  ...['<', '>', '/>', '"', "'", '&', ';', '=', ' ', '\n', '\r', '\t', '${', '}', '$${', ':', '\0'],
  ...['<node id="a"', '</node>', '<!--', '-->', '<![CDATA[', ']]>', '<?', '?>', '<!DOCTYPE x>'],
  ...['xmlns=""', 'xmlns:h="u"', 'type="loop"', 'h:x="1"', '😀', '\uD83D', '\uFFFE', 'é', '&#x41;'],
  ...['<edge from="a" to="a"/>', '<extension namespace="u">', 'P1Y', '-1', '1e9', 'a.y', 'true'],
];

/** A seed with pieces cut out, doubled, and put in. */
const mutated = fc
  .tuple(
    fc.constantFrom(...seeds),
    fc.array(
      fc.record({
        at: fc.nat(),
        cut: fc.nat(30),
        put: fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 5, unit: 'binary' })),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  )
  .map(([seed, changes]) =>
    changes.reduce((text, { at, cut, put }) => {
      const start = at % (text.length + 1);
      return text.slice(0, start) + put + text.slice(start + cut);
    }, seed),
  );

const anything = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.array(fc.constantFrom(...words), { maxLength: 60 }).map((parts) => parts.join('')),
  mutated,
);

/** Lines as an editor counts them, in code points. */
function linesOf(text: string): readonly number[] {
  const own = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return own.split(/\r\n|\r|\n/).map((line) => [...line].length);
}

function liesInside({ line, column, endLine, endColumn, message }: Diagnostic, text: string): void {
  const lines = linesOf(text);
  expect(message).not.toBe('');
  expect(line).toBeGreaterThanOrEqual(1);
  expect(line).toBeLessThanOrEqual(lines.length);
  expect(column).toBeGreaterThanOrEqual(1);
  // The end of a line counts as its last character.
  expect(column).toBeLessThanOrEqual((lines[line - 1] ?? 0) + 2);
  expect(endLine * 1e9 + endColumn).toBeGreaterThanOrEqual(line * 1e9 + column);
  expect(endLine).toBeLessThanOrEqual(lines.length);
}

test('no text makes the reader throw, and every finding lies inside it', () => {
  fc.assert(
    fc.property(anything, (text) => {
      for (const { findings, workflow, stopped } of [readHarness(text), readDocument(text)]) {
        for (const finding of findings) liesInside(finding, text);
        const errors = findings.filter(({ severity }) => severity === 'error');
        expect(workflow === null).toBe(errors.length > 0);
        if (stopped) expect(findings.length).toBe(1);
        expect(JSON.stringify(findings)).not.toMatch(/\bat .*\.ts:|undefined|\[object/);
      }
    }),
    runs(50_000, 500),
  );
});

test('no bytes make the reader throw', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 100 }),
        fc.tuple(fc.constantFrom(...seeds), fc.nat(), fc.nat(255)).map(([seed, at, byte]) => {
          const bytes = new TextEncoder().encode(seed);
          bytes[at % bytes.length] = byte;
          return bytes;
        }),
      ),
      (bytes) => {
        const { findings } = readHarness(bytes);
        const text = new TextDecoder('utf-8').decode(bytes);
        for (const finding of findings) liesInside(finding, `${text} `);
      },
    ),
    runs(20_000, 200),
  );
});

test('text and its bytes give the same reading', () => {
  fc.assert(
    fc.property(anything, (text) => {
      // Bytes with zeros are taken for UTF-16, which a text is not.
      fc.pre(!/[\uD800-\uDFFF]/u.test(text) && !text.includes('\0'));
      expect(readHarness(new TextEncoder().encode(text))).toEqual(readHarness(text));
    }),
    runs(10_000, 100),
  );
});

test('the same text gives the same findings', () => {
  fc.assert(
    fc.property(anything, (text) => {
      expect(readHarness(text)).toEqual(readHarness(text));
    }),
    runs(5_000, 50),
  );
});
