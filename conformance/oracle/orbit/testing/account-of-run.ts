/** A run of the simulator as an account, and what it took where it was free. */

import { defaultChoices } from '../../../../core/lifecycle/choices.ts';
import type { Run } from '../../../../core/model/run.ts';
import type { Scenario } from '../../../../core/model/scenario.ts';
import type { TraceError } from '../../../../core/model/trace.ts';
import type { Workflow } from '../../../../core/model/workflow.ts';
import { defaultLimits } from '../../../../simulator/limits.ts';
import { rulesOf } from '../../../../simulator/profile.ts';
import { compileProgram } from '../../../../simulator/program/compile.ts';
import { report } from '../../../../simulator/report.ts';
import { begin, runOn } from '../../../../simulator/runtime/run.ts';
import { simulatedHost } from '../../../../simulator/runtime/simulated-host.ts';
import type { Account, CallAccount } from '../account.ts';
import { nameOfCall, type Taken } from '../taken.ts';

export interface Told {
  readonly run: Run;
  readonly account: Account;
  readonly taken: Taken;
}

/** Runs a workflow on the simulator, and hears of each call what it was handed. */
export function tellRun(workflow: Workflow, scenario: Scenario): Told {
  const inputs: CallAccount['input'][] = [];
  const host: typeof simulatedHost = {
    ...simulatedHost,
    send: (attempt) => {
      inputs.push(attempt.step.input);
      simulatedHost.send(attempt);
    },
  };
  const program = compileProgram(workflow);
  const rules = rulesOf('orbit');
  const run = report(runOn(begin(program, scenario, defaultLimits, rules, defaultChoices, host)));
  return { run, account: accountOf(run, inputs), taken: takenBy(run) };
}

function accountOf(run: Run, inputs: readonly CallAccount['input'][]): Account {
  const calls = run.trace.flatMap((event) => (event.type === 'attempt.started' ? [event] : []));
  const ended = run.trace.find((event) => event.type === 'instance.ended');
  const error = ended?.type === 'instance.ended' ? ended.error : undefined;
  return {
    outcome: run.outcome as Account['outcome'],
    compensation: run.compensation,
    endedAt: run.endedAt,
    error: error === undefined ? null : codeOf(error),
    calls: calls.map(({ at, unit, purpose, attempt, key }, index) => ({
      at,
      unit,
      purpose: purpose as CallAccount['purpose'],
      attempt,
      key,
      input: inputs[index] ?? null,
    })),
    states: run.states,
    failures: run.failures.map(({ unit, class: errorClass, code }) => ({
      unit,
      error: codeOf({ class: errorClass, code }),
    })),
    output: run.output,
  };
}

/** ORBIT's own codes stand beside a class; a task's own error is its class. */
const codeOf = (error: TraceError): string => error.code ?? error.class;

function takenBy({ trace }: Run): Taken {
  const draws: { [unit: string]: number[] } = {};
  const order: string[] = [];
  for (const event of trace) {
    if (event.type === 'attempt.started') order.push(nameOfCall(event.unit, event.attempt));
    if (event.type !== 'timer.set' || event.draw === undefined) continue;
    draws[event.unit] = [...(draws[event.unit] ?? []), event.draw];
  }
  return { draws, order };
}
