/** A runtime under test: whatever runs a case and shows what it did. */

import type { Failure } from '../protocol/failure.ts';
import type { Hello } from '../protocol/hello.ts';
import type { CheckResult } from '../protocol/schema/index.ts';
import type { Observation } from '../rules/observation.ts';
import type { TestCase } from './case.ts';

export interface Runtime {
  readonly hello: Hello;
  /** Runs a case. Never rejects but for a defect of the suite. */
  observe(testCase: TestCase): Seen | Promise<Seen>;
  /** What it says of a document; only with the capability `check`. */
  check?(document: string, dialect: 'harness' | 'orbit'): Promise<Checked>;
  close(): Promise<void>;
}

export type Seen =
  | {
      readonly kind: 'observed';
      readonly observation: Observation;
      /** The calls are the driver's own account: the suite saw none of them. */
      readonly isSelfReported?: boolean;
      /** Why the driver refused the plan as unsupported; left out where it did not. */
      readonly refusal?: string;
    }
  /** The run can't be judged. */
  | { readonly kind: 'blocked'; readonly failure: Failure; readonly stderr: string };

export type Checked =
  | { readonly ok: true; readonly result: CheckResult }
  | { readonly ok: false; readonly failure: Failure };
