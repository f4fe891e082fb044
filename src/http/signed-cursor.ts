import { createHmac, timingSafeEqual } from 'node:crypto';

import { ValidationFailed } from '../errors/request.errors.js';

const SIGNATURE_BYTES = 16;

function sign(key: string, tenantId: string, payload: Buffer): Buffer {
  return createHmac('sha256', key)
    .update(`cursor:${tenantId}:`)
    .update(payload)
    .digest()
    .subarray(0, SIGNATURE_BYTES);
}

/** Creates an opaque cursor that is bound to its tenant. */
export function encodeCursor(key: string, tenantId: string, content: object): string {
  const payload = Buffer.from(JSON.stringify(content));
  return Buffer.concat([sign(key, tenantId, payload), payload]).toString('base64url');
}

export function refuseCursor(message: string): ValidationFailed {
  return new ValidationFailed([{ field: 'cursor', code: 'isCursor', message }]);
}

/**
 * Reads the content of a cursor.
 * @throws {ValidationFailed} when the cursor was changed or belongs to another tenant; names the field `cursor`
 */
export function decodeCursor(key: string, tenantId: string, cursor: string): unknown {
  const bytes = Buffer.from(cursor, 'base64url');
  const signature = bytes.subarray(0, SIGNATURE_BYTES);
  const payload = bytes.subarray(SIGNATURE_BYTES);
  const isWhole = payload.length > 0 && bytes.toString('base64url') === cursor;
  if (!isWhole || !timingSafeEqual(signature, sign(key, tenantId, payload))) {
    throw refuseCursor('cursor must be the nextCursor of an earlier page, unchanged');
  }
  return JSON.parse(payload.toString()) as unknown;
}
