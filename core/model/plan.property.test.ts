import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { canonicalJson } from './canonical-json.ts';
import { fromPlan, toPlan } from './plan.ts';
import { planWorkflows } from './testing/workflows.ts';

test.prop([planWorkflows], runs(20_000))('a plan is read back as the same workflow', (workflow) => {
  const text = canonicalJson(toPlan(workflow));
  const reading = fromPlan(JSON.parse(text));
  expect(reading.problems).toEqual([]);
  expect(reading.workflow).toEqual(normalised(workflow));
  expect(reading.workflow === null ? '' : canonicalJson(toPlan(reading.workflow))).toBe(text);
});

/** JSON has no -0. */
function normalised(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

type Path = (value: unknown) => { readonly holder: object; readonly key: string } | null;

/** Some member somewhere within, told by numbers that lead the way. */
const somewhere: fc.Arbitrary<Path> = fc
  .array(fc.nat(), { minLength: 1, maxLength: 5 })
  .map((steps) => (value: unknown) => {
    let found: ReturnType<Path> = null;
    let here = value;
    for (const step of steps) {
      if (typeof here !== 'object' || here === null) break;
      const keys = Object.keys(here);
      if (keys.length === 0) break;
      const key = keys[step % keys.length] as string;
      found = { holder: here, key };
      here = (here as { [key: string]: unknown })[key];
    }
    return found;
  });

const DELETED = Symbol('deleted');
const wrong = fc.oneof(
  fc.constant(DELETED),
  fc.constantFrom<unknown>(null, true, -1, 0, 1.5, '', 'nowhere', 'task', [], {}, [1], { id: 1 }),
  fc.constantFrom<unknown>(Number.NaN, Number.POSITIVE_INFINITY, undefined, 2 ** 53, () => 1),
);

test.prop([planWorkflows, fc.array(fc.tuple(somewhere, wrong), { maxLength: 3 })], runs(50_000))(
  'a plan that was tampered with is read or refused at a place within it',
  (workflow, changes) => {
    const plan = JSON.parse(canonicalJson(toPlan(workflow)));
    for (const [find, value] of changes) {
      const place = find(plan);
      if (place === null) continue;
      if (value === DELETED) Reflect.deleteProperty(place.holder, place.key);
      else Object.assign(place.holder, { [place.key]: value });
    }
    const { workflow: read, problems } = fromPlan(plan);
    expect(read === null).toBe(problems.length > 0);
    for (const { path, message } of problems) {
      expect(path).toMatch(/^(?:\/(?:nodes|edges|artifacts|resources)(?:\/|$)|\/\w+$)/);
      expect(message).toMatch(/\S/);
    }
  },
);

test.prop([fc.anything()], runs(20_000))('anything at all is read or refused', (value) => {
  const { workflow, problems } = fromPlan(value);
  expect(workflow).toBe(null);
  expect(problems.length).toBeGreaterThan(0);
});
