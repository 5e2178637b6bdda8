import { describe, expect, it } from 'vitest';
import { NO_FAULTS } from '../models/faults.ts';
import type { Play } from '../models/play.ts';
import { createDrafts } from './drafts.ts';

const play = (title: string): Play => ({
  ...{ document: '<harness/>', scenario: '', seed: null, faults: NO_FAULTS },
  ...{ title, digest: null },
});

/** A browser's storage, as far as drafts use it. */
function storageOf(content: Map<string, string> = new Map()): Storage {
  return {
    getItem: (name: string) => content.get(name) ?? null,
    setItem: (name: string, text: string) => void content.set(name, text),
  } as unknown as Storage;
}

describe('drafts', () => {
  it('are kept under ids of their own, newest first', () => {
    const storage = storageOf();
    const drafts = createDrafts(() => storage);
    const first = drafts.save(null, play('one'));
    const second = drafts.save(null, play('two'));
    expect(first).toEqual({ id: '1', isStored: true });
    expect(drafts.save(first.id, play('one again')).id).toBe('1');
    expect(
      createDrafts(() => storage)
        .list()
        .map((draft) => draft.play.title),
    ).toEqual(['one again', 'two']);
    drafts.remove(second.id);
    expect(drafts.read('2')).toBeNull();
    expect(drafts.read('1')?.title).toBe('one again');
  });

  it('are as many as fit; the oldest makes room', () => {
    const drafts = createDrafts(() => storageOf());
    const storage = storageOf();
    const many = createDrafts(() => storage);
    for (let count = 0; count < 25; count += 1) many.save(null, play(`draft ${count}`));
    expect(many.list()).toHaveLength(20);
    expect(many.list()[0]?.play.title).toBe('draft 24');
    expect(drafts.list()).toEqual([]);
  });

  it('last as long as the page where the browser keeps nothing', () => {
    const drafts = createDrafts(() => {
      throw new Error('blocked');
    });
    expect(drafts.list()).toEqual([]);
    expect(drafts.save(null, play('one'))).toEqual({ id: '1', isStored: false });
    expect(drafts.read('1')?.title).toBe('one');
  });

  it.each(['{', '5', '[5]', '[{"id": "x", "play": {}}]', '[{"id": "1", "play": {"v": 1}}]'])(
    'that were damaged as %s are left out',
    (text) => {
      const drafts = createDrafts(() => storageOf(new Map([['unwind-drafts', text]])));
      expect(drafts.list()).toEqual([]);
    },
  );
});
