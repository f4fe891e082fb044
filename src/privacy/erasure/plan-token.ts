import { createHash } from 'node:crypto';

import { ErasurePlanNeeded } from '../../errors/privacy.errors.js';
import { decodeCursor, encodeCursor } from '../../http/signed-cursor.js';
import type { ServerKeys } from '../../secrets/server-keys.js';

const VALID_MS = 15 * 60_000;

interface TokenContent {
  /** Distinguishes it from cursors, which are signed with the same key. */
  readonly list: 'erasure';
  readonly userId: string;
  readonly at: number;
  readonly digest: string;
}

/** What a plan was made of. */
export interface PlannedState {
  readonly userId: string;
  readonly counts: readonly (readonly [table: string, rows: number])[];
}

/** The same for the same person with as many rows in each table. */
export function digestOf({ userId, counts }: PlannedState, updatedAt: Date): string {
  return createHash('sha256')
    .update(JSON.stringify([userId, updatedAt.getTime(), counts]))
    .digest('base64url')
    .slice(0, 22);
}

export function planToken(
  keys: ServerKeys,
  tenantId: string,
  userId: string,
  digest: string,
  now: Date,
): { token: string; validUntil: Date } {
  const content: TokenContent = { list: 'erasure', userId, at: now.getTime(), digest };
  return {
    token: encodeCursor(keys, tenantId, content),
    validUntil: new Date(now.getTime() + VALID_MS),
  };
}

function contentOf(keys: ServerKeys, tenantId: string, token: string): Partial<TokenContent> {
  try {
    return decodeCursor(keys, tenantId, token) as Partial<TokenContent>;
  } catch {
    throw new ErasurePlanNeeded('invalid');
  }
}

/**
 * @returns the digest of the plan
 * @throws {ErasurePlanNeeded} when it is no token of a plan of this user, or too old
 */
export function readPlanToken(
  keys: ServerKeys,
  tenantId: string,
  userId: string,
  token: string,
  now: Date,
): string {
  const { list, userId: planned, at = 0, digest = '' } = contentOf(keys, tenantId, token);
  if (list !== 'erasure' || planned !== userId) throw new ErasurePlanNeeded('invalid');
  if (now.getTime() - at > VALID_MS) throw new ErasurePlanNeeded('expired');
  return digest;
}
