import { describe, expect, it } from 'vitest';
import { writeToken } from '../../conformance/token/token.ts';
import { readDocument } from '../../core/read.ts';
import { readScenario } from '../../core/scenario/read.ts';
import { digestTrace, simulate } from '../../simulator/index.ts';
import { counterexampleWords } from '../models/counterexample.ts';
import { answerOf } from './answer.ts';
import type { RunAnswer } from './messages.ts';

const DOCUMENT = `<harness xmlns="https://harnessxml.com/spec/1.0" id="one" specVersion="1.0">
  <nodes>
    <node id="charge" type="task">
      <retry maxAttempts="2" backoff="fixed" initialDelay="PT1S" jitter="false"/>
    </node>
  </nodes>
</harness>`;
const SCENARIO = { tasks: { charge: [{ after: 10, error: { class: 'transient' } }] } };

const digest = (): string => {
  const { workflow } = readDocument(DOCUMENT);
  if (workflow === null) throw new Error('not valid');
  const { scenario } = readScenario(JSON.stringify(SCENARIO), workflow);
  if (scenario === null) throw new Error('no scenario');
  return digestTrace(simulate(workflow, { ...scenario, seed: 9 }).trace);
};

const token = (change: Partial<Parameters<typeof writeToken>[0]> = {}): string =>
  writeToken({
    document: { format: 'harness', text: DOCUMENT },
    scenario: SCENARIO,
    seed: 9,
    schedule: [],
    rule: 'retry/max-attempts',
    step: 4,
    digest: digest(),
    ...change,
  });

const answered = (text: string): RunAnswer => {
  const answer = answerOf({ token: text, seed: null });
  if (answer.kind !== 'run') throw new Error(JSON.stringify(answer));
  return answer;
};

describe('a run from a link', () => {
  it('is run, and held against what its token says', () => {
    const { run, seed, document, counterexample } = answered(token());
    expect(run.outcome).toBe('failed');
    expect({ seed, document }).toEqual({ seed: 9, document: DOCUMENT });
    expect(counterexample).toEqual({
      rule: { id: 'retry/max-attempts', title: expect.any(String), strength: 'MUST' },
      breach: null,
      step: 4,
      differs: false,
    });
  });

  it('says that it is another run than the one it was made from', () => {
    const { counterexample } = answered(token({ digest: 'f'.repeat(64) }));
    if (counterexample === null) throw new Error('none');
    expect(counterexample.differs).toBe(true);
    expect(counterexampleWords(counterexample).warning).toMatch(/^This page gives another run/);
  });

  it('may name a rule that this version does not know, or none', () => {
    for (const rule of ['retry/of-tomorrow', null]) {
      const { counterexample } = answered(token({ rule, step: null, digest: null }));
      expect(counterexample).toEqual({ rule: null, breach: null, step: null, differs: false });
    }
  });

  it.each([
    ['u1.AAAA', 'damaged'],
    ['u2.AAAA', 'version 2'],
    [`u1.${'A'.repeat(33_000)}`, 'longer than'],
    [token().slice(0, -9), 'damaged'],
    [token({ document: { format: 'harness', text: '<harness/>' } }), 'document is not valid'],
    [token({ scenario: { seed: 'x' } }), 'scenario is not one'],
    [
      token({ document: { format: 'harness', text: `${DOCUMENT}${' '.repeat(300_000)}` } }),
      '256 KiB',
    ],
  ])('%.12s… is refused in a sentence', (text, why) => {
    const answer = answerOf({ token: text, seed: null });
    if (answer.kind !== 'bad-token') throw new Error(answer.kind);
    expect(answer.message).toContain(why);
  });

  it('shows the two facts that clash where the rule is broken', () => {
    const words = counterexampleWords({
      rule: { id: 'retry/max-attempts', title: 'makes few attempts', strength: 'MUST' },
      breach: { message: 'charge was attempted 3 times', expected: '2 attempts', observed: '3' },
      step: 4,
      differs: false,
    });
    expect(words).toEqual({
      title: 'retry/max-attempts',
      subtitle: 'MUST: a runtime makes few attempts.',
      verdict: 'charge was attempted 3 times.',
      clash: { expected: '2 attempts', observed: '3' },
      warning: null,
    });
  });
});
