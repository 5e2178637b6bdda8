/**
 * Where the public schema and the validator part, and why that is as it should be. Each is a
 * reading of the specification, something that XSD 1.0 can't say, or a limit of libxml2.
 */

/** @typedef {{ way: string, ours: readonly string[], theirs: string | null, text: string }} Case */
/** @typedef {{ reason: string, fits: (found: Case) => boolean }} Difference */

/**
 * Refused here alone: each finding is one of these.
 * @param {string} reason @param {RegExp} findings
 * @returns {Difference}
 */
function stricter(reason, findings) {
  return {
    reason,
    fits: ({ ours, theirs }) => theirs === null && ours.every((found) => findings.test(found)),
  };
}

/**
 * Refused by the schema alone: each of its messages is one of these.
 * @param {string} reason @param {RegExp} messages
 * @returns {Difference}
 */
function laxer(reason, messages) {
  return {
    reason,
    fits: ({ ours, theirs }) =>
      theirs !== null &&
      ours.length === 0 &&
      theirs.split(/\n(?=Element )/).every((message) => messages.test(message)),
  };
}

/** @type {readonly Difference[]} */
export const differences = [
  stricter('a DOCTYPE is refused: it could define entities or name files', /HX-1001 a DOCTYPE/),
  stricter('UTF-8 alone is read (HX-1005), and XML has other encodings as well', /HX-1005/),
  stricter(
    'ids of edges and names of ports are unique (§2.3), and the schema has no key for them',
    /HX-1101 there is an? (?:edge|input|output)/,
  ),
  stricter(
    'entry names a node (§2.5), and the schema has no keyref for it',
    /HX-2001 entry of <harness>/,
  ),
  stricter(
    'names of HarnessXML are known ones, also inside foreign content that the schema skips',
    /HX-1003 (?:<\S+> in <.*|attribute .* of <.* is no attribute)/,
  ),
  stricter(
    'a factor is finite and not negative: a delay below zero or beyond all numbers is none',
    /HX-1001 multiplier .*(?:is negative|is too large a number)/,
  ),
  stricter(
    'xsi: attributes stand on the root (§2.7), and XML Schema allows them anywhere',
    /HX-1006 attribute 'xsi:/,
  ),
  laxer(
    'xml: attributes may stand anywhere (XML §2.10, §2.12), and the schema declares none',
    /attribute '\{http:\/\/www\.w3\.org\/XML\/1998\/namespace\}/,
  ),
  laxer(
    'blanks around a dateTime mean nothing (XSD §3.2.7), and libxml2 keeps those of an element',
    /^\S+ '\{\S+\}(?:created|modified)': '(?:\s[^']*|[^']*\s)' is not a valid value .*xs:dateTime/s,
  ),
  laxer(
    'a duration may have a component of 2^31 and more, and libxml2 counts in 32 bits',
    /attribute '(?:duration|initialDelay|maxDelay)': '[^']*\d{10}[^']*' is not a valid value/s,
  ),
];
