/** A shape for each look, on a field of 16 by 16; drawn with a stroke, never a font. */

import type { Look } from './look.ts';

export const ICONS: Readonly<Record<Look, string>> = {
  idle: 'M8 3.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9z',
  ready: 'M8 3.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9zM8 7.2a.8.8 0 1 1 0 1.6a.8.8 0 1 1 0-1.6z',
  running: 'M4.5 3l8 5l-8 5z',
  waiting: 'M4 2.5h8M4 13.5h8M5 2.5c0 3.5 6 4.5 6 11M11 2.5c0 3.5-6 4.5-6 11',
  succeeded: 'M2.8 8.6l3.4 3.6l7-8',
  failed: 'M3.6 3.6l8.8 8.8M12.4 3.6l-8.8 8.8',
  unknown: 'M5.2 5.6c0-3.9 5.8-3.7 5.8-.3c0 2.3-2.9 2.4-2.9 4.7M8.1 13v.4',
  undone: 'M6.5 3L3 6.4l3.5 3.4M3.2 6.4h6.3c4.4 0 4.4 6.4 0 6.4H7',
  skipped: 'M3 3.5l5 4.5l-5 4.5M8.2 3.5l5 4.5l-5 4.5',
  cancelled: 'M8 2.6a5.4 5.4 0 1 1 0 10.8a5.4 5.4 0 1 1 0-10.8zM4.2 11.8l7.6-7.6',
  person: 'M8 2.4a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5zM3 13.6c0-5.6 10-5.6 10 0z',
  turn: 'M4 14V2.5M4 3h8.5l-2.4 3l2.4 3H4',
};

/** Signs of the page itself. */
export const SIGNS = {
  first: 'M3.5 3v10M12.5 3.2v9.6L5.5 8z',
  last: 'M12.5 3v10M3.5 3.2v9.6l7-4.8z',
  play: 'M4.5 3l8 5l-8 5z',
  pause: 'M5 3v10M11 3v10',
  sun: 'M8 5a3 3 0 1 1 0 6a3 3 0 1 1 0-6zM8 .9v1.6M8 13.5v1.6M.9 8h1.6M13.5 8h1.6M3 3l1.1 1.1M11.9 11.9L13 13M3 13l1.1-1.1M11.9 4.1L13 3',
  moon: 'M12.9 9.8A5.6 5.6 0 0 1 6.2 3.1a5.6 5.6 0 1 0 6.7 6.7z',
  contrast: 'M8 2.2a5.8 5.8 0 1 1 0 11.6a5.8 5.8 0 1 1 0-11.6zM8 2.2v11.6M8 5h3.6M8 8h5.2M8 11h3.6',
  left: 'M10 3.5L5.5 8l4.5 4.5',
  right: 'M6 3.5L10.5 8L6 12.5',
  close: 'M4 4l8 8M12 4l-8 8',
  pin: 'M5.5 2.5h5M6.5 2.5v4L4.5 9h7l-2-2.5v-4M8 9v4.5',
  down: 'M3.5 6l4.5 4.5L12.5 6',
  warning: 'M8 2.5l6 11H2zM8 6.5v3.2M8 11.6v.1',
  link: 'M6.7 9.3a2.7 2.7 0 0 0 3.8 0l2.4-2.4a2.7 2.7 0 0 0-3.8-3.8l-.9.9M9.3 6.7a2.7 2.7 0 0 0-3.8 0L3.1 9.1a2.7 2.7 0 0 0 3.8 3.8l.9-.9',
} as const;

export type Sign = keyof typeof SIGNS;
