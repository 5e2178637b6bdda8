/** The `controls` of a JSON scenario: what people and accidents do to a run, and when. */

import {
  booleanAt,
  choiceAt,
  entriesAt,
  isPresent,
  itemsAt,
  type Located,
  member,
  nullable,
  numberAt,
  objectAt,
  report,
  required,
  textAt,
} from '../model/inspect.ts';
import type { Json } from '../model/json.ts';
import type { Control, ControlMoment } from '../model/scenario.ts';
import { MAXIMUM_CONTROLS, TIME, WHOLE } from './draft.ts';

const ACTIONS = ['cancel', 'crash', 'resume', 'signal', 'operator'] as const;
const COMMANDS = ['retry-step', 'resume-run', 'settle-uncertain'] as const;
const MOMENT_FIELDS = ['at', 'event', 'action'];
const FIELDS: { readonly [action in (typeof ACTIONS)[number]]: readonly string[] } = {
  cancel: MOMENT_FIELDS,
  crash: MOMENT_FIELDS,
  resume: MOMENT_FIELDS,
  signal: [...MOMENT_FIELDS, 'name', 'value'],
  operator: [
    ...MOMENT_FIELDS,
    ...['command', 'step', 'applied', 'output', 'by', 'reason', 'authorised'],
  ],
};

export function readControls(located: Located): readonly Control[] {
  return (itemsAt(located, MAXIMUM_CONTROLS) ?? [])
    .map(readControl)
    .filter((control) => control !== undefined);
}

function readControl(located: Located): Control | undefined {
  if (entriesAt(located) === undefined) return undefined;
  const action = required(
    member(located, 'action'),
    (given) => choiceAt(given, ACTIONS),
    `write one of ${ACTIONS.join(', ')}`,
  );
  if (action === undefined) return undefined;
  objectAt(located, FIELDS[action]);
  const moment = readMoment(located);
  if (action === 'signal') return { ...moment, action, ...readSignal(located) };
  if (action === 'operator') return { ...moment, action, ...readOperator(located) };
  return plainControl(moment, action);
}

function plainControl(moment: ControlMoment, action: 'cancel' | 'crash' | 'resume'): Control {
  switch (action) {
    case 'cancel':
      return { ...moment, action };
    case 'crash':
      return { ...moment, action };
    case 'resume':
      return { ...moment, action };
  }
}

function readMoment(control: Located): ControlMoment {
  const at = member(control, 'at');
  const event = member(control, 'event');
  if (isPresent(at) === isPresent(event)) {
    report(control, 'needs either "at" (a time in ms) or "event" (a seq of the trace)');
  }
  if (isPresent(event)) return { event: numberAt(event, { ...WHOLE, minimum: 1 }) ?? 1 };
  return { at: numberAt(at, TIME) ?? 0 };
}

function readSignal(control: Located): { readonly name: string; readonly value: Json } {
  return {
    name: required(member(control, 'name'), textAt, 'write the name of the signal') ?? '',
    value: (member(control, 'value').value ?? null) as Json,
  };
}

function readOperator(control: Located) {
  const command =
    required(
      member(control, 'command'),
      (given) => choiceAt(given, COMMANDS),
      `write one of ${COMMANDS.join(', ')}`,
    ) ?? 'resume-run';
  const step = nullable(member(control, 'step'), textAt) ?? null;
  const applied = nullable(member(control, 'applied'), booleanAt) ?? null;
  if (command !== 'resume-run' && step === null) {
    report(control, `needs a "step": the one that ${command} acts on`);
  }
  if (command === 'settle-uncertain' && applied === null) {
    report(control, 'needs "applied": whether the effect happened, true or false');
  }
  return {
    command,
    step,
    applied,
    output: (member(control, 'output').value ?? null) as Json,
    by: textAt(member(control, 'by')) ?? 'operator',
    reason: textAt(member(control, 'reason')) ?? '',
    authorised: booleanAt(member(control, 'authorised')) ?? true,
  };
}
