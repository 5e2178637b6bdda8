/** What changes for somebody who moves from one runtime to another: plain data, for every format. */

import type { Profile } from '../../../core/model/workflow.ts';
import type { Certification, RuleReport } from '../../suite/certification.ts';
import type { Verdict } from '../../suite/verdict.ts';
import type { MeasuredChoice } from '../measured-choices.ts';

/** Of two reports; `a` is where somebody comes from, `b` where they go. */
export interface Comparison {
  readonly a: Side;
  readonly b: Side;
  /** Whether the two were judged by the same rules, as a whole, and share a profile. */
  readonly comparable: boolean;
  /** Why one has to be careful with what follows, in sentences. */
  readonly caveats: readonly string[];
  readonly profiles: readonly ProfileComparison[];
  /** Profiles that only one of them has. */
  readonly onlyIn: { readonly a: readonly Profile[]; readonly b: readonly Profile[] };
  readonly capabilities: {
    /** What a can do and b can't. */
    readonly missing: readonly Capability[];
    readonly gained: readonly Capability[];
  };
  /** Whether anything differs of what was compared. */
  readonly differs: boolean;
}

export interface Side extends Pick<Certification, 'runtime' | 'suite' | 'seed' | 'runs'> {
  /** How sentences name it. */
  readonly name: string;
}

export interface Capability {
  readonly name: string;
  /** What the driver without it says of that; null where it says nothing. */
  readonly reason: string | null;
}

export interface ProfileComparison {
  readonly profile: Profile;
  /** Levels and add-ons that only one of them reaches: `HarnessXML Full`. */
  readonly claims: { readonly lost: readonly string[]; readonly gained: readonly string[] };
  readonly choices: readonly ChoiceChange[];
  readonly rules: readonly RuleChange[];
  /** Rules with the same verdict in both. */
  readonly same: number;
  readonly fingerprints: { readonly a: string; readonly b: string };
}

export interface ChoiceChange {
  readonly id: string;
  readonly about: string;
  readonly a: string | null;
  readonly b: string | null;
  /** `differs`: both were seen; `lacking`: one can't do it; `unknown`: of one nothing tells. */
  readonly change: 'differs' | 'lacking' | 'unknown';
  /** Where one lacks it: which, and why. */
  readonly lacks: { readonly side: 'a' | 'b'; readonly because: string | null } | null;
  /** Where one side alone is known: what that does, to complete the sentence "The runtime …". */
  readonly known: string | null;
  readonly sentence: string;
}

export interface RuleChange extends Pick<RuleReport, 'id' | 'title' | 'clause' | 'strength'> {
  readonly a: Verdict;
  readonly b: Verdict;
  /** `otherwise`: right in both, under another reading; `unknown`: one of them was not assessed. */
  readonly change: 'worse' | 'better' | 'otherwise' | 'unknown';
  readonly sentence: string;
}

/** Both sides of one choice. */
export interface Pair {
  readonly a: MeasuredChoice;
  readonly b: MeasuredChoice;
}
