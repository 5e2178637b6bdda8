/** How wide the panes beside the run are: within bounds, whatever was dragged or stored. */

export interface PaneWidths {
  /** In px. */
  readonly document: number;
  readonly side: number;
}

export const USUAL_WIDTHS: PaneWidths = { document: 384, side: 336 };

const LEAST = 240;
const MOST = 720;
/** The run itself keeps at least this. */
const CENTRE = 320;
/** What an arrow key moves, in px. */
const NUDGE = 24;

export function boundedWidth(width: number, room: number): number {
  return Math.round(Math.max(LEAST, Math.min(width, MOST, room - CENTRE)));
}

/**
 * Where a key moves the edge of a pane; null where the key means nothing here.
 * @param grows The arrow that makes the pane wider.
 */
export function nudged(
  key: string,
  width: number,
  grows: 'ArrowLeft' | 'ArrowRight',
): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowRight':
      return width + (key === grows ? NUDGE : -NUDGE);
    case 'Home':
      return LEAST;
    case 'End':
      return MOST;
    default:
      return null;
  }
}
