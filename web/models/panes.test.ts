import { expect, test } from 'vitest';
import { boundedWidth, nudged } from './panes.ts';

test('a pane is never too narrow, nor takes the room of the run', () => {
  expect(boundedWidth(10, 1280)).toBe(240);
  expect(boundedWidth(400.4, 1280)).toBe(400);
  expect(boundedWidth(5000, 1280)).toBe(720);
  expect(boundedWidth(700, 900)).toBe(580);
});

test('a key moves the edge towards where it points', () => {
  expect(nudged('ArrowRight', 300, 'ArrowRight')).toBe(324);
  expect(nudged('ArrowRight', 300, 'ArrowLeft')).toBe(276);
  expect(nudged('Home', 300, 'ArrowLeft')).toBe(240);
  expect(nudged('Enter', 300, 'ArrowLeft')).toBeNull();
});
