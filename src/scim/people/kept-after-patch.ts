import { isDeepStrictEqual } from 'node:util';

import type { WrittenFields } from '../links/written-fields.js';
import { keptOf, keptPart } from '../schema/kept.js';
import { isObject, type Resource, setIn } from '../schema/resource.js';
import { stillValid } from './still-valid.js';

/** What differs between the resource before and after, and else what the connection had sent. */
function overlaid(kept: Resource, before: Resource, after: Resource): Resource {
  const result: Resource = { ...kept };
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is, own] = [before[name], after[name], kept[name]];
    if (isDeepStrictEqual(was, is)) continue;
    if (is === undefined) Reflect.deleteProperty(result, name);
    else if (isObject(is) && (isObject(was) || was === undefined))
      setIn(result, name, overlaid(isObject(own) ? own : {}, isObject(was) ? was : {}, is));
    else setIn(result, name, is);
  }
  return result;
}

/**
 * What a connection has sent after a PATCH: what the operations changed, and what it had sent and is still valid after
 * the write, which may change a field that no operation names. What it only saw is not its own.
 * @param own what it had sent, valid for the fields of `writtenFields`
 * @throws {InvalidValue} when it is larger than 64 KiB
 */
export function keptAfterPatch(
  own: Resource,
  writtenFields: WrittenFields,
  before: Resource,
  after: Resource,
): (written: WrittenFields) => Resource {
  const kept = keptOf(overlaid(own, before, after));
  return (written) =>
    isDeepStrictEqual(written, writtenFields)
      ? kept
      : keptPart(overlaid(stillValid(own, writtenFields, written), before, after));
}
