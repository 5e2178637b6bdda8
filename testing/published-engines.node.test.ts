/**
 * What engines/ publishes, without its packages: each report can be read, is of the version that the
 * folder asks for, and every red cell in it is told in the findings. Lock files name no registry.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRecord } from '../conformance/report/record/read.ts';
import type { Certification } from '../conformance/suite/certification.ts';

const engines = join(import.meta.dirname, '../engines');

interface Published {
  readonly scripts: { readonly certify: string };
  readonly unwind: { readonly reports: { readonly [folder: string]: readonly string[] } };
  readonly dependencies: { readonly [name: string]: string };
}

const textOf = (...path: string[]): string => readFileSync(join(engines, ...path), 'utf8');

const certificationIn = (engine: string, folder: string): Certification => {
  const reading = readRecord(readFileSync(join(engines, engine, folder, 'report.ndjson')));
  if (!reading.ok) throw new Error(`${engine}/${folder}: ${reading.problem.message}`);
  return reading.record.certification;
};

describe.each(['effect', 'medusa'])('the reports of %s', (engine) => {
  const { unwind, dependencies, scripts }: Published = JSON.parse(textOf(engine, 'package.json'));
  const [[name = '', version = ''] = []] = Object.entries(dependencies);
  const reports = Object.entries(unwind.reports).map(
    ([folder, options]) => [folder, options, certificationIn(engine, folder)] as const,
  );

  it('are made by one command', () => {
    expect(scripts.certify).toBe('node ../certify.mjs');
    expect(reports.length).toBeGreaterThan(0);
  });

  it.each(reports)('%s is whole, and of the version that is installed', (_, options, report) => {
    expect(report.truncated ?? false).toBe(false);
    expect(report.interrupted ?? false).toBe(false);
    // A part of a package may be what is under test: its name begins with the package's.
    expect(report.runtime.name.startsWith(name)).toBe(true);
    expect(report.runtime.version).toBe(version);
    expect(textOf(engine, 'package-lock.json')).toContain(`node_modules/${name}`);
    expect([`${report.seed}`, `${report.runs}`]).toEqual(
      ['--seed', '--runs'].map((option) => options[options.indexOf(option) + 1]),
    );
  });

  it.each(reports)('%s lost no run', (_folder, _options, { profiles, incidents }) => {
    expect(profiles.map(({ profile, blocked }) => [profile, blocked])).toEqual([['baseline', 0]]);
    expect(incidents).toEqual([]);
  });

  it.each(reports)('%s has no red cell that the findings do not tell', (_folder, _, report) => {
    const findings = textOf(engine, 'findings.md');
    const told = ['pass', 'unsupported', 'skipped'];
    const rules = report.profiles.flatMap((profile) => profile.rules);
    const red = rules.filter(({ verdict }) => !told.includes(verdict)).map(({ id }) => id);
    expect(red.length).toBeGreaterThan(0);
    const isTold = (id: string) => new RegExp(`^\\| ${id} +\\|`, 'm').test(findings);
    expect(red.filter((id) => !isTold(id))).toEqual([]);
    expect(rules.filter(({ verdict, reason }) => verdict === 'unsupported' && !reason)).toEqual([]);
  });

  it('stand in the table of the README', () => {
    const readme = textOf('README.md');
    for (const [, , { profiles }] of reports) {
      const verdicts = profiles.flatMap(({ rules }) => rules.map(({ verdict }) => verdict));
      const count = (word: string) => verdicts.filter((verdict) => verdict === word).length;
      expect(readme).toContain(
        `${count('pass')} passed, ${count('fail')} broken, ${count('unsupported')} unsupported`,
      );
    }
  });

  it('come with a lock file that names no registry', () => {
    const lock = textOf(engine, 'package-lock.json');
    expect(lock).not.toContain('"resolved"');
    expect(JSON.parse(lock).packages[`node_modules/${name}`].version).toBe(version);
  });
});
