/** The formats of each command; the first is the one that it prints unless asked. */

export const CHECK_FORMATS = ['pretty', 'json', 'sarif', 'github'] as const;

export const RULES_FORMATS = ['pretty', 'json', 'markdown'] as const;

export const RUN_FORMATS = [
  'timeline',
  'events',
  'json',
  'ndjson',
  'harness-trace',
  'orbit-log',
  'perfetto',
  'markdown',
] as const;

export const CERTIFY_FORMATS = [
  ...(['pretty', 'json', 'junit', 'html', 'github', 'markdown', 'badge'] as const),
] as const;

export const REPLAY_FORMATS = ['timeline', 'json'] as const;

export const COMPARE_FORMATS = ['pretty', 'json', 'markdown'] as const;

export const FUZZ_FORMATS = ['pretty', 'json', 'junit', 'sarif', 'github', 'markdown'] as const;

export const EXPLORE_FORMATS = ['pretty', 'json'] as const;

export const VERIFY_FORMATS = ['pretty', 'json'] as const;
