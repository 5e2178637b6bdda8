/**
 * Resolving the `href` of a subworkflow against the document that holds it, as text (RFC 3986
 * §5.2, without an engine's URL class): nothing is fetched, but two ways of writing one place
 * must compare equal.
 */

interface Parts {
  /** `https://host` or `file://`, or nothing for a path. */
  readonly origin: string;
  readonly path: string;
}

/** The path or URL that `reference` means inside the document at `base`. */
export function resolveReference(base: string, reference: string): string {
  const target = partsOf(reference);
  if (target.origin !== '') return target.origin + withoutDots(target.path);
  const from = partsOf(base);
  const path = against(from.path, target.path);
  return from.origin + withoutDots(path);
}

function against(base: string, path: string): string {
  // Nothing, or a query alone, means the document itself (RFC 3986 §5.2.2).
  if (path === '') return base;
  if (path.startsWith('?')) return (splitOnce(base, '?')[0] ?? '') + path;
  return path.startsWith('/') ? path : base.slice(0, base.lastIndexOf('/') + 1) + path;
}

function partsOf(reference: string): Parts {
  const withoutFragment = reference.replace(/#.*$/s, '');
  const match = /^([A-Za-z][A-Za-z0-9+.-]+:(?:\/\/[^/?]*)?)(.*)$/s.exec(withoutFragment);
  if (match === null) return { origin: '', path: withoutFragment.replaceAll('\\', '/') };
  return { origin: (match[1] ?? '').toLowerCase(), path: match[2] ?? '' };
}

/** `a/./b/../c` is `a/c`; a leading `..` of a relative path stays. */
function withoutDots(path: string): string {
  const [beforeQuery = '', query] = splitOnce(path, '?');
  const kept: string[] = [];
  for (const segment of beforeQuery.split('/')) {
    const last = kept.at(-1);
    if (segment === '.') continue;
    if (segment === '..' && last !== undefined && last !== '..' && last !== '') kept.pop();
    else if (segment === '..' && last === '' && kept.length === 1) continue;
    else kept.push(segment);
  }
  return kept.join('/') + (query === undefined ? '' : `?${query}`);
}

function splitOnce(text: string, separator: string): readonly [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}
