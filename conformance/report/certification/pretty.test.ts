import { describe, expect, it } from 'vitest';
import type { Certification, RuleReport } from '../../suite/certification.ts';
import { LEFT_OUT } from '../../suite/selection.ts';
import { createTerminal } from '../terminal/terminal.ts';
import { certificationOf, profileReport, ruleReport as rule } from '../testing/certification.ts';
import { renderCertification } from './pretty.ts';

const broken = (id: string, runs: number, of: number): RuleReport =>
  rule(id, { verdict: 'fail', broken: runs, runs: of });

const shown = (rules: readonly RuleReport[], rest: Partial<Certification> = {}): string =>
  renderCertification(certificationOf([profileReport(rules)], rest), createTerminal(), {
    verbose: false,
  });

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
