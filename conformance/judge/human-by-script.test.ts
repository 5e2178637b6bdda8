import { expect, test } from 'vitest';
import { readDocument } from '../../core/read.ts';
import { readScenario } from '../../core/scenario/read.ts';
import { simulate } from '../../simulator/index.ts';
import { verdictsOfRun } from './verdicts-of-run.ts';

const { workflow } =
  readDocument(`<harness xmlns="https://harnessxml.com/spec/1.0" id="h" specVersion="1.0">
  <nodes>
    <node id="ask" type="human"/>
    <node id="cope" type="task"/>
    <node id="go" type="task"/>
  </nodes>
  <edges>
    <edge from="ask" to="go"/>
    <edge from="ask" to="cope" type="error"/>
  </edges>
</harness>`);

const brokenIn = (text: string): readonly string[] => {
  if (workflow === null) return ['the document is not valid'];
  const { scenario } = readScenario(text, workflow);
  if (scenario === null) return ['the scenario is none'];
  const run = simulate(workflow, scenario);
  return (verdictsOfRun(workflow, scenario, run) ?? []).flatMap(({ rule, verdict }) =>
    verdict === 'fail' ? [rule] : [],
  );
};

test.each([
  ['a script that fails', '{"tasks":{"ask":[{"after":50,"error":{"class":"rejected"}}]}}'],
  ['a script that succeeds', '{"tasks":{"ask":[{"after":50}]}}'],
  ['a signal', '{"controls":[{"at":70,"action":"signal","name":"ask"}]}'],
])('a person who is answered for by %s breaks no rule', (_, scenario) => {
  expect(brokenIn(scenario)).toEqual([]);
});
