/** What verifying a claim came to, for a terminal and as data. */

import { countOf } from '../../../simulator/trace/explain/words.ts';
import { gapText } from '../../claims/claim-sentences.ts';
import { tiersOf } from '../../claims/file/basis.ts';
import type { ClaimCheck } from '../../claims/file/check-claim.ts';
import type { Claim } from '../../claims/file/schema.ts';
import { tierName } from '../../claims/levels.ts';
import type { Certification } from '../../suite/certification.ts';
import { cut } from '../../suite/cut.ts';
import type { Tone } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { safeJson, visible } from '../terminal/visible.ts';
import { wrap } from '../terminal/width.ts';

export interface Verification {
  readonly claim: Claim;
  readonly check: ClaimCheck;
  /** What it was held against. */
  readonly seen: Certification;
  /** Whether the runtime was run for it; else a report was read. */
  readonly ran: boolean;
  readonly exitCode: number;
}

const wordOf = ({ check }: Verification): string => (check.verified ? 'VERIFIED' : 'NOT VERIFIED');

/** All of it, with a line end at its end. */
export const renderVerification = (verification: Verification, terminal: Terminal): string => {
  const { claim, check, seen, ran } = verification;
  const { paint, glyphs } = terminal;
  const line = (text: string, tone: Tone = 'plain'): readonly string[] =>
    wrap(visible(text), terminal.columns - 4).map((piece) => `   ${paint(tone, piece)}`);
  const item = (message: string, sign: string, tone: Tone): readonly string[] =>
    wrap(visible(`${message}.`), terminal.columns - 6).map((piece, index) =>
      index === 0 ? `   ${paint(tone, sign)} ${piece}` : `     ${piece}`,
    );
  const { verified, differences } = check;
  const how = ran
    ? `${countOf(claim.runs, 'generated run')} a profile, seed ${claim.seed}, by unwind ${seen.suite.version}`
    : 'held against a report; nothing was run';
  const lines = [
    ` ${paint('strong', visible(identityOf(claim)))}${paint('faint', visible(` ${glyphs.dot} ${how}`))}`,
    ...line(`claims ${namesOf(claim)}`),
    ...gapsOf(claim).flatMap((gap) => line(gap, 'faint')),
    '',
    ` ${paint(verified ? 'good' : 'bad', wordOf(verification))}`,
    ...differences.flatMap(({ refutes, message }) =>
      refutes ? item(message, glyphs.outcome.failed, 'bad') : item(message, glyphs.dot, 'faint'),
    ),
  ];
  return `${lines.join('\n')}\n`;
};

/** What a claim says is no longer than what is said of it. */
const LONGEST_NAME = 80;
const MOST_GAPS = 20;

const identityOf = ({ runtime }: Claim): string =>
  `${cut(runtime.name, LONGEST_NAME)} ${cut(runtime.version, LONGEST_NAME)}`;

const namesOf = ({ claims }: Claim): string =>
  claims.flatMap((claimed) => tiersOf(claimed).map(tierName)).join(', ');

const gapsOf = ({ claims }: Claim): readonly string[] =>
  claims
    .flatMap(({ gaps }) => gaps)
    .slice(0, MOST_GAPS)
    .map((gap) => `but for ${cut(gapText(gap))}`);

/** `verify --format json`: one object. */
export const renderVerificationJson = (verification: Verification): string => {
  const { claim, check, seen, ran, exitCode } = verification;
  const told = {
    ...{ result: wordOf(verification), verified: check.verified, differences: check.differences },
    ...{ claim, ran, runtime: seen.runtime, suite: seen.suite, exitCode },
  };
  return `${safeJson(JSON.stringify(told, null, 2))}\n`;
};
