/** `unwind doctor --driver CMD | --driver-module M | --driver-url WS` */

import { type Diagnosis, type Examined, examine } from '../drivers/examine.ts';
import type { Traffic } from '../protocol/connection.ts';
import { MESSAGES } from '../protocol/schema/messages.ts';
import { asciiGlyphs } from '../report/terminal/glyphs.ts';
import type { Terminal } from '../report/terminal/terminal.ts';
import { visible } from '../report/terminal/visible.ts';
import { parseTime } from './arguments.ts';
import { type DriverOptions, driverNamed } from './driver-target.ts';
import { terminalFor } from './environment.ts';
import { EXIT_BLOCKED, EXIT_FAILED, EXIT_OK } from './exit-codes.ts';
import type { Host } from './host.ts';
import { packageVersion } from './package-root.ts';
import { Problem } from './problem.ts';

export interface DoctorOptions extends DriverOptions {
  readonly wall: string;
  readonly ascii?: boolean;
}

/** Explains the conversation with a driver, message by message. */
export async function doctor(options: DoctorOptions, host: Host): Promise<number> {
  const wallMs = parseTime(options.wall, '--wall');
  const connector = await driverNamed(options);
  if (connector === null) {
    throw new Problem(
      'Name a driver: --driver "python3 driver.py", --driver-module driver.mjs or --driver-url ws://localhost:8080.',
    );
  }
  const terminal = terminalFor(host.out, host, options.ascii);
  const print = printer(terminal, (text) => host.out.write(text));
  host.out.write(`Driver: ${visible(connector.name)}\n`);
  const suite = { name: 'unwind', version: packageVersion() };
  const diagnosis = await examine(connector, { suite, wallMs }, print);
  host.out.write(`\n${VERDICTS[diagnosis]}\n`);
  return EXITS[diagnosis];
}

const VERDICTS: { readonly [diagnosis in Diagnosis]: string } = {
  healthy: 'The driver is well. Next: unwind certify, with the same options.',
  failed: 'The driver talks as it should, but the run did not go as it should.',
  died: 'The driver ended, hung, or broke the protocol.',
};

const EXITS: { readonly [diagnosis in Diagnosis]: number } = {
  healthy: EXIT_OK,
  failed: EXIT_FAILED,
  died: EXIT_BLOCKED,
};

/** Longer messages are cut where they are shown: a plan or a trace may fill pages. */
const MAXIMUM_SHOWN = 600;

const TONES = { right: 'good', odd: 'warning', wrong: 'bad' } as const;

function printer(terminal: Terminal, write: (text: string) => void): (examined: Examined) => void {
  const { paint, glyphs } = terminal;
  const signs = glyphs === asciiGlyphs ? ASCII_SIGNS : UNICODE_SIGNS;
  // What each side asked, by id, so that an answer can be told by its question.
  const asked = new Map<string, string>();
  return (examined) => {
    switch (examined.kind) {
      case 'heading':
        write(`\n${paint('strong', examined.text)}\n`);
        return;
      case 'message':
        write(renderTraffic(examined.traffic, asked, terminal));
        return;
      default: {
        const { kind, text, hint } = examined;
        write(`  ${paint(TONES[kind], signs[kind])} ${visible(text)}\n`);
        if (hint !== null) write(`    ${paint('faint', visible(hint))}\n`);
      }
    }
  };
}

const UNICODE_SIGNS = { right: '✓', odd: '?', wrong: '✗' };
const ASCII_SIGNS = { right: '+', odd: '?', wrong: 'x' };

function renderTraffic(
  { from, text }: Traffic,
  asked: Map<string, string>,
  { paint, glyphs }: Terminal,
): string {
  if (from === 'stderr') {
    const lines = text.trimEnd().split('\n');
    return lines.map((line) => `  driver, on stderr: ${visible(line)}\n`).join('');
  }
  const about = aboutMessage(from, text, asked);
  const shown =
    text.length > MAXIMUM_SHOWN ? `${text.slice(0, MAXIMUM_SHOWN)}${glyphs.ellipsis}` : text;
  return `  ${from} says ${about}\n    ${paint('faint', visible(shown))}\n`;
}

/** What a message is, in a few words. */
function aboutMessage(from: 'suite' | 'driver', text: string, asked: Map<string, string>): string {
  let message: { readonly [member: string]: unknown };
  try {
    message = JSON.parse(text) as typeof message;
  } catch {
    return 'what is no JSON';
  }
  const { id, method, error } = message ?? {};
  if (typeof method === 'string') {
    if (id !== undefined) asked.set(`${from} ${JSON.stringify(id)}`, method);
    const summary = Object.hasOwn(MESSAGES, method)
      ? MESSAGES[method as keyof typeof MESSAGES].summary
      : 'no message of the protocol';
    return `${visible(method)}: ${summary}`;
  }
  const other = from === 'suite' ? 'driver' : 'suite';
  const question = asked.get(`${other} ${JSON.stringify(id)}`);
  const answer = error === undefined ? 'the answer' : 'an error';
  return question === undefined ? answer : `${answer} to ${visible(question)}`;
}
