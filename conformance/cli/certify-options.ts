/** Options of the commands that judge. Each throws a Problem that says what would be right. */

import { didYouMean } from '../../core/model/suggest.ts';
import type { Profile } from '../../core/model/workflow.ts';
import type { AddOn, Level, Rule } from '../rules/rule.ts';
import { matchesGlob } from '../suite/selection.ts';
import { Problem } from './problem.ts';

const PROFILES: readonly Profile[] = ['baseline', 'harness', 'orbit'];
const LEVELS: readonly Level[] = ['core', 'executing', 'full'];
const ADD_ONS: readonly AddOn[] = ['resume', 'operators'];

export const parseProfile = (text: string): Profile => oneOf(text, PROFILES, '--profile');

export const parseLevel = (text: string): Level => oneOf(text, LEVELS, '--level');

export const parseAddOn = (text: string): AddOn => oneOf(text, ADD_ONS, '--add-on');

function oneOf<Name extends string>(text: string, names: readonly Name[], option: string): Name {
  const found = names.find((name) => name === text);
  if (found !== undefined) return found;
  throw new Problem(
    `${option} takes one of ${names.join(', ')}, not '${text}'${didYouMean(text, names) || '.'}`,
  );
}

/** Each must match a rule. */
export function parseGlobs(
  globs: readonly string[] | undefined,
  rules: readonly Rule[],
): readonly string[] {
  const ids = rules.map(({ id }) => id);
  for (const glob of globs ?? []) {
    if (ids.some((id) => matchesGlob(id, glob))) continue;
    const near = didYouMean(glob, ids);
    throw new Problem(
      `--rules '${glob}' matches no rule${near || '; a star stands for any signs.'}`,
    );
  }
  return globs ?? [];
}
