/** What reading a document comes to, whatever its dialect. */

import type { Diagnostic } from './model/diagnostic.ts';
import type { Workflow } from './model/workflow.ts';

export type Dialect = 'harness' | 'orbit' | 'plan';

export interface ReadOptions {
  /** Subworkflows by the path or URL that names them; nothing is ever fetched (§13.4). */
  readonly documents?: ReadonlyMap<string, string>;
  /** The document's own path or URL: what a relative `href` is resolved against (HX-3002). */
  readonly reference?: string;
}

export interface Reading {
  /** Null where the content is of no dialect that is known here. */
  readonly dialect: Dialect | null;
  /** Null if any finding is an error: an invalid document is never run (§13.1). */
  readonly workflow: Workflow | null;
  /** By position, then by code. */
  readonly findings: readonly Diagnostic[];
  /** Analysis could not go on to the end, so there may be more to find. */
  readonly stopped: boolean;
}
