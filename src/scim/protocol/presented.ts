import type { ResourceType } from '../schema/attribute.js';
import type { Resource } from '../schema/resource.js';

/** A resource as a connection sees it, with its address and version. */
export interface Presented {
  readonly resource: Resource;
  readonly location: string;
  readonly version: string;
}

/** What `meta` says of a resource, but for what follows from its type and ID. */
interface Change {
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: string;
}

/** The resource with `meta`. @param base the address of the interface */
export function presented(
  base: string,
  { name, endpoint }: ResourceType,
  resource: Resource,
  { createdAt, updatedAt, version }: Change,
): Presented {
  const location = `${base}${endpoint}/${String(resource['id'])}`;
  const meta = {
    resourceType: name,
    created: createdAt.toISOString(),
    lastModified: updatedAt.toISOString(),
    location,
    version,
  };
  return { resource: { ...resource, meta }, location, version };
}
