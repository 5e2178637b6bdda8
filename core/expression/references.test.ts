import { expect, test } from 'vitest';
import { references, templateReferences } from './references.ts';
import { parseTemplate } from './template.ts';
import { declarationsOf, read, type World } from './testing/world.ts';

const world: World = { nodes: { 'a-b': { x: 1 }, c: {} }, variables: { item: 1 } };

test('every reference and function is found, in the order of the text', () => {
  const text =
    "has(item.m, 'k') and [a-b.x, -c.y == artifact('t').d] ?? not len(config.z) or my-node.p < " +
    "resource('r')";
  const reading = read(text, world);
  expect(reading.ok ? references(reading.expression) : reading).toEqual([
    { kind: 'function', name: 'has', offset: 0 },
    { kind: 'variable', name: 'item', written: 'item.m', offset: 4 },
    { kind: 'port', node: 'a-b', port: 'x', offset: 22 },
    { kind: 'port', node: 'c', port: 'y', offset: 30 },
    { kind: 'artifact', id: 't', offset: 37 },
    { kind: 'function', name: 'len', offset: 61 },
    { kind: 'config', name: 'z', offset: 65 },
    { kind: 'variable', name: 'my', written: 'my-node.p', offset: 78 },
    { kind: 'variable', name: 'node', written: 'node.p', offset: 81 },
    { kind: 'resource', id: 'r', offset: 90 },
  ]);
});

test('of a template those of all its expressions, at their offsets in the whole text', () => {
  const reading = parseTemplate('x ${item} $${no} ${a-b.x}', declarationsOf(world));
  expect(reading.ok ? templateReferences(reading.template) : reading).toEqual([
    { kind: 'variable', name: 'item', written: 'item', offset: 4 },
    { kind: 'port', node: 'a-b', port: 'x', offset: 19 },
  ]);
});

test('a literal reads nothing', () => {
  const reading = read("'a.b' == 1");
  expect(reading.ok ? references(reading.expression) : reading).toEqual([]);
});
