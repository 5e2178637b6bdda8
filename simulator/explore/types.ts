/** What an exploration is asked, and what it comes to: plain data and functions handed in. */

import type { Run } from '../../core/model/run.ts';
import type { Scenario, TaskAnswer } from '../../core/model/scenario.ts';
import type { Outcome } from '../../core/model/trace.ts';
import type { Workflow } from '../../core/model/workflow.ts';

/** A call that waits for its answer. */
export interface OpenCall {
  readonly unit: string;
  /** The node's name, with the path of its subworkflow. */
  readonly node: string;
  readonly attempt: number;
  readonly isUndo: boolean;
  /** The runtime gave up on it: whatever comes back changes nothing but the world. */
  readonly isGivenUp: boolean;
}

/** One way in which a call can be answered. */
export interface Answer {
  /** For people and for hashes: `ok`, `refused`, `lost`; distinct within a menu. */
  readonly name: string;
  readonly answer: TaskAnswer;
  /** Whether `answer.after` stands. Else the call returns at the moment that the schedule gives it. */
  readonly isTimed: boolean;
}

/** How a run may begin, and at how many faults that counts. */
export interface Start {
  readonly name: string;
  readonly scenario: Scenario;
  readonly faults: 0 | 1;
}

/** What is made of a run that was reached. */
export interface Judgement {
  /** What it breaks; each distinct text is kept once, with the first run that breaks it. */
  readonly breaks: readonly string[];
  /** Effects that stand although they should not; for the worst case alone. */
  readonly left: number;
}

export type ControlFault = 'cancel' | 'crash';

export interface ExploreTarget {
  readonly workflow: Workflow;
  /** The usual one first; that one costs no fault. */
  readonly starts: readonly Start[];
  /**
   * How a call can be answered: first well, at no cost; each other answer is a fault. The same
   * call must always be given an equal menu, of at most 64.
   */
  readonly menu: (call: OpenCall) => readonly Answer[];
  readonly judge: (scenario: Scenario, run: Run) => Judgement;
  /**
   * Names of units or nodes whose order of effects is looked at by what is judged: it takes part in
   * what tells states apart, and is never commuted.
   */
  readonly ordered: readonly string[];
  /** Whether what is judged looks at the time of a run: then it tells states apart. */
  readonly looksAtTime: boolean;
}

export interface ExploreOptions {
  /** At most so many faults in a run: K. */
  readonly faults: number;
  /** At most so many different states. */
  readonly states: number;
  /** At most so much work: events that are simulated and things that are looked at. */
  readonly work: number;
  /** What may come from outside, beside answers; each counts as a fault. */
  readonly controls: readonly ControlFault[];
  /** Events and calls of one run. */
  readonly limits: { readonly events: number; readonly calls: number };
  /**
   * For tests of the reduction: `none` takes each order of returns, and merges nothing; `merged`
   * merges equal states, and takes each order. Absent: `full`.
   */
  readonly reduction?: 'full' | 'merged' | 'none';
}

/** A run worth showing, as a scenario that the simulator repeats. */
export interface Witness {
  readonly scenario: Scenario;
  readonly faults: number;
  /** What was chosen, in order: `charge: lost`, `cancel`; what went well is left out. */
  readonly choices: readonly string[];
  readonly outcome: Outcome;
  readonly endedAt: number;
}

export interface Broken {
  readonly what: string;
  /** Runs that were reached and break it. */
  readonly runs: number;
  /** One with the fewest faults. */
  readonly witness: Witness;
}

export interface WorstCase {
  readonly amount: number;
  readonly witness: Witness;
}

export interface Level {
  readonly faults: number;
  /** Arrivals at a state, those that were known among them. */
  readonly states: number;
  readonly unique: number;
  readonly transitions: number;
  /** Runs to their end. */
  readonly runs: number;
  readonly isComplete: boolean;
}

export interface Exploration {
  /** Everything within the bounds was looked at. */
  readonly isComplete: boolean;
  /** What bound was reached; null where none was. */
  readonly stoppedBy: 'states' | 'work' | null;
  readonly levels: readonly Level[];
  /** Decisions in the longest run. */
  readonly depth: number;
  /** Events simulated, those of prefixes that were taken again among them. */
  readonly events: number;
  readonly outcomes: readonly { readonly outcome: Outcome; readonly runs: number }[];
  readonly broken: readonly Broken[];
  readonly worst: {
    readonly time: WorstCase | null;
    readonly calls: WorstCase | null;
    readonly left: WorstCase | null;
  };
  /** Different ends: outcome, states, effects, and what breaks. */
  readonly ends: number;
  /** Hex sha256 of all of them, sorted. */
  readonly endsDigest: string;
}
