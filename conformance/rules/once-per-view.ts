/** What many rules ask of one view is worked out once. */

import type { View } from './execution.ts';

export const oncePerView = <Result extends object>(
  compute: (view: View) => Result,
): ((view: View) => Result) => {
  const known = new WeakMap<View, Result>();
  return (view) => {
    const found = known.get(view);
    if (found !== undefined) return found;
    const result = compute(view);
    known.set(view, result);
    return result;
  };
};
