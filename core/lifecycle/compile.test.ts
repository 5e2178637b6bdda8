import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, createMachine, fromPromise } from 'xstate';
import { compileChart } from './compile.ts';

const refused: readonly (readonly [string, AnyStateMachine])[] = [
  [
    'a state of type compound',
    createMachine({ id: 'c', initial: 'a', states: { a: { initial: 'b', states: { b: {} } } } }),
  ],
  [
    'entry or exit actions',
    createMachine({ id: 'c', initial: 'a', states: { a: { entry: 'greet' } } }),
  ],
  ['delays', createMachine({ id: 'c', initial: 'a', states: { a: { after: { 1: 'b' } }, b: {} } })],
  [
    'eventless transitions',
    createMachine({ id: 'c', initial: 'a', states: { a: { always: 'b' }, b: {} } }),
  ],
  [
    'actors',
    createMachine({
      id: 'c',
      initial: 'a',
      states: { a: { invoke: { src: fromPromise(async () => 1) } } },
    }),
  ],
  [
    'a transition to itself',
    createMachine({ id: 'c', initial: 'a', states: { a: { on: { go: 'a' } } } }),
  ],
  [
    'the unknown action sing',
    createMachine({ id: 'c', initial: 'a', states: { a: { on: { go: { actions: 'sing' } } } } }),
  ],
  [
    'the unknown guard maybe',
    createMachine({
      id: 'c',
      initial: 'a',
      states: { a: { on: { go: { guard: 'maybe', target: 'b' } } }, b: {} },
    }),
  ],
];

describe('compiling a chart', () => {
  it.each(refused)('refuses %s', (what, machine) => {
    expect(() => compileChart(machine)).toThrow(what);
  });
});
