import { InvalidValue } from '../../errors/scim.errors.js';
import { withoutManagerName } from './manager-name.js';
import type { Resource } from './resource.js';

/** Attributes that are not kept: they have a column, are written by the service, or are secret. */
const NOT_KEPT = ['id', 'meta', 'groups', 'userName', 'externalId', 'active', 'password'];
const LARGEST = 64 * 1024;

/** The part of a resource that is kept for its connection. */
export function keptPart(resource: Resource): Resource {
  return withoutManagerName(
    Object.fromEntries(Object.entries(resource).filter(([name]) => !NOT_KEPT.includes(name))),
  );
}

/**
 * The part that is kept, of a resource that was sent.
 * @throws {InvalidValue} when it is larger than 64 KiB
 */
export function keptOf(resource: Resource): Resource {
  const kept = keptPart(resource);
  if (Buffer.byteLength(JSON.stringify(kept)) > LARGEST)
    throw new InvalidValue(`The resource must be at most ${LARGEST / 1024} KiB as JSON`);
  return kept;
}
