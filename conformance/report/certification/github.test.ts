import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../testing/runs.ts';
import { MOST_ANNOTATIONS } from '../formats/workflow-command.ts';
import { arbitraryCertification, HOSTILE_TEXTS } from '../testing/arbitrary-certification.ts';
import {
  certificationOf,
  counterexampleOf,
  profileReport,
  ruleReport,
} from '../testing/certification.ts';
import { spokenBy } from '../testing/spoken-by.ts';
import { unsafeIn } from '../testing/unsafe.ts';
import { renderCertificationGithub } from './github.ts';

/** As the runner reads a command: its kind, its title, its text. */
const COMMAND = /^::(error|warning|notice) title=([^:,]*)::(.*)$/;

const annotationsIn = (output: string) =>
  output
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [, kind = '', title = '', text = ''] = COMMAND.exec(line) ?? [];
      if (kind === '') throw new Error(`no command: ${line}`);
      return { kind, title: decoded(title), text: decoded(text) };
    });

const decoded = (text: string): string =>
  text
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%0A', '\n')
    .replaceAll('%0D', '\r')
    .replaceAll('%25', '%');

describe('a certification as annotations', () => {
  it('is a command a line, whatever a driver says, ten of each kind at most', () => {
    fc.assert(
      fc.property(arbitraryCertification, (certification) => {
        const annotations = annotationsIn(renderCertificationGithub(certification));
        for (const kind of ['error', 'warning', 'notice']) {
          expect(annotations.filter((each) => each.kind === kind).length).toBeLessThanOrEqual(
            MOST_ANNOTATIONS,
          );
        }
      }),
      runs(5000),
    );
  });

  it.each(HOSTILE_TEXTS)('lets a driver make none: %j', (text) => {
    const output = renderCertificationGithub(spokenBy(text));
    const kinds = annotationsIn(output).map(({ kind }) => kind);
    expect(kinds).toEqual(['error', 'error', 'error', 'warning', 'notice']);
    expect(unsafeIn(output)).toEqual([]);
  });

  it('keeps a text what it is, commas, colons and percents too', () => {
    const reason = '100%, at %0A: 50%25 ::x';
    const rule = ruleReport('retry/a,:%', { verdict: 'fail', reason });
    const [error] = annotationsIn(
      renderCertificationGithub(certificationOf([profileReport([rule])])),
    );
    expect(error?.title).toBe('harness: retry/a,:% is broken');
    expect(error?.text.split('\n')).toContain(reason);
  });

  it('cuts texts that would fill a log', () => {
    expect(renderCertificationGithub(spokenBy('x'.repeat(10_000_000))).length).toBeLessThan(50_000);
  });

  it('says what is broken, and how to see it again', () => {
    const counterexample = counterexampleOf('retry/a');
    const rule = ruleReport('retry/a', { verdict: 'fail', broken: 2, counterexample });
    const [error] = annotationsIn(
      renderCertificationGithub(certificationOf([profileReport([rule])])),
    );
    expect(error).toEqual({
      kind: 'error',
      title: 'harness: retry/a is broken',
      text: [
        'A runtime does so.',
        'broken in 2 of 9 runs',
        'charge was called a fourth time',
        'expected: 3 calls',
        'observed: 4 calls',
        'Again: unwind replay u1.abc --driver "python3 driver.py"',
      ].join('\n'),
    });
  });

  it('says how many more there are than can be shown', () => {
    const rules = Array.from({ length: 25 }, (_, index) =>
      ruleReport(`retry/r${index}`, { verdict: 'fail', broken: 1 }),
    );
    const annotations = annotationsIn(
      renderCertificationGithub(certificationOf([profileReport(rules)])),
    );
    expect(annotations).toHaveLength(MOST_ANNOTATIONS);
    expect(annotations.at(-1)?.title).toBe('and 16 more');
  });

  it('notices what is certified, and makes an error of what is only a part', () => {
    const good = [profileReport([ruleReport('retry/a')])];
    expect(annotationsIn(renderCertificationGithub(certificationOf(good)))).toEqual([
      { kind: 'notice', title: 'acme 2', text: 'harness, level full: certified' },
    ]);
    const kinds = (rest: object) =>
      annotationsIn(renderCertificationGithub(certificationOf(good, rest))).map(({ kind }) => kind);
    expect(kinds({ truncated: true })).toContain('error');
    expect(kinds({ interrupted: true })).toContain('error');
    expect(kinds({ profiles: [] })).toEqual(['error']);
  });

  it('tells of a failure that was expected, and why, and makes no noise', () => {
    const rule = ruleReport('retry/a', {
      ...{ verdict: 'fail', expectedFailure: { reason: 'not yet', expires: '2027-01-31' } },
    });
    const output = renderCertificationGithub(
      certificationOf([profileReport([rule, ruleReport('retry/b')])]),
    );
    expect(annotationsIn(output).map(({ kind }) => kind)).toEqual(['notice', 'notice']);
    expect(output).toContain('It was expected to fail until 2027-01-31: not yet');
  });
});
