/**
 * Holds the validator against the public schema of HarnessXML, which libxml2 reads: generated
 * documents, valid and broken, must be taken or refused by both. What the two see differently
 * for a known reason is counted; anything else is shown, at its smallest, and ends with 1.
 *
 *     node scripts/compare-with-xsd.mjs [path of the schema] [documents of each way] [seed]
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { ParseOption, XmlDocument, XsdValidator } from 'libxml2-wasm';
import { createServer } from 'vite';
import { foundHereAlone, foundThereAlone } from './xsd-differences.mjs';

const root = join(import.meta.dirname, '..');
const [
  path = join(root, '../shared/corpus/harnessxml/schema/harnessxml-1.0.xsd'),
  count = '200',
  seed = '1',
] = process.argv.slice(2);

if (!/^[1-9][0-9]{0,5}$/.test(count) || !/^-?[0-9]{1,9}$/.test(seed)) {
  fail(`documents and seed are whole numbers such as 200 and 1, not '${count}' and '${seed}'.`);
}
const schema = readSchema();

/** Codes of what the schema can express, in whole or in part. */
const STRUCTURAL = new Set([
  ...['HX-1001', 'HX-1002', 'HX-1003', 'HX-1005', 'HX-1006', 'HX-1101', 'HX-1102'],
  ...['HX-2001', 'HX-2002', 'HX-2003', 'HX-2206', 'HX-3401'],
]);

/** @typedef {{ way: string, ours: readonly string[], theirs: string | null, text: string }} Case */
/** @typedef {{ count: number, smallest: Case }} Class */

const server = await createServer({
  root,
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, watch: null, hmr: false, ws: false },
});
/** @type {(path: string) => Promise<any>} */
const load = (path) => server.ssrLoadModule(path);
/** @type {typeof import('../testing/harness/document.ts')} */
const { samples, write } = await load('/testing/harness/document.ts');
/** @type {typeof import('../testing/harness/style.ts')} */
const { PLAIN } = await load('/testing/harness/style.ts');
/** @type {typeof import('../testing/harness/choices.ts')} */
const { choicesOf } = await load('/testing/harness/choices.ts');
/** @type {typeof import('../testing/harness/mutations/index.ts')} */
const { mutations } = await load('/testing/harness/mutations/index.ts');
/** @type {typeof import('../testing/harness/damage.ts')} */
const { damagedTexts } = await load('/testing/harness/damage.ts');
/** @type {typeof import('../testing/harness/damage-elements.ts')} */
const { damagedElements } = await load('/testing/harness/damage-elements.ts');
/** @type {typeof import('../core/harness/read.ts')} */
const { readHarness } = await load('/core/harness/read.ts');

/** @type {Map<string, Class>} */
const unexplained = new Map();
/** @type {Map<string, number>} */
const explained = new Map();
let taken = 0;
let refused = 0;

const draws = fc.sample(fc.tuple(samples, fc.uint8Array({ minLength: 16, maxLength: 16 })), {
  numRuns: Number(count),
  seed: Number(seed),
});

for (const [sample] of draws) {
  compare('a valid document', write(sample).text, {});
}
for (const mutation of mutations) {
  const way = `${mutation.code}: ${mutation.title}`;
  for (const [sample, row] of draws) {
    for (const style of [{ ...sample.style, decorations: false }, PLAIN]) {
      const broken = mutation.apply({ ...sample, style }, choicesOf(row));
      if (broken !== null) compare(way, broken.source, broken.options);
    }
  }
}
for (const [way, texts] of /** @type {const} */ ([
  ['a damaged document', damagedTexts],
  ['a document of damaged elements', damagedElements],
])) {
  for (const text of fc.sample(texts, { numRuns: 20 * Number(count), seed: Number(seed) })) {
    compare(way, text, {});
  }
}
await server.close();

for (const [reason, times] of [...explained].sort((left, right) => right[1] - left[1])) {
  console.log(`${String(times).padStart(7)} × ${reason}`);
}
for (const { count: times, smallest } of unexplained.values()) {
  const { way, ours, theirs, text } = smallest;
  console.log(`\n${times} × ${way}`);
  console.log(`  here: ${ours.join(', ') || 'valid'}`);
  const open = said(theirs ?? 'valid').filter((each) => reasons(foundThereAlone, [each]) === null);
  console.log(`  schema: ${open.join('\n')}`);
  console.log(text.replaceAll(/(.)\1{60,}/g, '$1…$1').slice(0, 3000));
}
console.log(
  `\n${taken} taken and ${refused} refused by both, ${unexplained.size} kinds of disagreement that nothing explains`,
);
process.exit(unexplained.size > 0 ? 1 : 0);

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(`compare-with-xsd: ${message}`);
  process.exit(2);
}

function readSchema() {
  if (!existsSync(path)) {
    fail(`there is no schema at ${resolve(path)}: give its path as the first argument.`);
  }
  try {
    return XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(path)));
  } catch (error) {
    const reason = error instanceof Error ? error.message.trim() : String(error);
    return fail(`${resolve(path)} can't be read as a schema: ${reason}`);
  }
}

/**
 * @param {string} way @param {string | Uint8Array} source
 * @param {import('../core/reading.ts').ReadOptions} options
 */
function compare(way, source, options) {
  const { findings } = readHarness(source, options);
  const errors = findings.filter(({ severity }) => severity === 'error');
  const ours = errors.filter(({ code }) => STRUCTURAL.has(code));
  const theirs = verdictOf(source);
  if (ours.length > 0 === (theirs !== null)) {
    if (theirs === null) taken += 1;
    else refused += 1;
    return;
  }
  const text = typeof source === 'string' ? source : new TextDecoder().decode(source);
  /** @type {Case} */
  const found = {
    way,
    ours: ours.map(({ code, line, column, message }) => `${line}:${column} ${code} ${message}`),
    theirs,
    text,
  };
  const known =
    theirs === null ? reasons(foundHereAlone, found.ours) : reasons(foundThereAlone, said(theirs));
  if (known !== null) {
    for (const reason of known) explained.set(reason, (explained.get(reason) ?? 0) + 1);
    return;
  }
  const key = `${way} ${ours.map(({ code }) => code).join()} ${(theirs ?? '').replace(/'[^']*'/g, '')}`;
  const before = unexplained.get(key);
  if (before === undefined) unexplained.set(key, { count: 1, smallest: found });
  else {
    before.count += 1;
    if (text.length < before.smallest.text.length) before.smallest = found;
  }
}

/**
 * Why each of these says what it says; null where one of them has no known reason.
 * @param {readonly import('./xsd-differences.mjs').Difference[]} differences
 * @param {readonly string[]} sayings
 */
function reasons(differences, sayings) {
  const found = sayings.flatMap(
    (saying) => differences.find(([, says]) => says.test(saying))?.[0] ?? [],
  );
  return found.length < sayings.length ? null : new Set(found);
}

/** @param {string} messages */
function said(messages) {
  return messages.split(/\n(?=Element )/);
}

/**
 * What libxml2 says against a document; null where it is valid.
 * @param {string | Uint8Array} source
 */
function verdictOf(source) {
  let document = null;
  try {
    // A namespace that is no URI is no fault of XML, and libxml2 warns of it alone.
    const options = { option: ParseOption.XML_PARSE_NOWARNING };
    document =
      typeof source === 'string'
        ? XmlDocument.fromString(source, options)
        : XmlDocument.fromBuffer(source, options);
    schema.validate(document);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.trim() : String(error);
  } finally {
    document?.dispose();
  }
}
