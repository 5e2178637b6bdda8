/** Reports say in a line what may be claimed by them. */

import { describe, expect, it } from 'vitest';
import { renderCertificationJson } from '../report/certification/json.ts';
import { renderCertificationMarkdown } from '../report/certification/markdown.ts';
import { renderCertification } from '../report/certification/pretty.ts';
import { createTerminal } from '../report/terminal/terminal.ts';
import { certificationOf, profileReport, ruleReport } from '../report/testing/certification.ts';
import type { Certification, ProfileReport, RuleReport } from '../suite/certification.ts';
import { claimSentences } from './claim-sentences.ts';

const core = ruleReport('document/accepts-valid');
const executing = (rest: Partial<RuleReport> = {}): RuleReport =>
  ruleReport('retry/max-attempts', { level: 'executing', ...rest });
const full = (rest: Partial<RuleReport> = {}): RuleReport =>
  ruleReport('compensation/continues', { level: 'full', ...rest });

const said = (
  rules: readonly RuleReport[],
  rest: Partial<Certification> = {},
  profile: ProfileReport['profile'] = 'harness',
): readonly string[] => {
  const report = profileReport(rules, { profile });
  return claimSentences(certificationOf([report], rest), report);
};

describe('what may be claimed', () => {
  it('is the highest level, and what stands against the next', () => {
    expect(said([core, executing(), full()])).toEqual(['May claim HarnessXML Full.']);
    expect(said([core, executing(), full({ verdict: 'fail' })])).toEqual([
      'May claim HarnessXML Executing.',
      'No claim of HarnessXML Full: compensation/continues is broken.',
    ]);
    expect(said([core, executing({ verdict: 'fail' }), full({ verdict: 'vacuous' })])).toEqual([
      'May claim HarnessXML Core.',
      'No claim of HarnessXML Executing: retry/max-attempts is broken.',
    ]);
  });

  it('names gaps, and how much more stands against a claim', () => {
    const usual = certificationOf([]).driver;
    if (usual === null) throw new Error('there is no driver');
    const driver = { ...usual, unsupported: { trace: 'it keeps none', keys: 'it has none' } };
    const untraced = executing({ id: 'lifecycle/a', verdict: 'unsupported', missing: 'trace' });
    expect(said([core, executing(), untraced, full()], { driver })).toEqual([
      'May claim HarnessXML Full, but for trace (it keeps none).',
    ]);
    const vacuous = ['a', 'b', 'c', 'd'].map((id) => ruleReport(id, { verdict: 'vacuous' }));
    expect(said([executing(), ...vacuous], {}, 'baseline')).toEqual([
      'No claim of baseline: never put to the test in these runs (more runs may): a, b, c and 1 more.',
    ]);
  });

  it('is no add-on without what it is added to', () => {
    const resume = ruleReport('durability/backoff-kept', { level: null, addOn: 'resume' });
    const operators = ruleReport('operator/pauses', {
      ...{ level: null, addOn: 'operators', verdict: 'unsupported', missing: 'operators' },
    });
    expect(said([executing(), resume, operators], {}, 'baseline')).toEqual([
      'May claim baseline, baseline + resume.',
    ]);
    expect(said([executing({ verdict: 'fail' }), resume, operators], {}, 'baseline')).toEqual([
      'No claim of baseline: retry/max-attempts is broken.',
    ]);
  });

  it('is not a word of what nobody asked for, nor of traces', () => {
    const left = { verdict: 'skipped', reason: 'not part of level core' } as const;
    expect(said([core, executing(left), full(left)])).toEqual(['May claim HarnessXML Core.']);
    expect(said([core, executing(), full()], { kind: 'traces' })).toEqual([]);
  });
});

describe('a report', () => {
  const certification = certificationOf([profileReport([core, executing(), full()])]);

  it('for a terminal tells it, and with every rule the fingerprint', () => {
    const shown = (verbose: boolean) =>
      renderCertification(certification, createTerminal(), { verbose });
    expect(shown(false)).toContain('\n   May claim HarnessXML Full.\n');
    expect(shown(false)).not.toContain('Fingerprint');
    expect(shown(true)).toContain('\n   Fingerprint: calls=n undo-fails=continues\n');
  });

  it('in Markdown tells both', () => {
    const page = renderCertificationMarkdown(certification);
    expect(page).toContain('\n  - May claim HarnessXML Full.\n');
    expect(page).toContain('| fingerprint of harness | `calls=n undo-fails=continues` |');
  });

  it('as data has all of it', () => {
    const { profiles } = JSON.parse(renderCertificationJson(certification, 0));
    expect(profiles[0]).toMatchObject({
      fingerprint: 'calls=n undo-fails=continues',
      claims: [
        { name: 'HarnessXML Core', level: 'core', addOn: null, reached: true },
        { name: 'HarnessXML Executing', reached: true },
        { name: 'HarnessXML Full', reached: true, against: [], gaps: [] },
      ],
      choices: [
        { id: 'calls', reading: 'n', from: 'seen' },
        { id: 'undo-fails', reading: 'continues' },
      ],
    });
  });
});
