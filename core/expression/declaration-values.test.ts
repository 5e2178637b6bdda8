import { expect, test } from 'vitest';
import { artifactValue, propertiesValue, resourceValue } from './declaration-values.ts';
import { evaluate } from './testing/world.ts';

const artifact = artifactValue({
  id: 'rules',
  type: 'document',
  name: null,
  description: 'not for expressions',
  uri: 'https://example.org/rules',
  mediaType: null,
  digest: 'sha256:1',
  classification: null,
  properties: [
    { name: 'region', value: 'eu' },
    { name: '__proto__', value: 'own' },
  ],
  extensions: [],
});

test('an artifact is a map of what is given of it', () => {
  expect(Object.entries(artifact)).toEqual([
    ['id', 'rules'],
    ['type', 'document'],
    ['uri', 'https://example.org/rules'],
    ['digest', 'sha256:1'],
    [
      'properties',
      propertiesValue([
        { name: 'region', value: 'eu' },
        { name: '__proto__', value: 'own' },
      ]),
    ],
  ]);
});

test('expressions read it, and what is not given is null', () => {
  const world = { artifacts: { rules: artifact } };
  const read = (text: string) => {
    const evaluation = evaluate(text, world);
    return evaluation.ok ? evaluation.value : evaluation.message;
  };
  expect(read("artifact('rules').digest")).toBe('sha256:1');
  expect(read("artifact('rules').name")).toBe(null);
  expect(read("has(artifact('rules'), 'name')")).toBe(false);
  expect(read("artifact('rules').properties.region")).toBe('eu');
  expect(read("artifact('rules').properties.__proto__")).toBe('own');
  expect(read("artifact('rules').properties.toString")).toBe(null);
});

test('a resource never shows its credential', () => {
  const resource = resourceValue({
    id: 'db',
    type: 'datastore',
    name: 'orders',
    description: null,
    provider: null,
    uri: null,
    properties: [],
    credential: { ref: 'vault/db', store: 'vault' },
    extensions: [],
  });
  expect(Object.entries(resource)).toEqual([
    ['id', 'db'],
    ['type', 'datastore'],
    ['name', 'orders'],
    ['properties', propertiesValue([])],
  ]);
});
