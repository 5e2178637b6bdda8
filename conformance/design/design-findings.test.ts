import { describe, expect, test } from 'vitest';
import { type DesignPage, designPages } from '../../core/harness/pages/design.ts';
import { readDocument } from '../../core/read.ts';
import { readScenario } from '../../core/scenario/read.ts';
import { digestTrace, simulate } from '../../simulator/index.ts';
import { readToken } from '../token/token.ts';
import type { DesignOptions } from './context.ts';
import { designFindings } from './design-findings.ts';
import type { DesignFinding } from './finding.ts';

/** Examples of pages leave out what is around them. */
const whole = ({ language }: DesignPage, example: string): string => {
  if (language === 'orbit') return example;
  const content = example.includes('<nodes') ? example : `<nodes>\n${example}\n</nodes>`;
  return `<harness xmlns="https://harnessxml.com/spec/1.0" id="example" specVersion="1.0">\n${content}\n</harness>`;
};

const findIn = (text: string, options: DesignOptions = {}): readonly DesignFinding[] => {
  const { workflow, dialect, findings } = readDocument(text);
  if (workflow === null || dialect === null) throw new Error(JSON.stringify(findings));
  return designFindings(workflow, { source: { text, dialect }, ...options });
};

describe('examples of pages are what they say', () => {
  for (const page of designPages) {
    test(page.code, () => {
      const wrong = findIn(whole(page, page.wrong));
      expect(wrong.map(({ code, message }) => `${code} ${message}`)).toEqual([
        expect.stringMatching(`^${page.code} `),
      ]);
      expect(wrong[0]?.severity).toBe(page.severity);
      expect(findIn(whole(page, page.right)).map(({ message }) => message)).toEqual([]);
    });
  }
});

describe('a witness', () => {
  for (const page of designPages) {
    test(`of ${page.code} is a run that anybody can repeat`, () => {
      const text = whole(page, page.wrong);
      const { workflow } = readDocument(text);
      const [finding] = findIn(text);
      if (workflow === null || finding === undefined) throw new Error('no finding');
      const { witness, nodes, place } = finding;
      const { scenario } = readScenario(JSON.stringify(witness.scenario), workflow);
      if (scenario === null) throw new Error('no scenario');
      const run = simulate(workflow, scenario);
      expect(digestTrace(run.trace)).toBe(witness.digest);
      expect(run.outcome).toBe(witness.outcome);
      expect(run.endedAt).toBe(witness.endedAt);
      expect(witness.facts.length).toBeGreaterThan(1);
      if (witness.step !== null) expect(run.trace[witness.step - 1]?.seq).toBe(witness.step);
      const reading = readToken(witness.token ?? '');
      expect(reading.ok && reading.content.document.text).toBe(text);
      const name = nodes[0] as string;
      expect(text.split('\n')[(place?.line ?? 0) - 1]).toMatch(
        new RegExp(page.language === 'orbit' ? `step ${name} ` : `id="${name}"`),
      );
    });
  }
});
