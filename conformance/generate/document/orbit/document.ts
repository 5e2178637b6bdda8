/**
 * Valid ORBIT documents of all that the language has, made from choices: records, tasks that
 * undo each other, workflows that call each other, and names that are words of the language
 * wherever those may stand.
 */

import fc from 'fast-check';
import { type Choices, choicesFrom } from '../harness/choices.ts';
import { type Declared, expressionOf, type Readable } from './expressions.ts';
import { type Words, words } from './words.ts';

export interface OrbitSample {
  readonly tokens: Words;
  /** Of the workflow that runs: its name and those of its steps. */
  readonly workflow: string;
  readonly steps: readonly string[];
  /** By the name of a record its fields and their types. */
  readonly records: Declared['records'];
}

type Field = readonly [name: string, type: string];

interface Task {
  readonly name: string;
  readonly input: readonly Field[];
  readonly output: readonly Field[];
  readonly undo: Task | null;
  readonly isPaired: boolean;
}

interface Flow {
  readonly name: string;
  readonly input: readonly Field[];
  readonly returns: string | null;
  readonly tokens: Words;
  readonly steps: readonly string[];
}

const BASIC = ['String', 'Int', 'Float', 'Bool', 'Duration', 'Timestamp', 'UUID', 'Bytes', 'JSON'];
const FIELD_NAMES = ['a', 'b', 'with', 'if', 'null', 'step', 'input', 'x_1', 'worker', 'not'];
const STEP_NAMES = ['first', 'second', 'step', 'worker', 'after', 'timeout', 'div', 'task', 's_8'];

export const orbitSamples: fc.Arbitrary<OrbitSample> = samplesOf(STEP_NAMES.length);

/** With so many steps in a workflow at most. */
export function samplesOf(mostSteps: number): fc.Arbitrary<OrbitSample> {
  return fc
    .integer({ min: 0, max: 2 ** 31 - 1 })
    .map((seed) => sampleOf(choicesFrom(seed), mostSteps));
}

function sampleOf(choices: Choices, mostSteps: number): OrbitSample {
  const records = new Map<string, readonly Field[]>();
  for (let index = choices.below(3); index > 0; index -= 1) {
    records.set(`Record${index}`, fieldsOf(choices, [...records.keys()]));
  }
  const declared: Declared = { records };
  const types = [...records.keys()];
  const tasks = Array.from({ length: 1 + choices.below(3) }, (_, index) =>
    taskOf(index, types, choices),
  );
  const flows: Flow[] = [];
  for (let left = 1 + choices.below(3); left > 0; left -= 1) {
    flows.push(flowOf(`Flow${flows.length}`, tasks, flows, types, declared, mostSteps, choices));
  }
  const declarations = [
    ...[...records].map(([name, fields]) => [...['record', name], ...block(fieldTokens(fields))]),
    ...tasks.flatMap((task) => [task, ...(task.undo === null ? [] : [task.undo])].map(taskTokens)),
    ...flows.map(({ tokens }) => tokens),
  ];
  const { name, steps } = flows.at(-1) as Flow;
  return { tokens: declarations.flat(), workflow: name, steps, records };
}

function typeOf(choices: Choices, records: readonly string[], depth = 2): string {
  if (depth > 0 && choices.happens(0.15)) return `List<${typeOf(choices, records, depth - 1)}>`;
  if (depth > 0 && choices.happens(0.1)) {
    return `Map<String, ${typeOf(choices, records, depth - 1)}>`;
  }
  if (records.length > 0 && choices.happens(0.2)) return choices.oneOf(records);
  const type = choices.oneOf(BASIC);
  return depth === 2 && type !== 'JSON' && choices.happens(0.2) ? `${type}?` : type;
}

function fieldsOf(choices: Choices, records: readonly string[]): readonly Field[] {
  return choices.someOf(FIELD_NAMES, 4).map((name): Field => [name, typeOf(choices, records)]);
}

function taskOf(index: number, records: readonly string[], choices: Choices): Task {
  const make = (name: string, undo: Task | null): Task => {
    const input = fieldsOf(choices, records);
    const output = fieldsOf(choices, records);
    return { name, input, output, undo, isPaired: undo !== null && choices.happens(0.5) };
  };
  const undo = choices.happens(0.5) ? make(`undo.task${index}`, null) : null;
  return make(`do.task${index}`, undo);
}

function block(tokens: Words): Words {
  return ['{', ...tokens, '}'];
}

function fieldTokens(fields: readonly Field[]): Words {
  return fields.flatMap(([name, type], index) => [
    ...(index === 0 ? [] : [',']),
    ...[name, ':', ...words(type)],
  ]);
}

function taskTokens({ name, input, output, undo, isPaired }: Task): Words {
  return [
    ...['task', `"${name}"`, '{'],
    ...(input.length > 0 ? ['input', ...block(fieldTokens(input))] : []),
    ...(output.length > 0 ? ['output', ...block(fieldTokens(output))] : []),
    ...(isPaired && undo !== null ? ['compensated_by', `"${undo.name}"`] : []),
    '}',
  ];
}

function readableOf(path: Words, fields: readonly Field[], isOptional: boolean): Readable[] {
  return fields.map(([name, type]) => ({
    path: [...path, '.', name],
    type: isOptional && !type.endsWith('?') && type !== 'JSON' ? `${type}?` : type,
  }));
}

const EXECUTION: readonly Readable[] = [
  { path: ['execution', '.', 'id'], type: 'String' },
  { path: ['execution', '.', 'workflow'], type: 'String' },
];

function flowOf(
  name: string,
  tasks: readonly Task[],
  children: readonly Flow[],
  records: readonly string[],
  declared: Declared,
  mostSteps: number,
  choices: Choices,
): Flow {
  const input = fieldsOf(choices, records);
  const base = [...EXECUTION, ...readableOf(['input'], input, false)];
  const names = choices.someOf(STEP_NAMES, mostSteps);
  const steps: Words[] = [];
  const readable: { readonly step: string; readonly values: readonly Readable[] }[] = [];
  names.forEach((step, index) => {
    const made = stepOf(
      step,
      names.slice(0, index),
      base,
      readable,
      tasks,
      children,
      declared,
      choices,
    );
    steps.push(made.tokens);
    readable.push({ step, values: made.values });
  });
  const all = [...base, ...readable.flatMap(({ values }) => values)];
  const returns = choices.happens(0.5) ? typeOf(choices, records, 1) : null;
  const tokens = [
    ...['workflow', name, '{'],
    ...(choices.happens(0.7) ? ['version', '"1.0.0"'] : []),
    ...(input.length > 0 ? ['input', ...block(fieldTokens(input))] : []),
    ...(choices.happens(0.3) ? ['timeout', ...colon(choices), '1h'] : []),
    ...steps.flat(),
    ...(returns === null ? [] : ['return', ...expressionOf(returns, all, declared, choices)]),
    '}',
  ];
  return { name, input, returns, tokens, steps: names };
}

/** A scalar member's colon, which may be left out. */
function colon(choices: Choices): Words {
  return choices.happens(0.7) ? [':'] : [];
}

function stepOf(
  name: string,
  earlier: readonly string[],
  base: readonly Readable[],
  readable: readonly { readonly step: string; readonly values: readonly Readable[] }[],
  tasks: readonly Task[],
  children: readonly Flow[],
  declared: Declared,
  choices: Choices,
): { readonly tokens: Words; readonly values: readonly Readable[] } {
  const after = choices.someOf(earlier, 3);
  const before = [...base, ...readable.flatMap(({ values }) => values)];
  const order =
    after.length > 0
      ? ['after', ...after.flatMap((step, index) => (index === 0 ? [step] : [',', step]))]
      : [];
  const isSkippable = choices.happens(0.2);
  const when = isSkippable ? ['when', ...expressionOf('Bool', before, declared, choices)] : [];
  const plainKind = choices.below(8);
  if (plainKind === 6) {
    return { tokens: ['step', name, '{', 'sleep', '5m', ...order, ...when, '}'], values: [] };
  }
  if (plainKind === 7) {
    const tokens = [
      'step',
      name,
      '{',
      ...order,
      'await',
      'approval',
      ...when,
      'timeout',
      ':',
      '2d',
      '}',
    ];
    return { tokens, values: [{ path: [name, '.', 'by'], type: 'JSON' }] };
  }
  const child = plainKind === 5 && children.length > 0 ? choices.oneOf(children) : null;
  const task = choices.oneOf(tasks);
  const called = child ?? task;
  const loops = choices.happens(0.2);
  const loopType = choices.oneOf(['String', 'Int']);
  const inside = loops ? [...before, { path: ['each'], type: loopType }] : before;
  const members: Words[] = [
    child === null ? ['worker', `"${task.name}"`] : ['workflow', child.name],
    withTokens(called.input, inside, declared, choices),
    order,
    when,
  ];
  if (loops) {
    members.push([
      'for',
      'each',
      'in',
      ...expressionOf(`List<${loopType}>`, before, declared, choices),
    ]);
    if (choices.happens(0.5)) members.push(['max_parallel', ...colon(choices), '4']);
  } else if (choices.happens(0.2)) {
    const key = expressionOf('String', inside, declared, choices);
    members.push(['idempotency_key', ...colon(choices), ...key]);
  }
  members.push(...timing(child === null, choices));
  const undo = child === null ? task.undo : null;
  if (undo !== null && (task.isPaired || choices.happens(0.5))) {
    const near = readable
      .filter(({ step }) => after.includes(step))
      .flatMap(({ values }) => values);
    const own = readableOf([name], task.output, false);
    const looped = loops ? [{ path: ['each'], type: loopType }] : [];
    const readableUndo = [...base, ...near, ...own, ...looped];
    members.push([
      ...['compensate', '{', 'worker', `"${undo.name}"`],
      ...withTokens(undo.input, readableUndo, declared, choices),
      ...timing(true, choices).flat(),
      '}',
    ]);
  }
  const values = child === null && !loops ? readableOf([name], task.output, isSkippable) : [];
  return { tokens: ['step', name, '{', ...shuffled(members, choices).flat(), '}'], values };
}

/** Members stand in any order. */
function shuffled(members: readonly Words[], choices: Choices): readonly Words[] {
  const left = [...members];
  return members.map(() => left.splice(choices.below(left.length), 1)[0] ?? []);
}

function withTokens(
  fields: readonly Field[],
  readable: readonly Readable[],
  declared: Declared,
  choices: Choices,
): Words {
  const given = fields.filter(([, type]) => !type.endsWith('?') || choices.happens(0.5));
  if (given.length === 0) return choices.happens(0.2) ? ['with', '{', '}'] : [];
  const entries = given.flatMap(([name, type], index) => [
    ...(index === 0 ? [] : [',']),
    ...[name, ':', ...expressionOf(type, readable, declared, choices)],
  ]);
  return ['with', '{', ...entries, ...(choices.happens(0.2) ? [','] : []), '}'];
}

function timing(hasWorker: boolean, choices: Choices): Words[] {
  const members: Words[] = [];
  if (choices.happens(0.3)) members.push(['timeout', ...colon(choices), '30s']);
  if (hasWorker && choices.happens(0.2)) members.push(['queue_timeout', ...colon(choices), '10s']);
  if (hasWorker && choices.happens(0.2)) members.push(['using', '"slow workers"']);
  if (choices.happens(0.3)) {
    const more = choices.someOf(
      [
        ['backoff', ':', choices.oneOf(['none', 'fixed', 'linear', 'exponential'])],
        ['initial_delay', ':', '1s'],
        ['max_delay', ':', '1m'],
        ['multiplier', ':', '1.5'],
        ['jitter', ':', choices.oneOf(['true', 'false'])],
      ],
      5,
    );
    const rest = more.flatMap((setting) => [',', ...setting]);
    members.push(['retry', '{', 'attempts', ':', '5', ...rest, '}']);
  }
  return members;
}
