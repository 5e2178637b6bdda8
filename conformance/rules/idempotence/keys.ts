/** Rules about idempotency keys (discipline 2; ORBIT, units). */

import { breach, type Checked, holdsOr, judgeEach, ms } from '../judge.ts';
import type { Call } from '../observation.ts';
import type { Conclusion, Rule, RunRule, Sample, SampleRule } from '../rule.ts';
import type { View } from '../view.ts';

/** All calls of one step execution, questions to the far side included. */
const callsByExecution = ({ observation }: View): readonly (readonly Call[])[] => {
  const groups = new Map<string, Call[]>();
  for (const call of observation.calls) {
    const name = `${call.unit}\n${call.step}`;
    const known = groups.get(name);
    if (known === undefined) groups.set(name, [call]);
    else known.push(call);
  }
  return [...groups.values()];
};

const sameKey = (calls: readonly Call[], why: string): Checked => {
  const [first] = calls;
  const other = calls.find(({ key }) => key !== first?.key || key === null);
  if (first === undefined) return 'not-judged';
  return holdsOr(other === undefined, () =>
    breach(
      other?.key === null
        ? `${first.unit}: attempt ${other.attempt} at ${ms(other.at)} carries no key, though keys are declared`
        : `${first.unit}: the key of attempt ${other?.attempt} at ${ms(other?.at ?? 0)} is not that of the call before ${why}`,
      first.key ?? 'a key',
      other?.key ?? 'no key',
      { unit: first.unit, at: other?.at },
    ),
  );
};

const stable: RunRule = {
  kind: 'run',
  id: 'idempotence/key-stable',
  title: 'hands the same key to every attempt of one step execution',
  clause: 'discipline 2; ORBIT, units',
  strength: 'MUST',
  profiles: ['baseline', 'orbit'],
  level: null,
  sees: ['world'],
  needs: ['keys'],
  trigger: 'a step execution makes a second call',
  page: {
    why: 'The key is how the far side knows that it has seen this before. A key that holds the attempt, a time or a random part protects from nothing.',
    wrong: 'Attempt 1 has key a1, attempt 2 has key a2: the far side charges twice.',
    right: 'Both have the key of the step execution.',
  },
  judge: (view) =>
    judgeEach(callsByExecution(view), (calls) =>
      calls.length < 2 ? 'not-judged' : sameKey(calls, 'it'),
    ),
};

const survives: RunRule = {
  kind: 'run',
  id: 'idempotence/key-survives',
  title: "hands the same key after a crash, a resume, a redelivery, an operator's retry",
  clause: 'discipline 2; driver protocol, crash and resume',
  strength: 'MUST',
  profiles: ['baseline', 'orbit'],
  level: null,
  addOn: 'resume',
  sees: ['world'],
  needs: ['keys'],
  trigger:
    "a step execution makes calls before and after a crash, or before and after an operator's act",
  page: {
    why: 'After a crash it is the key alone that stands between the customer and a second charge.',
    wrong: 'The key is drawn when the process starts: after the resume it is another.',
    right: 'The key is computed from tenant, run and step execution, and is what it was.',
  },
  judge: (view) => {
    const { controls } = view.observation;
    const moments = controls.filter(({ action }) => action === 'crash' || action === 'operator');
    return judgeEach(callsByExecution(view), (calls) => {
      const last = calls[calls.length - 1];
      const [first] = calls;
      if (first === undefined || last === undefined) return 'not-judged';
      const spans = moments.some(({ at }) => first.at <= at && at <= last.at && first !== last);
      return spans ? sameKey(calls, 'the crash or the operator') : 'not-judged';
    });
  },
};

const distinct: SampleRule = {
  kind: 'sample',
  id: 'idempotence/key-distinct',
  title: 'hands different keys to different steps, iterations, runs and tenants',
  clause: 'discipline 2',
  strength: 'MUST',
  profiles: ['baseline', 'orbit'],
  level: null,
  sees: ['world'],
  needs: ['keys'],
  trigger: 'two step executions are performed, in one run or in several',
  falseAlarm: 0,
  sampleSize: 2,
  page: {
    why: 'A key that two executions share makes the far side drop the second as a duplicate: the second item of a loop is never shipped, and the run says that it was.',
    wrong: 'Items 0 and 1 of a loop have one key; or run r-1 of two tenants has.',
    right: 'Every execution of every step has its own.',
  },
  sample: (view) => {
    const { tenant, run } = view.observation;
    return callsByExecution(view).flatMap(([call]): Sample[] =>
      call === undefined || call.key === null
        ? []
        : [
            {
              group: call.key,
              value: JSON.stringify([tenant, run, call.unit, call.step]),
              tolerance: 0,
              unit: call.unit,
              at: call.at,
            },
          ],
    );
  },
  conclude: (samples): Conclusion => {
    const owners = new Map<string, Sample>();
    const breaches = samples.flatMap((sample) => {
      const owner = owners.get(sample.group);
      if (owner === undefined) owners.set(sample.group, sample);
      if (owner === undefined || owner.value === sample.value) return [];
      return [
        breach(
          `two step executions have one key: ${owner.value} and ${sample.value}`,
          'two keys',
          sample.group,
          { unit: sample.unit, at: sample.at },
        ),
      ];
    });
    return { occurrences: owners.size > 1 ? samples.length : 0, breaches, inconclusive: null };
  },
};

const byDefault: RunRule = {
  kind: 'run',
  id: 'idempotence/key-default',
  title: 'uses `<execution id>/<unit>` and `<execution id>/compensate:<unit>`',
  clause: 'ORBIT, units; ORBIT, members of a compensate block',
  strength: 'MUST',
  profiles: ['orbit'],
  level: null,
  sees: ['world'],
  needs: ['keys'],
  trigger: 'a step without idempotency_key is performed',
  page: {
    why: 'Services that look a key up rely on its form.',
    wrong: 'A hash, or the name of the step alone.',
    right: 'run-1/charge, run-1/reserve[2], run-1/compensate:charge.',
  },
  judge: (view) =>
    judgeEach(view.executions, ({ unit, node, attempts }) => {
      const call = attempts[0]?.calls[0];
      if (node === null || node.idempotencyKey !== undefined || call === undefined) {
        return 'not-judged';
      }
      const expected = `${view.observation.run}/${unit}`;
      return holdsOr(call.key === expected, () =>
        breach(`the key of ${unit} is not the default one`, expected, call.key ?? 'no key', {
          unit,
          at: call.at,
        }),
      );
    }),
};

export const keyRules: readonly Rule[] = [stable, distinct, survives, byDefault];
