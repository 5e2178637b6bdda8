/** Validation of a large document: linear in its size, and not far from a schema's alone. */

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { readDocument } from '../../core/read.ts';
import { documentOfBytes } from '../documents.ts';
import { median, ratioOf, takeTurns } from '../measure.ts';
import { amount, type Row } from '../row.ts';

const LARGE = 5_000_000;
const SMALL = LARGE / 10;
const ROUNDS = { rounds: 9, turn: 300 };
const SCHEMA = '../shared/corpus/harnessxml/schema/harnessxml-1.0.xsd';

/** @param root The repository: the schema is looked for beside it, since it is not part of it. */
export function checkRows(root: string): readonly Row[] {
  const large = new TextEncoder().encode(documentOfBytes(LARGE));
  const small = new TextEncoder().encode(documentOfBytes(SMALL));
  return [growth(large, small), againstSchema(large, join(root, SCHEMA))];
}

function growth(large: Uint8Array, small: Uint8Array): Row {
  const times = takeTurns({ large: () => check(large), small: () => check(small) }, ROUNDS);
  return {
    name: 'check: growth',
    ratioIs: `time, ${megabytes(large)} : ${megabytes(small)}`,
    ratio: ratioOf(times.large, times.small),
    goal: { atMost: 12 },
    measured: [
      `${megabytes(large)} ${amount(median(times.large))} ms`,
      `${megabytes(small)} ${amount(median(times.small))} ms`,
    ],
  };
}

function againstSchema(bytes: Uint8Array, schema: string): Row {
  const row = {
    name: 'check: rate',
    ratioIs: "MB a second, check : libxml2's XSD validation alone",
    goal: { atLeast: 1 / 2 },
  };
  if (!existsSync(schema)) {
    return { ...row, ratio: null, measured: [`not measured: the schema is not at ${SCHEMA}`] };
  }
  const definition = XmlDocument.fromBuffer(readFileSync(schema));
  const validator = XsdValidator.fromDoc(definition);
  const document = XmlDocument.fromBuffer(bytes);
  const times = takeTurns(
    {
      check: () => check(bytes),
      parseAndValidate: () => {
        const parsed = XmlDocument.fromBuffer(bytes);
        validator.validate(parsed);
        parsed.dispose();
      },
      validate: () => validator.validate(document),
    },
    ROUNDS,
  );
  document.dispose();
  validator.dispose();
  definition.dispose();
  const rate = (each: readonly number[]): string =>
    `${amount(bytes.length / 1000 / median(each))} MB a second`;
  return {
    ...row,
    ratio: ratioOf(times.parseAndValidate, times.check),
    measured: [
      `${megabytes(bytes)}, from bytes to a verdict on either side`,
      `check, all rules ${rate(times.check)}`,
      `libxml2, parse and XSD ${rate(times.parseAndValidate)}`,
      `libxml2, XSD of what was parsed before ${rate(times.validate)}`,
    ],
  };
}

function check(bytes: Uint8Array): unknown {
  const { workflow, findings } = readDocument(bytes);
  assert(workflow !== null, findings[0]?.message);
  return findings;
}

function megabytes(bytes: Uint8Array): string {
  return `${(bytes.length / 1e6).toFixed(1)} MB`;
}
