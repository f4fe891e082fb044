import { isDeepStrictEqual } from 'node:util';

import { InvalidValue } from '../../errors/scim.errors.js';
import { isObject, type Resource, setIn } from '../schema/resource.js';

/** Attributes that are not kept: they have a column, are written by the service, or are secret. */
const NOT_KEPT = ['id', 'meta', 'groups', 'userName', 'externalId', 'active', 'password'];
const LARGEST = 64 * 1024;

/**
 * The part of a resource that is kept for its connection.
 * @throws {InvalidValue} when it is larger than 64 KiB
 */
export function keptOf(resource: Resource): Resource {
  const kept = Object.fromEntries(Object.entries(resource).filter(([name]) => !NOT_KEPT.includes(name)));
  if (Buffer.byteLength(JSON.stringify(kept)) > LARGEST)
    throw new InvalidValue(`The resource must be at most ${LARGEST / 1024} KiB as JSON`);
  return kept;
}

/**
 * What a connection has sent after a PATCH: what differs between the resource before and after, and else what it had
 * sent. What it only saw is not its own.
 */
export function keptAfterPatch(kept: Resource, before: Resource, after: Resource): Resource {
  const result: Resource = { ...kept };
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is, own] = [before[name], after[name], kept[name]];
    if (isDeepStrictEqual(was, is)) continue;
    if (is === undefined) Reflect.deleteProperty(result, name);
    else if (isObject(is) && (isObject(was) || was === undefined))
      setIn(result, name, keptAfterPatch(isObject(own) ? own : {}, isObject(was) ? was : {}, is));
    else setIn(result, name, is);
  }
  return result;
}
