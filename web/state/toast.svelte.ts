/** A short message that goes by itself, and stays a while where it was read. */

export interface Toast {
  readonly text: string;
  /** Something that can be done about it. */
  readonly action: { readonly name: string; readonly does: () => void } | null;
}

const STAY = 6000;

export function createToast() {
  let toast = $state.raw<Toast | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    get current() {
      return toast;
    },
    say(text: string, action: Toast['action'] = null) {
      clearTimeout(timer);
      toast = { text, action };
      // What can be pressed stays until it is, or until it is closed (WCAG 2.2.1).
      if (action === null) timer = setTimeout(() => (toast = null), STAY);
    },
    close() {
      clearTimeout(timer);
      toast = null;
    },
  };
}
