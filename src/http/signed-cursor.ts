import { ValidationFailed } from '../errors/request.errors.js';
import type { ServerKeys } from '../secrets/server-keys.js';
import { readSigned, signed } from './signed-text.js';

const PURPOSE = 'cursor';

/** Creates an opaque cursor that is bound to its tenant. */
export function encodeCursor(keys: ServerKeys, tenantId: string, content: object): string {
  return signed(keys, PURPOSE, tenantId, content);
}

export function refuseCursor(message: string): ValidationFailed {
  return new ValidationFailed([{ field: 'cursor', code: 'isCursor', message }]);
}

/**
 * Reads the content of a cursor.
 * @throws {ValidationFailed} when the cursor was changed or belongs to another tenant; names the field `cursor`
 */
export function decodeCursor(keys: ServerKeys, tenantId: string, cursor: string): unknown {
  const content = readSigned(keys, PURPOSE, tenantId, cursor);
  if (content === undefined)
    throw refuseCursor('cursor must be the nextCursor of an earlier page, unchanged');
  return content;
}
