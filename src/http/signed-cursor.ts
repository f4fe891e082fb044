import { ValidationFailed } from '../errors/request.errors.js';
import type { ServerKeys } from '../secrets/server-keys.js';

const SIGNATURE_BYTES = 16;

function signedParts(tenantId: string, payload: Buffer): [string, Buffer] {
  return [`cursor:${tenantId}:`, payload];
}

/** Creates an opaque cursor that is bound to its tenant. */
export function encodeCursor(keys: ServerKeys, tenantId: string, content: object): string {
  const payload = Buffer.from(JSON.stringify(content));
  const signature = keys.sign(...signedParts(tenantId, payload)).subarray(0, SIGNATURE_BYTES);
  return Buffer.concat([signature, payload]).toString('base64url');
}

export function refuseCursor(message: string): ValidationFailed {
  return new ValidationFailed([{ field: 'cursor', code: 'isCursor', message }]);
}

/**
 * Reads the content of a cursor.
 * @throws {ValidationFailed} when the cursor was changed or belongs to another tenant; names the field `cursor`
 */
export function decodeCursor(keys: ServerKeys, tenantId: string, cursor: string): unknown {
  const bytes = Buffer.from(cursor, 'base64url');
  const signature = bytes.subarray(0, SIGNATURE_BYTES);
  const payload = bytes.subarray(SIGNATURE_BYTES);
  const isWhole = payload.length > 0 && bytes.toString('base64url') === cursor;
  if (!isWhole || !keys.isSignature(signature, ...signedParts(tenantId, payload))) {
    throw refuseCursor('cursor must be the nextCursor of an earlier page, unchanged');
  }
  return JSON.parse(payload.toString()) as unknown;
}
