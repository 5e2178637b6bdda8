/**
 * The page's state: a link, and the run that belongs to it. Everything that is seen is derived
 * from these two, so that going back is nothing but a smaller cursor.
 */

import { eventBySeq } from '../../simulator/trace/explain/history.ts';
import { titleOf } from '../../simulator/trace/explain.ts';
import { type Example, findExample } from '../models/catalogue.ts';
import { type Detail, type Link, parseAddress, type Scale, START } from '../models/link.ts';
import { spokenStep } from '../models/log.ts';
import { attemptFrom, notableFrom } from '../models/notable.ts';
import { pauseAfter, type Speed } from '../models/playback.ts';
import { reasonOf } from '../models/reason.ts';
import { cursorOf, stepAt, stepsOf } from '../models/steps.ts';
import type { Answer, RunAnswer } from '../worker/messages.ts';
import type { Runner } from '../worker/runner.ts';
import type { Address } from './address.ts';
import type { ExampleText } from './examples.ts';

export interface Library {
  readonly catalogue: readonly Example[];
  load(example: Example): Promise<ExampleText | null>;
}

/** The page does not show scenarios, and one in the address is no text. */
const NO_SCENARIO = '';

export type Content =
  | { readonly kind: 'loading' }
  | { readonly kind: 'missing'; readonly what: string }
  /** The text is null where the address held none that could be read. */
  | { readonly kind: 'answered'; readonly text: ExampleText | null; readonly answer: Answer };

export type Playground = ReturnType<typeof createPlayground>;

export function createPlayground(library: Library, runner: Runner, address: Address) {
  let link = $state.raw<Link>(START);
  let content = $state.raw<Content>({ kind: 'loading' });
  let speed = $state<Speed>(1);
  let playing = $state(false);
  /** What the run on the page was made from. */
  let shown: string | null = null;

  const token = $derived(link.token);
  const example = $derived(token === null ? findExample(library.catalogue, link.example) : null);
  const answer = $derived(content.kind === 'answered' ? content.answer : null);
  const result = $derived<RunAnswer | null>(answer?.kind === 'run' ? answer : null);
  const trace = $derived(result?.run.trace ?? []);
  // The link is another object at each step: what follows from parts of it hangs on these.
  const detail = $derived(link.detail);
  const scale = $derived(link.scale);
  const steps = $derived(stepsOf(trace, detail));
  const cursor = $derived(Math.min(link.cursor, trace[trace.length - 1]?.seq ?? 0));
  const index = $derived(cursor === 0 ? -1 : stepAt(steps, cursor));
  const step = $derived(steps[index]);
  const event = $derived(step?.lead ?? null);
  const selected = $derived(
    link.selected ?? (event !== null && 'node' in event ? event.node : null),
  );
  const explanation = $derived(
    result === null || step === undefined ? null : reasonOf(step, trace, result.workflow),
  );
  const cause = $derived.by(() => {
    const found = event === null ? null : eventBySeq(trace, event.cause);
    const at = found === null ? -1 : stepAt(steps, found.seq);
    const causing = steps[at];
    return causing === undefined || at >= index || result === null
      ? null
      : { title: titleOf(causing.lead, result.workflow), go: () => goTo(at) };
  });
  const spoken = $derived(result === null ? '' : spokenStep(steps, index, result.workflow));

  function show(hash: string): void {
    const parsed = parseAddress(hash);
    if (parsed.kind === 'unknown') {
      shown = null;
      content = { kind: 'missing', what: `There is no page ${parsed.path} here.` };
      return;
    }
    link = parsed.link;
    void run();
  }

  async function run(): Promise<void> {
    if (link.token !== null) return runToken(link.token);
    const chosen = findExample(library.catalogue, link.example);
    const wanted = `${chosen?.id ?? ''} ${link.seed ?? ''}`;
    if (shown === wanted) return;
    shown = wanted;
    playing = false;
    if (chosen === null) {
      content = {
        kind: 'missing',
        what:
          link.example === null
            ? 'There are no examples here.'
            : `There is no example “${link.example}”.`,
      };
      return;
    }
    if (content.kind === 'missing') content = { kind: 'loading' };
    const text = await library.load(chosen).catch(() => null);
    if (shown !== wanted) return;
    if (text === null) {
      content = { kind: 'missing', what: `The files of “${chosen.title}” could not be loaded.` };
      return;
    }
    const found = await runner.ask({ ...text, seed: link.seed });
    if (found !== null && shown === wanted) content = { kind: 'answered', text, answer: found };
  }

  async function runToken(wantedToken: string): Promise<void> {
    const wanted = `${wantedToken} ${link.seed ?? ''}`;
    if (shown === wanted) return;
    shown = wanted;
    playing = false;
    content = { kind: 'loading' };
    const found = await runner.ask({ token: wantedToken, seed: link.seed });
    if (found === null || shown !== wanted) return;
    const text = found.kind === 'run' ? { document: found.document, scenario: NO_SCENARIO } : null;
    content = { kind: 'answered', text, answer: found };
    const step = found.kind === 'run' ? (found.counterexample?.step ?? 0) : 0;
    if (link.cursor === 0 && step > 0) move({ cursor: step });
  }

  function move(change: Partial<Link>, isNewPlace = false): void {
    link = { ...link, ...change };
    address.write(link, isNewPlace);
  }

  function goToStep(to: number): void {
    const clamped = Math.max(-1, Math.min(to, steps.length - 1));
    move({ cursor: cursorOf(steps, clamped), selected: null });
  }

  show(address.read());
  $effect(() => address.listen(() => show(address.read())));
  $effect(() => {
    if (!playing) return;
    if (index >= steps.length - 1) {
      playing = false;
      return;
    }
    const timer = setTimeout(() => goToStep(index + 1), pauseAfter(event, speed));
    return () => clearTimeout(timer);
  });

  /** A person who moves by hand takes over from play. */
  function goTo(to: number): void {
    playing = false;
    goToStep(to);
  }

  return {
    get catalogue() {
      return library.catalogue;
    },
    get example() {
      return example;
    },
    /** The run came in the address. */
    get fromLink() {
      return token !== null;
    },
    get content() {
      return content;
    },
    /** The run, where there is one. */
    get result() {
      return result;
    },
    get detail() {
      return detail;
    },
    get scale() {
      return scale;
    },
    get steps() {
      return steps;
    },
    /** The event (by `seq`) at which the page stands, never beyond the last. */
    get cursor() {
      return cursor;
    },
    /** The step at which the page stands; −1 before the first. */
    get index() {
      return index;
    },
    get event() {
      return event;
    },
    get explanation() {
      return explanation;
    },
    /** What led to the current step, where that was another step. */
    get cause() {
      return cause;
    },
    get selected() {
      return selected;
    },
    get spoken() {
      return spoken;
    },
    get playing() {
      return playing;
    },
    get speed() {
      return speed;
    },
    set speed(value: Speed) {
      speed = value;
    },
    goTo,
    step: (count: number) => goTo(index + count),
    toEvent(seq: number) {
      goTo(stepAt(steps, seq));
    },
    toNotable: (direction: 1 | -1) => goTo(notableFrom(steps, index, direction)),
    toAttempt: (direction: 1 | -1) => goTo(attemptFrom(steps, index, direction)),
    select: (node: string) => move({ selected: node }),
    setScale: (scale: Scale) => move({ scale }),
    setDetail: (detail: Detail) => move({ detail }),
    nextSeed() {
      move({ seed: (result?.seed ?? 0) + 1 }, true);
      void run();
    },
    togglePlay() {
      if (!playing && index >= steps.length - 1) goToStep(-1);
      playing = !playing;
    },
    pause() {
      playing = false;
    },
  };
}
