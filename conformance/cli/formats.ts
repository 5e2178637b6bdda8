/** The formats of each command, and those that are still to come. */

export const CHECK_FORMATS = ['pretty', 'json', 'sarif', 'github'] as const;

export const RULES_FORMATS = ['pretty', 'json', 'markdown'] as const;

export const RUN_FORMATS = [
  'timeline',
  'events',
  'json',
  'ndjson',
  'harness-trace',
  'perfetto',
  'markdown',
] as const;
export const RUN_FORMATS_PLANNED = ['orbit-log'] as const;
