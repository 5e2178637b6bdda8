/**
 * Workflow commands of GitHub Actions, which it shows as annotations. A command is a line, and
 * nothing that a document or a driver says may end one early.
 */

/** Of each kind, by step; more are dropped without a word. */
export const MOST_ANNOTATIONS = 10;

export type AnnotationKind = 'error' | 'warning' | 'notice';

export const workflowCommand = (
  kind: AnnotationKind,
  properties: Readonly<Record<string, string | number>>,
  text: string,
): string => {
  const words = Object.entries(properties).map(([name, value]) => `${name}=${property(value)}`);
  return `::${kind} ${words.join(',')}::${data(text)}`;
};

/** Of many the first, and how many more there are. */
export const withinAnnotations = <Annotation>(
  all: readonly Annotation[],
  more: (rest: number) => Annotation,
): readonly Annotation[] => {
  if (all.length <= MOST_ANNOTATIONS) return all;
  const shown = all.slice(0, MOST_ANNOTATIONS - 1);
  return [...shown, more(all.length - shown.length)];
};

const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const property = (value: string | number): string =>
  data(String(value)).replaceAll(':', '%3A').replaceAll(',', '%2C');
