/**
 * A suite and a driver that talk. The session starts the driver, starts it again where it
 * died, keeps run ids apart, runs several at once as far as the driver takes them, answers
 * its calls, and hands back a record of each run.
 */

import type { Closing, Connection, Connector, Traffic } from './connection.ts';
import { type Failure, failure } from './failure.ts';
import { type Hello, otherVersion, readHello } from './hello.ts';
import type { RunRecord, World } from './record.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { createRegistry, type OpenRun } from './registry.ts';
import { type RunRequest, runParametersOf } from './run-request.ts';
import {
  type CheckParameters,
  type CheckResult,
  ERROR_CODE,
  PROTOCOL_VERSION,
  type RunResult,
} from './schema/index.ts';
import { createReader } from './schema/read.ts';
import { createSuiteSide } from './suite-side.ts';
import { createTurns } from './turns.ts';

export interface SessionOptions {
  readonly suite: { readonly name: string; readonly version: string };
  /** `--validate-traffic`: every message is checked against its schema, strictly. */
  readonly validate?: boolean;
  /** How long any reply is waited for, in ms; 30,000 if left out. */
  readonly wallMs?: number;
  /** How often a driver that died is started again; 3 if left out. */
  readonly restarts?: number;
  /** Sees each message as it passes; of a driver in process only those that are copied. */
  readonly onTraffic?: (traffic: Traffic) => void;
}

export type CheckReply =
  | { readonly ok: true; readonly result: CheckResult }
  | { readonly ok: false; readonly failure: Failure };

export interface DriverSession {
  readonly name: string;
  readonly hello: Hello;
  /**
   * Runs a workflow in a world. It waits for its turn where the driver takes no more runs at
   * once. Rejects only where the world throws, or a run id is used twice: defects of the
   * suite's own.
   */
  run(request: RunRequest, world: World): Promise<RunRecord>;
  /** Validates a document; for drivers with the capability `check`. */
  check(document: string, dialect: CheckParameters['dialect']): Promise<CheckReply>;
  /** The run is not wanted any more: the driver answers it with `stalled`. */
  abandon(run: string): Promise<void>;
  /** Ends the driver as the protocol wants it. */
  shutdown(): Promise<Closing>;
  /** Ends it at once; open runs are blocked. */
  kill(): Promise<void>;
  /** What went wrong so far, whichever run it was about; the first hundred. */
  readonly incidents: readonly Failure[];
  /** What is odd and does no harm, in sentences: methods and names that nobody knows. */
  readonly notes: readonly string[];
  stderr(): string;
}

export type Opened =
  | { readonly ok: true; readonly session: DriverSession }
  | { readonly ok: false; readonly failure: Failure; readonly stderr: string };

export const DEFAULT_WALL_MS = 30_000;
export const DEFAULT_RESTARTS = 3;
const MAXIMUM_STDERR = 8192;

/** Starts a driver and shakes hands. Never rejects. */
export async function openSession(connector: Connector, options: SessionOptions): Promise<Opened> {
  const { suite, validate = false } = options;
  const { wallMs = DEFAULT_WALL_MS, restarts = DEFAULT_RESTARTS } = options;
  const reader = createReader(validate);
  let numbered = 0;
  let starts = 0;
  let connection: Connection | null = null;
  let starting: Promise<Failure | null> | null = null;
  let hello: Hello | null = null;
  let lastStderr = '';
  let thrown: { readonly error: unknown } | null = null;
  let isClosed = false;

  /** The run can't be judged any more; its answer is still waited for, as long as any. */
  const giveUp = ({ recorder }: OpenRun): void => {
    const { run } = recorder.request;
    void connection?.call('abandon', { run }, run);
  };

  const registry = createRegistry(giveUp);
  const turns = createTurns(() => hello?.concurrentRuns ?? 1);

  /** The driver is of no use any more. */
  const lose = (reason: Failure): void => {
    const lost = connection;
    connection = null;
    if (lost !== null) lastStderr = lost.stderr().text;
    void lost?.kill();
    registry.lose(reason);
  };

  const start = async (): Promise<Failure | null> => {
    let early: Failure | null = null;
    let own: Connection | null = null;
    const side = createSuiteSide(
      registry,
      reader,
      (error) => {
        thrown ??= { error };
      },
      (reason) => {
        if (own === null || connection !== own) return;
        if (hello !== null) registry.incident(reason);
        lose(reason);
      },
    );
    const breach = (message: string, hint: string | null): void => {
      early ??= failure('broke-protocol', message, { hint });
      side.breach(message, hint);
    };
    const { onTraffic = null } = options;
    const connected = await connector.connect({ ...side, breach }, { wallMs, validate, onTraffic });
    starts += 1;
    if (!connected.ok) return connected.failure;
    own = connected.connection;
    connection = own;
    const reply = await own.call('initialize', {
      protocol: PROTOCOL_VERSION,
      suite: { name: suite.name, version: suite.version },
      ...(validate ? { validate: true } : {}),
    });
    const reason: Failure | null =
      early ?? (reply.ok ? greet(reply.result) : refusedGreeting(reply.failure));
    if (reason === null) return null;
    connection = null;
    await own.kill();
    lastStderr = own.stderr().text;
    return reason;
  };

  const greet = (result: unknown): Failure | null => {
    const greeting = readHello(result, reader);
    if (!greeting.ok) return greeting.failure;
    for (const each of greeting.hello.notes) registry.note(each);
    // What the suite planned by stands: a restart does not change what a runtime can do.
    if (hello !== null && JSON.stringify(hello) !== JSON.stringify(greeting.hello)) {
      registry.note('after a restart the driver said something else of itself than before');
    }
    hello ??= greeting.hello;
    return null;
  };

  /** Makes sure of a driver that is there; the reason where there is none. */
  const ready = (): Promise<Failure | null> => {
    if (isClosed) return Promise.resolve(failure('closed', 'the session was ended'));
    if (starting === null && connection !== null) return Promise.resolve(null);
    if (starting === null && starts > restarts) {
      const message = `the driver was started ${starts} times and is not started again`;
      const hint = 'The first run that was blocked says why it ended.';
      return Promise.resolve(failure('gone', message, { hint }));
    }
    starting ??= start().then((reason) => {
      starting = null;
      return reason === null ? null : registry.incident(reason);
    });
    return starting;
  };

  const run = async (request: RunRequest, world: World): Promise<RunRecord> => {
    numbered += 1;
    const id = request.run ?? `run-${numbered}`;
    const tenant = request.tenant ?? 'default';
    registry.use(id, tenant);
    await turns.take(id);
    try {
      const { clock } = hello as Hello;
      const recorder = createRecorder(
        runParametersOf(request, id, tenant, clock.scale),
        clock,
        world,
      );
      const reason = await ready();
      const present = connection;
      if (reason === null && present !== null) return await conduct(recorder, present);
      recorder.block({ ...(reason ?? failure('died', 'the driver is gone')), run: id });
      return recorder.finish(null, '');
    } finally {
      turns.end(id);
    }
  };

  const conduct = async (recorder: Recorder, on: Connection): Promise<RunRecord> => {
    const { run: id } = recorder.request;
    const written = on.stderr().length;
    const result = await new Promise<RunResult | null>((resolve) => {
      const settle: OpenRun['settle'] = (settled, reason) => {
        if (registry.open.get(id)?.recorder !== recorder) return;
        registry.open.delete(id);
        if (reason !== null) recorder.block(reason);
        resolve(settled);
      };
      registry.open.set(id, { recorder, settle });
      void on.call('run', recorder.request, id).then((reply) => {
        if (registry.open.get(id)?.recorder !== recorder) return;
        if (!reply.ok) {
          if (recorder.blocked === null) registry.incident(reply.failure);
          settle(null, reply.failure);
          if (reply.failure.kind === 'hung') lose(reply.failure);
          return;
        }
        const fault = reply.trusted === true ? null : reader.fault('run', 'result', reply.result);
        if (fault === null) settle(reply.result as RunResult, null);
        else settle(null, registry.incident(failure('broke-protocol', fault, { run: id })));
      });
    });
    if (thrown !== null) {
      const { error } = thrown;
      thrown = null;
      throw error;
    }
    const { length, text } = on.stderr();
    const share = Math.min(length - written, MAXIMUM_STDERR);
    return recorder.finish(result, share === 0 ? '' : text.slice(-share));
  };

  const check: DriverSession['check'] = async (document, dialect) => {
    const reason = await ready();
    if (reason !== null || connection === null) {
      return { ok: false, failure: reason ?? failure('died', 'the driver is gone') };
    }
    const reply = await connection.call('check', { document, dialect });
    if (!reply.ok) {
      if (reply.failure.kind === 'hung') lose(reply.failure);
      return { ok: false, failure: registry.incident(reply.failure) };
    }
    const fault = reader.fault('check', 'result', reply.result);
    if (fault === null) return { ok: true, result: reply.result as CheckResult };
    return { ok: false, failure: registry.incident(failure('broke-protocol', fault)) };
  };

  const shutdown = async (): Promise<Closing> => {
    isClosed = true;
    const present = connection;
    if (present === null) return { problem: null };
    const reply = await present.call('shutdown', {});
    connection = null;
    registry.lose(failure('closed', 'the session was ended'));
    const closing = await present.close();
    lastStderr = present.stderr().text;
    if (closing.problem !== null || reply.ok) return closing;
    return { problem: `shutdown was not answered: ${reply.failure.message}` };
  };

  const first = await start();
  if (first !== null || hello === null) {
    const reason = first ?? failure('broke-protocol', 'the driver did not say what it is');
    return { ok: false, failure: reason, stderr: lastStderr.slice(-MAXIMUM_STDERR) };
  }
  const session: DriverSession = {
    name: connector.name,
    hello,
    run,
    check,
    abandon: async (id) => {
      if (registry.open.has(id)) await connection?.call('abandon', { run: id }, id);
    },
    shutdown,
    kill: async () => {
      isClosed = true;
      const present = connection;
      lose(failure('closed', 'the session was ended'));
      await present?.kill();
    },
    incidents: registry.incidents,
    notes: registry.notes,
    stderr: () => connection?.stderr().text ?? lastStderr,
  };
  return { ok: true, session };
}

/** What an error instead of a handshake means. */
function refusedGreeting(reason: Failure): Failure {
  return reason.code === ERROR_CODE.version ? otherVersion(reason.message) : reason;
}
