import { VersionDiffers } from '../../errors/scim.errors.js';
import { isTagIn, tagOf } from '../../http/entity-tags.js';
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

/** A weak entity tag: it changes whenever the connection sees something else of the resource. */
export function versionOf(resource: Resource): string {
  return `W/${tagOf(resource)}`;
}

/**
 * Checks the header `If-Match`.
 * @throws {VersionDiffers} when it names other versions only
 */
export function requireVersion(ifMatch: string | undefined, version: string): void {
  if (ifMatch !== undefined && !isTagIn(ifMatch, version)) throw new VersionDiffers();
}

/** Whether the caller has this version, by the header `If-None-Match`. */
export function hasVersion(ifNoneMatch: string | undefined, version: string): boolean {
  return ifNoneMatch !== undefined && isTagIn(ifNoneMatch, version);
}
