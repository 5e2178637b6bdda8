import { describe, expect, test } from 'vitest';
import { keepProgress, readProgress, type Storage } from './progress.ts';

function memory(text: string | null = null): Storage {
  let kept = text;
  return {
    getItem: () => kept,
    setItem: (_, value) => {
      kept = value;
    },
  };
}

const blocked = (): Storage => {
  throw new Error('blocked');
};

describe('progress', () => {
  test('keeps the stage of each lesson, and which are done', () => {
    const storage = memory();
    expect(keepProgress('wait', 2, false, () => storage)).toBe(true);
    keepProgress('saga', 4, true, () => storage);
    keepProgress('saga', 0, true, () => storage);
    expect(readProgress(() => storage)).toEqual({ done: ['saga'], stages: { wait: 2, saga: 0 } });
  });

  test('is empty, and no error, where the browser keeps nothing', () => {
    expect(readProgress(blocked)).toEqual({ done: [], stages: {} });
    expect(keepProgress('wait', 1, false, blocked)).toBe(false);
  });

  test.each([
    '',
    'null',
    '7',
    '[]',
    '{"done":4,"stages":"x"}',
    '{',
    '{"stages":{"a":-1,"b":1e9,"c":"2"}}',
  ])('takes nothing from %s', (text) => {
    expect(readProgress(() => memory(text))).toEqual({ done: [], stages: {} });
  });
});
