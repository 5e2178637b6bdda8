/** Documents: what a runtime says of them before it runs any (HarnessXML §13; ORBIT, diagnostics). */

import type { Checked } from '../judge.ts';
import { breach, judgeEach } from '../judge.ts';
import type { DocumentCheck, DocumentFinding, DocumentRule, Rule } from '../rule.ts';

const documents = {
  kind: 'document',
  profiles: ['harness', 'orbit'],
  level: 'core',
  sees: ['outcome'],
  needs: ['check'],
} as const;

const codes = (findings: readonly DocumentFinding[]): string =>
  findings.length === 0 ? 'no finding' : [...new Set(findings.map(({ code }) => code))].join(', ');

const errorsOf = (findings: readonly DocumentFinding[]): readonly DocumentFinding[] =>
  findings.filter(({ severity }) => severity === 'error');

const acceptsValid: DocumentRule = {
  ...documents,
  id: 'document/accepts-valid',
  title: 'accepts a valid document',
  clause: 'HarnessXML §13.1; ORBIT',
  strength: 'MUST',
  trigger: 'a document without an error is checked',
  page: {
    why: 'A validator that refuses what the specification allows takes features away from everybody.',
    wrong: 'A prefixed document, an id with a dot, or a warning, and the document is refused.',
    right: 'It is accepted; warnings do not make it invalid.',
  },
  judgeDocument: ({ expected, valid, findings }) =>
    judgeEach([valid], () => {
      if (errorsOf(expected).length > 0) return 'not-judged';
      return valid
        ? 'holds'
        : breach(
            `a valid document was refused with ${codes(errorsOf(findings))}`,
            'valid',
            codes(errorsOf(findings)),
          );
    }),
};

/** Checks a document that has an error. */
const ofInvalid = (
  { expected, ...check }: DocumentCheck,
  judge: (first: DocumentFinding, check: Omit<DocumentCheck, 'expected'>) => Checked,
) => judgeEach(errorsOf(expected).slice(0, 1), (first) => judge(first, check));

const rejectsInvalid: DocumentRule = {
  ...documents,
  id: 'document/rejects-invalid',
  title: 'rejects an invalid document',
  clause: 'HarnessXML §13.1; ORBIT, diagnostics',
  strength: 'MUST',
  trigger: 'a document with an error is checked',
  page: {
    why: 'Validation is a gate: what passes is run, with money and mails.',
    wrong: 'An edge to a node that does not exist is dropped, and the rest runs.',
    right: 'The document is refused.',
  },
  judgeDocument: (check) =>
    ofInvalid(check, ({ code }, { valid }) =>
      valid ? breach(`a document that breaks ${code} was accepted`, code, 'valid') : 'holds',
    ),
};

const rightCode: DocumentRule = {
  ...documents,
  id: 'document/right-code',
  title: 'reports the code of the rule that was broken',
  clause: 'HarnessXML §13.2; ORBIT, diagnostics',
  strength: 'MUST',
  trigger: 'a document that breaks one rule is checked and refused',
  page: {
    why: 'People look the code up, and tools act on it.',
    wrong: 'HX-1001 for everything.',
    right: 'HX-2001 for an edge to nowhere, at that edge.',
  },
  judgeDocument: (check) =>
    ofInvalid(check, ({ code }, { findings, valid }) => {
      if (valid) return 'not-judged';
      return findings.some((finding) => finding.code === code)
        ? 'holds'
        : breach(
            `a document that breaks ${code} was refused with ${codes(findings)}`,
            code,
            codes(findings),
          );
    }),
};

const rightPosition: DocumentRule = {
  ...documents,
  id: 'document/right-position',
  title: 'points at the place where a rule was broken',
  clause: 'HarnessXML §13.3; ORBIT, diagnostics',
  strength: 'SHOULD',
  trigger: 'a finding has the right code',
  page: {
    why: 'In a document of ten thousand nodes a code without a place is a riddle.',
    wrong: 'Line 1, column 1.',
    right: 'The line and column of the very attribute.',
  },
  judgeDocument: (check) =>
    ofInvalid(check, ({ code, line, column }, { findings }) => {
      const same = findings.filter((finding) => finding.code === code);
      const [first] = same;
      if (first === undefined) return 'not-judged';
      return same.some((finding) => finding.line === line && finding.column === column)
        ? 'holds'
        : breach(
            `${code} was reported at ${first.line}:${first.column}`,
            `${line}:${column}`,
            `${first.line}:${first.column}`,
          );
    }),
};

const reportsAll: DocumentRule = {
  ...documents,
  id: 'document/reports-all',
  title: 'reports every finding in one pass',
  clause: 'HarnessXML §13.3; ORBIT, diagnostics',
  strength: 'SHOULD',
  trigger: 'a document breaks several rules',
  page: {
    why: 'One finding a pass makes ten passes of ten mistakes.',
    wrong: 'Two edges lead nowhere; one is reported.',
    right: 'Both are.',
  },
  judgeDocument: ({ expected, findings }) =>
    judgeEach([findings], () => {
      if (expected.length < 2) return 'not-judged';
      const missing = missingFrom(expected, findings);
      return missing.length === 0
        ? 'holds'
        : breach(`${missing.join(', ')} was not reported`, codes(expected), codes(findings));
    }),
};

/** Codes that were reported less often than expected. */
const missingFrom = (
  expected: readonly DocumentFinding[],
  findings: readonly DocumentFinding[],
): readonly string[] => {
  const left = findings.map(({ code }) => code);
  return expected.flatMap(({ code }) => {
    const index = left.indexOf(code);
    if (index < 0) return [code];
    left.splice(index, 1);
    return [];
  });
};

export const documentRules: readonly Rule[] = [
  acceptsValid,
  rejectsInvalid,
  rightCode,
  rightPosition,
  reportsAll,
];
