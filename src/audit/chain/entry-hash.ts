import { createHash } from 'node:crypto';

import canonicalize from 'canonicalize';

import type { AuditEvent } from '../audit-event.entity.js';

/** What stands where the first entry of a chain has the hash of the one before. */
export const NO_HASH = '0'.repeat(64);

/**
 * What the hash of an entry covers, beside its position and ID. The tenant is left out, as the entries of a sandbox are
 * copied from its template.
 */
export type Hashed = Omit<AuditEvent, 'id' | 'tenantId' | 'position' | 'hashedId' | 'hash'>;

/** An entry of the chain by its position and hash. */
export interface ChainPoint {
  readonly position: number;
  readonly hash: string;
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The SHA-256 of the columns as RFC 8785 writes them; `act` alone is left out where there is none. */
export function digestOf(entry: Hashed): string {
  const {
    at,
    actor,
    action,
    target,
    before,
    after,
    address,
    people,
    requestId,
    run,
    act,
    actEntries,
    chainOffset,
  } = entry;
  const columns = { actor, action, target, before, after, address, people, requestId, run, actEntries };
  const ofAct = act === null ? {} : { act };
  return sha256(canonicalize({ ...columns, ...ofAct, at: at.toISOString(), chainOffset }) ?? '');
}

/**
 * The digest of the entries of one transaction up to this one.
 * @param former that of the entries before it; blank for the first one
 */
export function foldedDigest(former: string, entry: Hashed): string {
  return sha256(`${former}:${digestOf(entry)}`);
}

/**
 * The hash of an entry without its ID, which the server counts. `ChainRepository` computes the same in the database.
 * @param base the hash of the last entry of the transaction before
 * @param folded see {@link foldedDigest}
 */
export function hashOf(base: string, position: number, folded: string): string {
  return sha256(`${base}:${position}:${folded}`);
}

/** The hash of an entry. `ChainRepository` computes the same in the database. */
export function hashWithId(withoutId: string, id: number): string {
  return sha256(`${withoutId}:${id}`);
}
