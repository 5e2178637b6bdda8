/** What a certification is asked for, and what is counted while it goes on. */

import type { Profile } from '../../core/model/workflow.ts';
import type { FixedCase } from '../cases/fixed-case.ts';
import type { Level, Rule } from '../rules/rule.ts';
import type {
  Certification,
  Expectations,
  Incident,
  ProfileReport,
  RanCase,
  RuleReport,
  Shard,
} from './certification.ts';
import type { Refusals } from './refusals.ts';
import type { Runtime } from './runtime.ts';
import type { Filters } from './selection.ts';
import type { Tally } from './tally.ts';

export interface CertifyOptions extends Filters {
  /** `unwind`'s own version. */
  readonly version: string;
  /** What makes the report again, as typed into a shell; null where nobody knows. */
  readonly command?: string | null;
  /** The words that name the driver; empty for the built-in runtime. */
  readonly driverWords?: string;
  /** The part that is done here; all if left out or null. */
  readonly shard?: Shard | null;
  /** What is known to be broken, and by which day that is judged; nothing if left out. */
  readonly expected?: Expectations;
  readonly rules: readonly Rule[];
  readonly cases: readonly FixedCase[];
  /** Those that are asked for; all that the runtime declares if null. */
  readonly profiles: readonly Profile[] | null;
  /** Generated runs for each profile. */
  readonly runs: number;
  readonly seed: number;
  readonly level: Level | null;
  readonly onProgress?: (progress: Progress) => void;
  /** Hears what is known as soon as it is, so that a report of it can be written meanwhile. */
  readonly onEvent?: (event: CertifyEvent) => void;
  /** Lets the surroundings take a breath: show progress, hear a Ctrl-C. */
  readonly pause?: () => Promise<void>;
  /** ms from any beginning, to bound the search for small counterexamples. */
  readonly now: () => number;
  readonly isInterrupted?: () => boolean;
}

export interface Progress {
  readonly profile: Profile;
  readonly done: number;
  readonly total: number;
  /** What is done: runs, or the search for a smaller counterexample to a rule. */
  readonly phase: 'running' | 'shrinking';
  readonly broken: number;
}

/** What a certification tells while it goes on, in the order of a report. */
export type CertifyEvent =
  | { readonly kind: 'began'; readonly about: About }
  | { readonly kind: 'profile'; readonly profile: Profile; readonly planned: number }
  | { readonly kind: 'case'; readonly profile: Profile; readonly ran: RanCase }
  | { readonly kind: 'incident'; readonly incident: Incident }
  | { readonly kind: 'rule'; readonly profile: Profile; readonly report: RuleReport }
  | { readonly kind: 'profile-end'; readonly report: ProfileReport };

/** What is known of a certification before anything was run. */
export type About = Omit<
  Certification,
  'profiles' | 'incidents' | 'interrupted' | 'truncated' | 'stderr'
>;

/** Everything that is counted while a profile is judged. */
export interface Course {
  readonly runtime: Runtime;
  readonly profile: Profile;
  readonly options: CertifyOptions;
  readonly tallies: readonly Tally[];
  readonly incidents: Incident[];
  /** What was run and checked, for the report. */
  readonly ran: RanCase[];
  blocked: number;
  done: number;
  /** Runs whose calls the driver told itself, by a script. */
  selfReported: number;
  /** Runs that the driver refused, and why. */
  readonly refusals: Refusals;
  /** The driver is not started again. */
  isGone: boolean;
}
