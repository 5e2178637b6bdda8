/**
 * Puts the parts of a certification together. Nothing is run: each part tells what it counted, and
 * the verdicts are concluded anew, so that they are those of one certification of everything.
 */

import type { Certification, Expectations, Incident } from '../certification.ts';
import { MOST_INCIDENTS } from '../note-ran.ts';
import { ruleSetDigest } from '../rule-set-digest.ts';
import { mergeProfile } from './merge-profile.ts';
import type { MergeOptions, Merging, NamedReport, Part } from './named-report.ts';
import { differenceOf, partOf } from './same.ts';

/** The order of the reports makes no difference. */
export const mergeReports = (reports: readonly NamedReport[], options: MergeOptions): Merging => {
  const certification = merged(reports, options);
  return typeof certification === 'string'
    ? { ok: false, message: certification }
    : { ok: true, certification };
};

const merged = (reports: readonly NamedReport[], options: MergeOptions): Certification | string => {
  const ruleSet = ruleSetDigest(options.rules);
  const parts: Part[] = [];
  for (const report of reports.toSorted(byName)) {
    const part = partOf(report, options, ruleSet);
    if (typeof part === 'string') return part;
    parts.push(part);
  }
  parts.sort((one, other) => one.index - other.index);
  const [first] = parts;
  if (first === undefined) return 'there is nothing to merge';
  const { driver } = first.certification;
  const difference = differenceOf(parts) ?? overlapIn(parts);
  if (difference !== null) return difference;
  if (driver === null) return `${first.name} does not say what its driver declared`;
  const { profiles: _, incidents, stderr, ...about } = first.certification;
  const { count } = first;
  const expected = expectationsOf(parts, options.on);
  const { seed, runs } = about;
  const profiles: Certification['profiles'][number][] = [];
  for (const [place, { profile }] of first.certification.profiles.entries()) {
    const own = parts.flatMap(({ certification, ...rest }) => {
      const report = certification.profiles[place];
      return report?.profile === profile ? [{ ...rest, report }] : [];
    });
    const report = mergeProfile(own, { ...options, driver, seed, runs, expected, count });
    if (typeof report === 'string') return report;
    profiles.push(report);
  }
  return {
    ...about,
    ...{ command: commandOf(parts), shard: null },
    ...(expected === undefined ? {} : { expected }),
    profiles,
    incidents: incidentsOf(parts),
    ...stderrOf(parts),
  };
};

const byName = (one: NamedReport, other: NamedReport): number =>
  one.name < other.name ? -1 : one.name > other.name ? 1 : 0;

/** @param parts In the order of their shards. */
const overlapIn = (parts: readonly Part[]): string | null => {
  const place = parts.findIndex(({ index }, at) => parts[at + 1]?.index === index);
  const [one, other] = [parts[place], parts[place + 1]];
  if (one === undefined || other === undefined) return null;
  const ids = one.certification.profiles.flatMap(({ ran }) => ran.slice(0, 1).map(({ id }) => id));
  const from = ids.length === 0 ? '' : `: what they hold would count twice, from ${ids[0]} on`;
  return `${one.name} and ${other.name} are both shard ${one.index} of ${one.count}${from}`;
};

const expectationsOf = (parts: readonly Part[], on: string | null): Expectations | undefined => {
  const all = parts.flatMap(({ certification: { expected } }) =>
    expected === undefined ? [] : [expected],
  );
  const [first] = all;
  if (first === undefined) return undefined;
  const latest = all.map((each) => each.on).sort()[all.length - 1] ?? first.on;
  return { ...first, on: on ?? latest };
};

/** The command of a part but for its shard; null where they were not made by one command. */
const commandOf = (parts: readonly Part[]): string | null => {
  const [command, ...others] = parts.map(({ index, count, certification: { command: own } }) =>
    own === null ? null : own.replace(` --shard ${index}/${count}`, ''),
  );
  return others.every((other) => other === command) ? (command ?? null) : null;
};

/** What every part says alike was said once; the rest in the order of the shards. */
const incidentsOf = (parts: readonly Part[]): readonly Incident[] => {
  const notes = new Map<string, Incident>();
  const others: Incident[] = [];
  for (const { certification } of parts) {
    for (const incident of certification.incidents) {
      if (incident.kind === 'note') notes.set(incident.message, incident);
      else others.push(incident);
    }
  }
  return [...notes.values(), ...others].slice(0, MOST_INCIDENTS);
};

/** In UTF-16 units, of all parts together: of much the end of each. */
const LONGEST_STDERR = 64 * 1024;

const stderrOf = (parts: readonly Part[]): Pick<Certification, 'stderr'> => {
  const written = parts.filter(({ certification: { stderr } }) => stderr !== undefined);
  if (written.length === 0) return {};
  const room = Math.floor(LONGEST_STDERR / written.length);
  const texts = written.map(
    ({ index, count, certification: { stderr = '' } }) =>
      `[shard ${index} of ${count}]\n${stderr.trimEnd().slice(-room)}\n`,
  );
  return { stderr: texts.join('') };
};
