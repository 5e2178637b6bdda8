/** What `artifact('id')` and `resource('id')` yield: the declaration as a map. */

import type { Json, JsonObject } from '../model/json.ts';
import type { Artifact, Property, Resource } from '../model/workflow.ts';

/** Attributes that are not given are left out, so that `has(artifact('a'), 'digest')` works. */
export function artifactValue(artifact: Artifact): JsonObject {
  const { id, type, name, uri, mediaType, digest, classification, properties } = artifact;
  return given({
    ...{ id, type, name, uri, mediaType, digest, classification },
    properties: propertiesValue(properties),
  });
}

/** A credential is no value that a document may read. */
export function resourceValue(resource: Resource): JsonObject {
  const { id, type, name, provider, uri, properties } = resource;
  return given({ ...{ id, type, name, provider, uri }, properties: propertiesValue(properties) });
}

/** Properties as a map of texts; of equal names the last one counts. */
export function propertiesValue(properties: readonly Property[]): JsonObject {
  const map = Object.create(null) as { [name: string]: Json };
  for (const { name, value } of properties) map[name] = value;
  return map;
}

function given(members: JsonObject): JsonObject {
  const map = Object.create(null) as { [name: string]: Json };
  for (const [name, value] of Object.entries(members)) if (value !== null) map[name] = value;
  return map;
}
