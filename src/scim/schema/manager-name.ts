import { isObject, isUnassigned, type Resource } from './resource.js';
import { ENTERPRISE } from './urns.js';

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
export function withoutManagerName(kept: Resource): Resource {
  const enterprise = kept[ENTERPRISE];
  if (!isObject(enterprise) || enterprise['manager'] === undefined) return kept;
  const { manager, ...others } = enterprise;
  const rest = unnamed(manager);
  return { ...kept, [ENTERPRISE]: isUnassigned(rest) ? others : { ...others, manager: rest } };
}
