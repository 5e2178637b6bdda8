import { describe, expect, it } from 'vitest';
import type { Certification, RuleReport } from '../../suite/certification.ts';
import { LEFT_OUT } from '../../suite/selection.ts';
import { createTerminal } from '../terminal/terminal.ts';
import { renderCertification } from './pretty.ts';

const rule = (id: string, rest: Partial<RuleReport> = {}): RuleReport => ({
  ...{ id, title: 'does so', clause: '§1', strength: 'MUST', verdict: 'pass', reason: null },
  ...{ occurrences: 9, runs: 9, broken: 0, breach: null, counterexample: null, document: null },
  ...rest,
});

const broken = (id: string, runs: number, of: number): RuleReport =>
  rule(id, { verdict: 'fail', broken: runs, runs: of });

const shown = (rules: readonly RuleReport[], rest: Partial<Certification> = {}): string =>
  renderCertification(
    {
      ...{ kind: 'runtime', unwind: '1', runtime: { name: 'acme', version: '2' }, seed: 1 },
      ...{ runs: 10, level: null, incidents: [] },
      profiles: [
        {
          ...{ profile: 'harness', cases: 5, generated: 10, unsent: 0, blocked: 0, notes: [] },
          ...{ rules, questions: [] },
        },
      ],
      ...rest,
    },
    createTerminal(),
    { verbose: false },
  );

describe('the report on a profile', () => {
  it('calls certified what was judged as a whole, and says how much is unsupported', () => {
    expect(shown([rule('retry/a')])).toContain(
      '✓ harness, level full: certified (5 cases and 10 generated runs)',
    );
    expect(shown([rule('retry/a'), rule('retry/b', { verdict: 'unsupported' })])).toContain(
      'certified (5 cases and 10 generated runs; 1 of 2 rules unsupported)',
    );
  });

  it('claims no more than was asked for, or than was done', () => {
    const skipped = rule('retry/b', { verdict: 'skipped', reason: LEFT_OUT });
    expect(shown([rule('retry/a'), skipped])).toContain('level full: no rule is broken (');
    expect(shown([rule('retry/a')], { interrupted: true })).toContain(
      'level full: interrupted; no rule is broken so far (',
    );
    expect(shown([rule('retry/a', { verdict: 'vacuous' })])).toContain('nothing could be judged');
  });

  it('says where to begin when much is broken', () => {
    const many = [broken('retry/a', 3, 90), broken('timeout/b', 60, 60), broken('retry/c', 2, 2)];
    expect(shown(many)).toContain(
      'Begin with timeout/b: broken in 60 of the 60 runs that show it.',
    );
    expect(shown(many.slice(0, 2))).not.toContain('Begin with');
  });
});
