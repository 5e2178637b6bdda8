/** Rules about what a compensation is handed. */

import { canonicalJson } from '../../../core/model/canonical-json.ts';
import type { Json } from '../../../core/model/json.ts';
import {
  compileOrbitExpression,
  parseOrbitExpression,
} from '../../../core/orbit/expression/index.ts';
import { breach, type Checked, holdsOr, judgeEach, ms } from '../judge.ts';
import type { RunRule } from '../rule.ts';
import { compensations, type Execution, forwardExecutions, successOf, type View } from '../view.ts';

const LONGEST_SHOWN = 80;

const shown = (value: Json): string => {
  const text = canonicalJson(value);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
};

/** `{"input": …, "output": …}` of the unit undone (driver protocol, perform). */
const outputHanded = (input: Json): Json | undefined =>
  typeof input === 'object' && input !== null && !Array.isArray(input)
    ? (input as { readonly [name: string]: Json })['output']
    : undefined;

const handed = (execution: Execution, view: View): Checked => {
  const { undoes, unit, attempts } = execution;
  const call = attempts[0]?.calls[0];
  const source = forwardExecutions(view).find((each) => each.unit === undoes);
  const end = source === undefined ? undefined : successOf(source)?.end;
  if (call?.input === undefined || end?.how !== 'succeeded' || end.output === undefined) {
    return 'not-judged';
  }
  const expected = shown(end.output);
  const output = outputHanded(call.input);
  if (output === undefined && view.observation.workflow.orbit !== undefined) {
    return handedByWith(execution, call.input, end.output, view);
  }
  const isSame = output !== undefined && canonicalJson(output) === canonicalJson(end.output);
  return holdsOr(isSame, () =>
    breach(
      `${unit} was handed another output than ${undoes} gave, at ${ms(call.at)}`,
      expected,
      output === undefined ? 'no output' : shown(output),
      { unit, at: call.at },
    ),
  );
};

/**
 * In a document of ORBIT the members of `with` are what is handed over. Those are judged that read
 * nothing but the run's input and the step's own output.
 */
const handedByWith = (
  { undoes, unit, node, step, attempts }: Execution,
  input: Json,
  output: Json,
  view: View,
): Checked => {
  const ports = (node?.inputs ?? []).flatMap(({ name, value }) => {
    const expected = value === null ? null : valueGiven(value, step, output, view);
    return expected === null ? [] : [{ name, expected }];
  });
  const given = typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {};
  const wrong = ports.find(
    ({ name, expected }) => canonicalJson(memberOf(given, name)) !== canonicalJson(expected),
  );
  if (ports.length === 0) return 'not-judged';
  return holdsOr(wrong === undefined, () =>
    breach(
      `${unit} was handed another ${wrong?.name} than the output of ${undoes} gives`,
      shown(wrong?.expected ?? null),
      shown(memberOf(given, wrong?.name ?? '')),
      { unit, at: attempts[0]?.calls[0].at },
    ),
  );
};

const memberOf = (map: object, name: string): Json =>
  (map as { readonly [member: string]: Json | undefined })[name] ?? null;

/** What a member of `with` comes to; null where it reads more than is known here, or nothing. */
const valueGiven = (text: string, step: string, output: Json, view: View): Json | null => {
  const reading = parseOrbitExpression(text);
  if (!reading.ok) return null;
  let isKnown = true;
  let readsOutput = false;
  const unknown = (): Json => {
    isKnown = false;
    return null;
  };
  const evaluation = compileOrbitExpression(reading.expression)({
    input: () => view.observation.input,
    execution: unknown,
    step: (name) => {
      if (name !== step) return unknown();
      readsOutput = true;
      return output;
    },
    variable: () => undefined,
  });
  return evaluation.ok && isKnown && readsOutput ? evaluation.value : null;
};

const page = {
  why: 'An undo that gets nothing finds nothing to undo, and says that all is well. One that gets another element’s output undoes that one twice.',
  wrong: 'book gives {"id": "b-2"} for element 2; cancel gets null, or {"id": "b-0"}.',
  right: 'cancel for element 2 gets {"id": "b-2"}.',
};

const readsOwnOutput: RunRule = {
  kind: 'run',
  id: 'compensation/reads-own-output',
  title: "hands a compensation the step's (or the element's) own output",
  clause: 'ORBIT, what a compensation can read; driver protocol, perform',
  strength: 'MUST',
  profiles: ['orbit'],
  level: null,
  sees: ['world'],
  needs: ['compensation'],
  trigger: 'a step whose output is known is compensated',
  page,
  judge: (view) => judgeEach(compensations(view), (execution) => handed(execution, view)),
};

const receivesOutput: RunRule = {
  ...readsOwnOutput,
  id: 'compensation/receives-output',
  title: 'hands a compensation the output of the step that it undoes',
  clause: 'driver protocol, perform',
  profiles: ['baseline', 'harness'],
  level: 'full',
  page: {
    ...page,
    wrong: 'charge gives {"id": "c-1"}; refund gets null.',
    right: 'refund gets {"id": "c-1"}, as output, beside the input that charge had.',
  },
};

export const dataRules: readonly RunRule[] = [readsOwnOutput, receivesOutput];
