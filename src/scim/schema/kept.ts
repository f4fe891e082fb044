import { InvalidValue } from '../../errors/scim.errors.js';
import { type Resource, isObject, isUnassigned } from './resource.js';
import { ENTERPRISE } from './urns.js';

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

const NAME = 'displayName';

/** Undefined when nothing else is left. */
function unnamed(manager: unknown): unknown {
  // A PATCH with conditions makes a list of it.
  if (Array.isArray(manager)) return manager.map(unnamed).filter((one) => one !== undefined);
  if (!isObject(manager)) return manager;
  const rest = Object.entries(manager).filter(([name]) => name !== NAME);
  return rest.length === 0 ? undefined : Object.fromEntries(rest);
}

/**
 * What is kept of a resource without the name of the manager, who is another person: it would stay when that one is
 * erased, and RFC 7643 (4.3) does not let providers set it.
 */
function withoutManagerName(kept: Resource): Resource {
  const enterprise = kept[ENTERPRISE];
  if (!isObject(enterprise) || enterprise['manager'] === undefined) return kept;
  const { manager, ...others } = enterprise;
  const rest = unnamed(manager);
  return { ...kept, [ENTERPRISE]: isUnassigned(rest) ? others : { ...others, manager: rest } };
}
