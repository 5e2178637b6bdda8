/** What an input port comes to. */

import type { Json } from '../../../../core/model/json.ts';

export interface InputReading {
  readonly port: string;
  readonly from: 'edge' | 'value' | 'default';
  /** Undefined where nobody knows it. */
  readonly value: Json | undefined;
}
