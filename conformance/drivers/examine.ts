/**
 * Examines a driver: shakes hands, has one tiny run done, and says of each step what is right,
 * what is odd and what is wrong, with a hint how to mend it.
 */

import type { Connector, Traffic } from '../protocol/connection.ts';
import type { Failure } from '../protocol/failure.ts';
import type { Hello } from '../protocol/hello.ts';
import { type DriverSession, openSession, type SessionOptions } from '../protocol/session.ts';
import { judgeTinyRun, type Remark, tinyRun } from './tiny-run.ts';

export type Examined =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'message'; readonly traffic: Traffic }
  | Remark;

/** `died`: the driver ended, hung or broke the protocol; `failed`: its runtime did wrong. */
export type Diagnosis = 'healthy' | 'failed' | 'died';

/** @param tell Called as things happen. */
export async function examine(
  connector: Connector,
  options: Pick<SessionOptions, 'suite' | 'wallMs'>,
  tell: (examined: Examined) => void,
): Promise<Diagnosis> {
  const remark = (kind: Remark['kind'], text: string, hint: string | null = null): void =>
    tell({ kind, text, hint });
  const fail = ({ message, hint }: Failure): Diagnosis => {
    remark('wrong', message, hint);
    return 'died';
  };

  tell({ kind: 'heading', text: 'Handshake' });
  const opened = await openSession(connector, {
    ...options,
    onTraffic: (traffic) => tell({ kind: 'message', traffic }),
  });
  if (!opened.ok) return fail(withHint(opened.failure));
  const { session } = opened;
  for (const { text, hint } of introduce(session.hello)) remark('right', text, hint);
  for (const text of session.hello.notes) remark('odd', text, NAMES_HINT);
  const told = session.notes.length;

  tell({ kind: 'heading', text: 'One tiny run' });
  const diagnosis = await examineRun(session, remark);
  for (const text of session.notes.slice(told)) remark('odd', text);

  tell({ kind: 'heading', text: 'Shutdown' });
  const { problem } = await session.shutdown();
  if (problem === null) remark('right', 'it ended as it was asked to');
  else remark('odd', problem, SHUTDOWN_HINT);
  return diagnosis;
}

const NAMES_HINT = 'docs/protocol/README.md lists all names; one that is not known is passed over.';
const SHUTDOWN_HINT =
  'Answer shutdown with {}, then exit with code 0; the end of the input means the same.';

async function examineRun(
  session: DriverSession,
  remark: (kind: Remark['kind'], text: string, hint?: string | null) => void,
): Promise<Diagnosis> {
  const tiny = tinyRun(session.hello);
  if (tiny === null) {
    const text = 'it takes neither plans nor documents that this version can try';
    remark('wrong', text, 'Declare at least one of plan, harness and orbit in "dialects".');
    return 'failed';
  }
  for (const sentence of tiny.story) remark('right', sentence);
  const record = await session.run(tiny.request, tiny.world);
  if (record.blocked !== null) {
    const { message, hint } = withHint(record.blocked);
    remark('wrong', message, hint);
    for (const incident of session.incidents) {
      if (incident.message !== message) remark('wrong', incident.message, incident.hint);
    }
    return 'died';
  }
  const remarks = judgeTinyRun(tiny, record, session.hello);
  for (const { kind, text, hint } of remarks) remark(kind, text, hint);
  for (const { message, hint } of session.incidents) remark('wrong', message, hint);
  if (session.incidents.length > 0) return 'died';
  return remarks.some(({ kind }) => kind === 'wrong') ? 'failed' : 'healthy';
}

function introduce({
  runtime,
  profiles,
  dialects,
  clock,
  concurrentRuns,
  capabilities,
  unsupported,
}: Hello): readonly { readonly text: string; readonly hint: string | null }[] {
  const language = runtime.language === undefined ? '' : ` (${runtime.language})`;
  const time =
    clock.kind === 'virtual'
      ? 'a virtual clock'
      : `a real clock, ${clock.toleranceMs} ms of tolerance, durations × ${clock.scale}`;
  const runs = concurrentRuns === 1 ? 'one run at a time' : `${concurrentRuns} runs at once`;
  const reasons = Object.entries(unsupported).map(([name, reason]) => `${name} (${reason})`);
  return [
    { text: `it is ${runtime.name} ${runtime.version}${language}`, hint: null },
    {
      text: `it wants to be judged as ${profiles.join(', ') || 'nothing'}, and takes ${dialects.join(', ') || 'nothing'}; ${time}; ${runs}`,
      hint: null,
    },
    { text: `it can do ${capabilities.join(', ') || 'nothing beside running tasks'}`, hint: null },
    ...(reasons.length === 0 ? [] : [{ text: `it can't do ${reasons.join(', ')}`, hint: null }]),
  ];
}

/** What most often lies behind a failure. */
function withHint(failure: Failure): Failure {
  return failure.hint === null ? { ...failure, hint: HINTS[failure.kind] ?? null } : failure;
}

const HINTS: { readonly [kind in Failure['kind']]?: string } = {
  'not-started': 'Is the command, the path or the address right? Try it in a shell of your own.',
  died: 'The driver must live until shutdown; what it wrote on stderr says why it did not.',
  hung: 'Does the driver flush its output after each line, and answer while a run waits?',
  'broke-protocol': 'The JSON Schema of every message is in docs/protocol.',
};
