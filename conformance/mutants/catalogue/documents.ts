/** Validators that let pass, refuse, or do not say where and why; and what runs without one. */

import type { CheckResult } from '../../protocol/schema/index.ts';
import type { Change, Mutant } from '../mutant.ts';

const BOTH = ['harness', 'orbit'] as const;

type Finding = CheckResult['findings'][number];

const finds = (change: (finding: Finding) => Finding): Pick<Change, 'checks'> => ({
  checks: (result) => ({ ...result, findings: result.findings.map(change) }),
});

const isError = ({ severity }: Finding): boolean => severity === 'error';

export const documentMutants: readonly Mutant[] = [
  {
    id: 'accepts-everything',
    title: 'accepts every document',
    why: 'What can be parsed is run, and errors come when they come.',
    caughtBy: ['document/rejects-invalid'],
    profiles: BOTH,
    change: { checks: (result) => ({ ...result, valid: true, findings: [] }) },
  },
  {
    id: 'errors-are-warnings',
    title: 'reports errors and accepts the document all the same',
    why: 'A strict mode was planned, and lenient is the default.',
    caughtBy: ['document/rejects-invalid'],
    profiles: BOTH,
    change: { checks: (result) => ({ ...result, valid: true }) },
  },
  {
    id: 'refuses-what-it-lacks',
    title: 'refuses documents with a feature that it does not have',
    why: 'What the engine can’t do is reported as an error of the document.',
    caughtBy: ['document/accepts-valid'],
    profiles: BOTH,
    change: {
      checks: (result, source) =>
        /retry|timeout/.test(source) ? { ...result, valid: false } : result,
    },
  },
  {
    id: 'one-code-for-all',
    title: 'reports every error with one code',
    why: 'The schema validator has one kind of error.',
    caughtBy: ['document/right-code'],
    profiles: BOTH,
    change: finds((finding) => (isError(finding) ? { ...finding, code: 'HX-9999' } : finding)),
  },
  {
    id: 'points-at-the-beginning',
    title: 'reports every error at line 1',
    why: 'Positions are lost when the document becomes objects.',
    caughtBy: ['document/right-position'],
    profiles: BOTH,
    change: finds((finding) => ({ ...finding, line: 1, column: 1 })),
  },
  {
    id: 'counts-columns-from-zero',
    title: 'counts columns from 0',
    why: 'The parser does, and the report hands it on.',
    caughtBy: ['document/right-position'],
    profiles: BOTH,
    change: finds((finding) => ({ ...finding, column: (finding.column ?? 1) - 1 })),
  },
  {
    id: 'stops-at-the-first-error',
    title: 'reports the first error alone',
    why: 'Errors are exceptions.',
    caughtBy: ['document/reports-all'],
    profiles: BOTH,
    change: { checks: (result) => ({ ...result, findings: result.findings.slice(0, 1) }) },
  },
  {
    id: 'runs-before-it-reads',
    title: 'begins the first step of a document before it has read the rest',
    why: 'Steps are started as the parser meets them, so that large documents begin soon.',
    caughtBy: ['schedule/invalid-refused'],
    profiles: ['harness'],
    change: {
      refuses: ({ run, document }, suite) => {
        const id = /<\w+ id="([^"]+)"[^>]*\/?>/.exec(document?.split('<nodes>')[1] ?? '')?.[1];
        if (id === undefined) return;
        const call = { run, call: 1, step: id, unit: id, purpose: 'forward' as const };
        suite.perform({ ...call, attempt: 1, key: `${run}/${id}`, input: {}, at: 0 });
      },
    },
  },
];
