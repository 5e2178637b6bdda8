import { runInNewContext } from 'node:vm';
import { getQuickJS } from 'quickjs-emscripten';
import { beforeAll, describe, expect, test } from 'vitest';
import { bundleFold } from './bundle.ts';
import { COUNT, EXPECTED, EXPECTED_ORBIT, ORBIT_COUNT } from './expected.ts';
import { PLATFORM_SCRIPT } from './platform.ts';

/** Both digests, a blank between them. */
const CALL = `determinism.foldDigests(${COUNT}) + ' ' + determinism.foldOrbitDigests(${ORBIT_COUNT})`;
const BOTH = `${EXPECTED} ${EXPECTED_ORBIT}`;

describe('one script without imports and without a platform', () => {
  let script = '';
  beforeAll(async () => {
    script = await bundleFold();
  });

  test('gives the committed digests in a bare context of V8', () => {
    const run = () => runInNewContext(`${PLATFORM_SCRIPT}${script}${CALL}`);
    expect(run()).toBe(BOTH);
  });

  test('gives the committed digests in QuickJS, an engine other than V8', async () => {
    const quickJs = await getQuickJS();
    const run = () => quickJs.evalCode(`${PLATFORM_SCRIPT}${script}${CALL}`);
    expect(run()).toBe(BOTH);
  }, 120_000);

  test('writes UTF-8 as the platform does', () => {
    const text = 'aé€😀\ud800z';
    const encode = `Array.from(new TextEncoder().encode(${JSON.stringify(text)}))`;
    const bytes: unknown = runInNewContext(`${PLATFORM_SCRIPT}${encode}`);
    expect(bytes).toEqual(Array.from(new TextEncoder().encode(text)));
  });
});
