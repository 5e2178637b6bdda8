/**
 * Where the public schema and the validator part, and why that is as it should be. Each is a
 * reading of the specification, something that XSD 1.0 can't say, or a limit of libxml2.
 */

/** @typedef {readonly [reason: string, says: RegExp]} Difference */

/**
 * Findings of ours in what the schema takes.
 * @type {readonly Difference[]}
 */
export const foundHereAlone = [
  ['a DOCTYPE is refused: it could define entities or name files', /HX-1001 a DOCTYPE/],
  ['UTF-8 alone is read (HX-1005), and XML has other encodings as well', /HX-1005/],
  [
    'ids of edges and names of ports are unique (§2.3), and the schema has no key for them',
    /HX-1101 there is an? (?:edge|input|output)/,
  ],
  ['entry names a node (§2.5), and the schema has no keyref for it', /HX-2001 entry of <harness>/],
  [
    'names of HarnessXML are known ones, also inside foreign content that the schema skips',
    /HX-1003 (?:<\S+> in <.*|attribute .* of <.* is no attribute)/,
  ],
  [
    'a factor is finite and not negative: a delay below zero or beyond all numbers is none',
    /HX-1001 multiplier .*(?:is negative|is too large a number)/,
  ],
  [
    'xsi: attributes stand on the root (§2.7), and XML Schema allows them anywhere',
    /HX-1006 attribute 'xsi:/,
  ],
];

/**
 * Messages of libxml2 about what is taken here.
 * @type {readonly Difference[]}
 */
export const foundThereAlone = [
  [
    'xml: attributes may stand anywhere (XML §2.10, §2.12), and the schema declares none',
    /attribute '\{http:\/\/www\.w3\.org\/XML\/1998\/namespace\}/,
  ],
  [
    'blanks around a dateTime mean nothing (XSD §3.2.7), and libxml2 keeps those of an element',
    /^\S+ '\{\S+\}(?:created|modified)': '(?:\s[^']*|[^']*\s)' is not a valid value .*xs:dateTime/s,
  ],
  [
    'a duration may have a component of 2^31 and more, and libxml2 counts in 32 bits',
    /attribute '(?:duration|initialDelay|maxDelay)': '[^']*\d{10}[^']*' is not a valid value/s,
  ],
  ['a namespace is compared as it is written, and libxml2 wants a URI', /^xmlns(?::\S+)?: '/],
  [
    'xsi: attributes on the root are let be (§2.7), and XML Schema knows four',
    /'\{\S+spec\/1\.0\}harness', attribute '\{http:\/\/www\.w3\.org\/2001\/XMLSchema-instance\}/,
  ],
  [
    'a reference is any text, to be resolved by whoever follows it, and libxml2 wants a URI',
    /attribute '(?:uri|href|namespace)': '.*' is not a valid value of the atomic type 'xs:anyURI'/s,
  ],
  ['names have no greatest length, and libxml2 has one', /^Name too long/],
];
