/** Reads a HarnessXML document: bytes → text → tree → structure → model → rules. */

import { quote } from '../model/show.ts';
import type { Reading, ReadOptions } from '../reading.ts';
import { checkStructure } from './check-structure.ts';
import { decode, type Fault } from './decode.ts';
import { createFindings, type Findings, spotOf } from './findings.ts';
import { createNearest } from './near.ts';
import { faultOfProlog, shorten } from './prolog.ts';
import { checkRules } from './rules/index.ts';
import { elementNames } from './structure.ts';
import { attributeOf, HARNESS_NAMESPACE, type XmlElement } from './tree.ts';
import { createView } from './view.ts';
import { parseXml } from './xml.ts';

/**
 * Reads and validates a document (§13): all findings in one pass, each with a place inside
 * the document. Text that can't be parsed gives one finding, and `stopped` says so. Never
 * throws, whatever the input.
 */
export function readHarness(source: string | Uint8Array, options: ReadOptions = {}): Reading {
  const decoded = decode(source);
  if (!decoded.ok) return stoppedAt(decoded.text, decoded.fault);
  return readHarnessText(decoded.text, options);
}

/** The same for text that was decoded already: no byte order mark, no lone surrogates. */
export function readHarnessText(text: string, options: ReadOptions): Reading {
  const early = faultOfProlog(text);
  if (early !== null) return stoppedAt(text, early);
  const parsed = parseXml(text);
  if (!parsed.ok) return stoppedAt(text, parsed.fault);

  const findings = createFindings(text);
  if (!isHarness(parsed.root, findings)) return reading(findings, null, true);
  const nearest = createNearest();
  checkStructure(parsed.root, findings, nearest);
  const view = createView(text, parsed.root, options, nearest);
  checkRules(view, findings);
  return reading(findings, findings.hasErrors ? null : view.workflow, false);
}

/** One finding, and none after it: the rest of the document can't be judged. */
export function stoppedAt(text: string, fault: Fault): Reading {
  const findings = createFindings(text);
  const message = `${fault.message}; analysis stopped here`;
  findings.addAt(fault.code, 'error', fault, message);
  return reading(findings, null, true);
}

function reading(findings: Findings, workflow: Reading['workflow'], stopped: boolean): Reading {
  return { dialect: 'harness', workflow, findings: findings.diagnostics(), stopped };
}

const OTHER_VERSION = /^https?:\/\/harnessxml\.com\/spec\/([0-9]+\.[0-9]+)\/?$/i;

/** Whether the root is one that the tables can judge; if not, a finding says why. */
function isHarness(root: XmlElement, findings: Findings): boolean {
  const stop = (code: string, attribute: string | null, message: string): false => {
    findings.add(code, 'error', spotOf(root, attribute), `${message}; analysis stopped here`);
    return false;
  };
  if (root.uri === HARNESS_NAMESPACE && root.local === 'harness') {
    const version = attributeOf(root, 'specVersion') ?? '';
    if (!/^[0-9]+\.[0-9]+$/.test(version) || /^1\./.test(version)) return true;
    return stop(
      'HX-1002',
      'specVersion',
      `specVersion ${quote(version)} is of another major version, in which known words may mean something else: 1.0 is read here`,
    );
  }
  if (root.uri === HARNESS_NAMESPACE) {
    const code = elementNames.has(root.local) ? 'HX-1001' : 'HX-1003';
    return stop(code, null, `the root element is <${shorten(root.local)}>, and must be <harness>`);
  }
  const version = OTHER_VERSION.exec(root.uri)?.[1];
  if (version !== undefined && version !== '1.0') {
    return stop(
      'HX-1002',
      null,
      `the document is in the namespace of version ${version}, and 1.0 is read here`,
    );
  }
  const wanted = `<harness xmlns="${HARNESS_NAMESPACE}" …>`;
  const what =
    root.uri === ''
      ? `<${shorten(root.name)}> without a namespace`
      : `<${shorten(root.name)}> of ${quote(root.uri)}`;
  const html = root.local.toLowerCase() === 'html' ? 'this is HTML: ' : '';
  return stop('HX-1001', null, `${html}the root element is ${what}, and must be ${wanted}`);
}
