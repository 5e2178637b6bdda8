/** Where files are, as other tools want to read it. */

import { isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FileLocation, Locate } from '../report/findings/located.ts';
import { STANDARD_INPUT } from './read-input.ts';

/** Places relative to a folder; what lies outside of it has an absolute one. */
export function locateFrom(folder: string): Locate {
  return (path) => locate(path, folder);
}

function locate(path: string, folder: string): FileLocation {
  if (path === STANDARD_INPUT) return { uri: null, path };
  const near = relative(folder, resolve(path));
  const outside = near === '..' || near.startsWith(`..${sep}`) || isAbsolute(near);
  if (outside) {
    return { uri: pathToFileURL(path).href, path: slashed(resolve(path)) };
  }
  return { uri: slashed(near).split('/').map(segment).join('/'), path: slashed(near) };
}

function slashed(path: string): string {
  return path.split(sep).join('/');
}

/** What may stand in a segment of a path stays readable (RFC 3986, §3.3), save a colon. */
function segment(text: string): string {
  return encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, '\ufffd')).replace(
    /%(?:24|26|2B|2C|3B|3D|40)/g,
    decodeURIComponent,
  );
}
