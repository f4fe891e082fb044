import { hash } from 'node:crypto';

import { VersionDiffers } from '../../errors/scim.errors.js';
import { canonicalJson } from '../schema/canonical-json.js';
import type { Resource } from '../schema/resource.js';

/** A weak entity tag: it changes whenever the connection sees something else of the resource. */
export function versionOf(resource: Resource): string {
  return `W/"${hash('sha256', canonicalJson(resource), 'base64url').slice(0, 22)}"`;
}

/** Weak comparison (RFC 9110, 8.8.3.2): a tag with and without W/ is the same. */
function isNamed(header: string, version: string): boolean {
  if (header.trim() === '*') return true;
  const bare = (tag: string): string => tag.trim().replace(/^W\//, '');
  return header.split(',').some((tag) => bare(tag) === bare(version));
}

/**
 * Checks the header `If-Match`.
 * @throws {VersionDiffers} when it names other versions only
 */
export function requireVersion(ifMatch: string | undefined, version: string): void {
  if (ifMatch !== undefined && !isNamed(ifMatch, version)) throw new VersionDiffers();
}

/** Whether the caller has this version, by the header `If-None-Match`. */
export function hasVersion(ifNoneMatch: string | undefined, version: string): boolean {
  return ifNoneMatch !== undefined && isNamed(ifNoneMatch, version);
}
