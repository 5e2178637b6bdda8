import { describe, expect, it } from 'vitest';
import { commandOf, type Focus } from './keyboard.ts';

const press = (key: string, focus: Focus = 'page', more = {}, singleKeys = true) =>
  commandOf(
    { key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...more },
    focus,
    singleKeys,
  );

describe('a key', () => {
  it.each([
    ['ArrowRight', 'step'],
    ['ArrowLeft', 'back'],
    ['Home', 'first'],
    ['End', 'last'],
    ['PageDown', 'forward-ten'],
    ['[', 'previous-attempt'],
    [' ', 'play'],
    ['e', 'document'],
    ['E', 'document'],
    ['?', 'help'],
    ['d', 'detail'],
    ['f', 'fault-next'],
    ['3', 'choose'],
    ['p', 'pin'],
  ])('%s asks for %s', (key, command) => {
    expect(press(key)).toBe(command);
  });

  it('with Shift goes to what is notable', () => {
    expect(press('ArrowRight', 'page', { shiftKey: true })).toBe('next-notable');
    expect(press('ArrowLeft', 'page', { shiftKey: true })).toBe('previous-notable');
    expect(press('P', 'page', { shiftKey: true })).toBe('to-pin');
    expect(press('P', 'page', { shiftKey: true }, false)).toBeNull();
    expect(press('Home', 'page', { shiftKey: true })).toBeNull();
    expect(press('?', 'page', { shiftKey: true })).toBe('help');
  });

  it.each(['ctrlKey', 'altKey', 'metaKey'])('with %s belongs to the browser', (modifier) => {
    expect(press('ArrowRight', 'page', { [modifier]: true })).toBeNull();
    expect(press('l', 'page', { [modifier]: true })).toBeNull();
  });

  it('belongs to what is typed into', () => {
    for (const key of ['ArrowRight', 'e', '?', ' ', 'Home']) expect(press(key, 'text')).toBeNull();
  });

  it('moves a range only once', () => {
    expect(press('ArrowRight', 'range')).toBeNull();
    expect(press('PageUp', 'range')).toBeNull();
    expect(press('ArrowRight', 'range', { shiftKey: true })).toBe('next-notable');
    expect(press('l', 'range')).toBe('log');
  });

  it('chooses among several without a step of the run', () => {
    expect(press('ArrowDown', 'radio')).toBeNull();
    expect(press('ArrowRight', 'radio')).toBeNull();
    expect(press(' ', 'radio')).toBeNull();
    expect(press('4', 'radio')).toBe('choose');
  });

  it('presses a button with Space, and plays elsewhere', () => {
    expect(press(' ', 'control')).toBeNull();
    expect(press('ArrowRight', 'control')).toBe('step');
  });

  it('that is a letter can be turned off, and no other', () => {
    expect(press('l', 'page', {}, false)).toBeNull();
    expect(press('?', 'page', {}, false)).toBeNull();
    expect(press(' ', 'page', {}, false)).toBe('play');
    expect(press('ArrowRight', 'page', {}, false)).toBe('step');
  });

  it('that means nothing does nothing', () => {
    for (const key of ['w', 'a', '9', 'Tab', 'Escape', 'toString', '__proto__']) {
      expect(press(key)).toBeNull();
    }
  });
});
