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
  /** Of each kind that was seen. */
  readonly kinds: readonly string[];
}

/** Short, since a plan has dozens of them; a kind with another fate has another one. */
function digestOf(kind: string): string {
  return createHash('sha256').update(kind).digest('base64url').slice(0, 6);
}

export function planToken(
  keys: ServerKeys,
  tenantId: string,
  userId: string,
  kinds: readonly string[],
  now: Date,
): { token: string; validUntil: Date } {
  const content: TokenContent = { list: 'erasure', userId, at: now.getTime(), kinds: kinds.map(digestOf) };
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
 * Which of these kinds of data the plan did not name.
 * @throws {ErasurePlanNeeded} when it is no token of a plan of this user, or too old
 */
export function unplanned(
  keys: ServerKeys,
  tenantId: string,
  userId: string,
  { token, kinds, now }: { readonly token: string; readonly kinds: readonly string[]; readonly now: Date },
): string[] {
  const { list, userId: planned, at = 0, kinds: seen = [] } = contentOf(keys, tenantId, token);
  if (list !== 'erasure' || planned !== userId) throw new ErasurePlanNeeded('invalid');
  if (now.getTime() - at > VALID_MS) throw new ErasurePlanNeeded('expired');
  return kinds.filter((kind) => !seen.includes(digestOf(kind)));
}
