/** A page of its own for a recorded trace: the same steps, cursor and panes, and no simulator. */

import { formatLink, type Link, linkTo } from '../models/link.ts';
import { createPlayground, type Playground } from '../state/playground.svelte.ts';
import type { TraceView } from './messages.ts';

const PLACE = { kind: 'lesson', id: 'recorded' } as const;

export function recordedPage(
  { name, format, run }: TraceView,
  { library }: Playground,
): { readonly page: Playground; readonly end: () => void } {
  let hash = linkTo(PLACE);
  const load = async () => ({ workflow: run.document, scenario: '', document: run.document });
  let page: Playground | undefined;
  const end = $effect.root(() => {
    page = createPlayground(
      {
        catalogue: library.catalogue,
        load: async () => null,
        lessons: [
          { id: PLACE.id, title: name, lead: `A recording, not a simulation: ${format}.`, load },
        ],
      },
      { ask: async () => run, close() {} },
      {
        read: () => hash,
        write(link: Link) {
          hash = formatLink(link);
        },
        listen: () => () => {},
      },
    );
  });
  if (page === undefined) throw new Error('the effect of a recording did not run');
  return { page, end };
}
