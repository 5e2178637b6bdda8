/** What is no whole is refused, in a sentence that says what is missing, double or different. */

import { describe, expect, it } from 'vitest';
import type { Certification, ProfileReport } from '../certification.ts';
import { certify } from '../certify.ts';
import { simulatedRuntime } from '../simulated-runtime.ts';
import { exitCodeOf } from '../summary.ts';
import type { NamedReport } from './named-report.ts';
import { asked, inShards, mergedOf, wholeOf } from './testing.ts';

const options = asked({ profiles: ['baseline', 'harness'], globs: ['retry/*'], runs: 5 });
const runtime = simulatedRuntime();
const parts = await inShards(runtime, 3, options);
const [one, two, three] = parts as [NamedReport, NamedReport, NamedReport];

const said = (...reports: readonly NamedReport[]): string => {
  const merging = mergedOf(reports, options);
  return merging.ok ? 'merged' : merging.message;
};

const changed = (
  { name, certification }: NamedReport,
  change: (certification: Certification) => Partial<Certification>,
): NamedReport => ({ name, certification: { ...certification, ...change(certification) } });

/** With another first profile. */
const changedProfile = (
  report: NamedReport,
  change: (profile: ProfileReport) => Partial<ProfileReport>,
): NamedReport =>
  changed(report, ({ profiles: [first, ...others] }) => ({
    profiles: [{ ...(first as ProfileReport), ...change(first as ProfileReport) }, ...others],
  }));

it('parts merge', () => {
  expect(said(three, one, two)).toBe('merged');
});

it('one part of one is the whole', async () => {
  const [only] = await inShards(runtime, 1, options);
  expect(wholeOf([only as NamedReport], options)).toEqual(await certify(runtime, options));
});

it('more parts than ids are the whole, and those without one are not missed', async () => {
  const few = asked({ profiles: ['baseline'], globs: ['retry/max-attempts'], runs: 1 });
  const many = await inShards(runtime, 30, few);
  const ran = ({ certification: { profiles } }: NamedReport) => profiles[0]?.ran.length ?? 0;
  expect(many.some((part) => ran(part) === 0)).toBe(true);
  const whole = await certify(runtime, few);
  expect(wholeOf(many, few)).toEqual(whole);
  expect(
    wholeOf(
      many.filter((part) => ran(part) > 0),
      few,
    ),
  ).toEqual(whole);
  const codes = many.map(({ certification }) => exitCodeOf(certification, true));
  expect(new Set(codes)).toEqual(new Set([0]));
});

describe('a gap', () => {
  it('names the shards that are missing, and the first of their ids', () => {
    const first = two.certification.profiles[0]?.ran[0]?.id;
    expect(said(one, three)).toMatch(/^shard 2 of 3 is missing, and with it baseline\/case\//);
    expect(said(one, three)).toContain(first);
    expect(said(one)).toMatch(/^shards 2 and 3 of 3 are missing, and with them .* more$/);
    expect(mergedOf([], options)).toEqual({ ok: false, message: 'there is nothing to merge' });
  });

  it('within a part names the ids', () => {
    const short = changedProfile(two, ({ ran }) => ({ ran: ran.slice(0, -1) }));
    const last = two.certification.profiles[0]?.ran.at(-1)?.id;
    expect(said(one, short, three)).toBe(
      `part-2.ndjson, shard 2 of 3, does not hold ${last}: it is not all of its part`,
    );
    const gone = changedProfile(two, ({ ran }) => ({ ran: ran.slice(0, -1), blocked: 1 }));
    expect(said(one, gone, three)).toContain('its driver was gone before; make that part again');
  });

  it('may be the answer to a question', () => {
    const reports = parts.map((part) =>
      changed(part, ({ profiles }) => ({
        profiles: profiles.map((report) => ({
          ...report,
          questions: report.questions.filter(({ question }) => question !== 'Q5'),
        })),
      })),
    );
    expect(said(...reports)).toMatch(/^the answer to Q5 \(shard \d of 3\) is missing$/);
  });
});

describe('an overlap', () => {
  it('is the same part twice, under whatever name', () => {
    expect(said(one, two, { ...two, name: 'again.ndjson' }, three)).toMatch(
      /^again.ndjson and part-2.ndjson are both shard 2 of 3: .* would count twice, from baseline\//,
    );
  });

  it('is an id that another part has', () => {
    const stolen = two.certification.profiles[0]?.ran[0];
    const greedy = changedProfile(one, ({ ran }) => ({
      ran: stolen === undefined ? [] : [stolen, ...ran],
    }));
    expect(said(greedy, two, three)).toBe(
      `part-1.ndjson holds what shard 1 of 3 has not, or has once or elsewhere: ${stolen?.id}`,
    );
    const twice = changedProfile(one, ({ ran }) => ({ ran: [...ran, ...ran.slice(0, 1)] }));
    expect(said(twice, two, three)).toContain(one.certification.profiles[0]?.ran[0]?.id);
  });

  it('is a question that two parts answer', () => {
    const answered = (report: NamedReport) =>
      report.certification.profiles.find(({ questions }) => questions.length > 0);
    const giver = parts.find(answered) as NamedReport;
    const questions = answered(giver)?.questions ?? [];
    const others = parts.map((part) =>
      part === giver
        ? part
        : changed(part, ({ profiles }) => ({
            profiles: profiles.map((report) =>
              report.profile === 'harness'
                ? { ...report, questions: [...report.questions, ...questions] }
                : report,
            ),
          })),
    );
    expect(said(...others)).toBe('a question is answered in two shards');
  });
});

describe('what is not of one certification', () => {
  const first = <Item>([item]: readonly Item[]): Item => item as Item;
  const driver = one.certification.driver as NonNullable<Certification['driver']>;
  it.each<[string, Partial<Certification>]>([
    ['the seed (1 and 2)', { seed: 2 }],
    ['the number of runs (5 and 6)', { runs: 6 }],
    ['the level', { level: 'core' }],
    ['the runtime (unwind 0 and acme 2)', { runtime: { name: 'acme', version: '2' } }],
    [
      'the profiles (baseline, harness and baseline)',
      { profiles: [first(one.certification.profiles)] },
    ],
    ['the clock of the driver', { driver: { ...driver, clock: { ...driver.clock, scale: 2 } } }],
    ['the capabilities that the driver declares', { driver: { ...driver, capabilities: [] } }],
    ['what the driver says that it lacks', { driver: { ...driver, unsupported: { keys: 'no' } } }],
    ['the choices that the driver declares', { driver: { ...driver, choices: { Q1: 'failed' } } }],
    ['what was expected to be broken', { expected: { on: '2026-12-01', failures: [] } }],
  ])('differs in %s', (what, change) => {
    const other = changed(two, () => change);
    expect(said(one, other, three)).toBe(
      `part-1.ndjson and part-2.ndjson are no parts of one certification: they differ in ${what}`,
    );
  });

  it('leaves out other rules', async () => {
    const others = await inShards(runtime, 3, { ...options, globs: ['retry/max-*'] });
    expect(said(one, others[1] as NamedReport, three)).toContain(
      'they differ in the rules that were left out',
    );
  });

  it('is of another number of shards', async () => {
    const [, second] = await inShards(runtime, 2, options);
    expect(said(one, second as NamedReport)).toContain('one is of 3 shards, the other of 2');
  });
});

describe('what is no part', () => {
  it.each<[string, Partial<Certification>]>([
    ['is no shard: it is a whole certification, made without --shard', { shard: null }],
    ['ends before its end', { truncated: true }],
    ['was interrupted', { interrupted: true }],
    ['is a report on recorded traces', { kind: 'traces' }],
    ['says that it is shard 4 of 3, which there is not', { shard: { index: 4, count: 3 } }],
    ['does not say what its driver declared', { driver: null }],
    [
      'was made by unwind 9, and this is 0',
      { suite: { ...one.certification.suite, version: '9' } },
    ],
    [
      'was made by another rule set',
      { suite: { ...one.certification.suite, rules: `sha256:${'0'.repeat(64)}` } },
    ],
  ])('%s', (why, change) => {
    expect(
      said(
        one,
        changed(two, () => change),
        three,
      ),
    ).toContain(`part-2.ndjson ${why}`);
  });

  it('does not tell what a merge needs', () => {
    const silent = changedProfile(two, ({ rules }) => ({
      rules: rules.map(({ part: _, ...rule }) => rule),
    }));
    expect(said(one, silent, three)).toMatch(
      /does not tell what a merge needs, of retry\/.* more$/,
    );
  });
});

it('the command is that of the whole; of parts that were made otherwise nobody knows it', () => {
  const commands = (...words: readonly string[]) =>
    parts.map((part, index) =>
      changed(part, () => ({ command: `unwind certify --shard ${index + 1}/3 ${words[index]}` })),
    );
  expect(wholeOf(commands('--runs 5', '--runs 5', '--runs 5'), options).command).toBe(
    'unwind certify --runs 5',
  );
  expect(wholeOf(commands('--runs 5', '--runs 5 --strict', '--runs 5'), options).command).toBe(
    null,
  );
});

it('what was written and what went wrong is kept, each part in its turn, and notes once', () => {
  const note = { kind: 'note', message: 'odd', hint: null };
  const reports = parts.map((part, index) =>
    changed(part, () => ({
      stderr: `line of ${index + 1}\n`,
      incidents: [note, { kind: 'died', message: `run ${index + 1}`, hint: null }],
    })),
  );
  const { incidents, stderr } = wholeOf(reports.toReversed(), options);
  expect(incidents.map(({ message }) => message)).toEqual(['odd', 'run 1', 'run 2', 'run 3']);
  expect(stderr).toBe(
    '[shard 1 of 3]\nline of 1\n[shard 2 of 3]\nline of 2\n[shard 3 of 3]\nline of 3\n',
  );
});
