/** What reading a recorded trace gives. */

import type { TraceEvent } from '../../core/model/trace.ts';
import type { Evidence } from '../rules/rule.ts';

export type TraceFormat = 'ndjson' | 'harness-trace' | 'orbit-log';

export interface RecordedTrace {
  readonly format: TraceFormat;
  readonly events: readonly TraceEvent[];
  /** What the rules can see by it. */
  readonly evidence: ReadonlySet<Evidence>;
}

export type TraceReading =
  | { readonly ok: true; readonly trace: RecordedTrace }
  /** What is wrong and where, in a sentence. */
  | { readonly ok: false; readonly message: string };
