import type { IntegrationApiError } from '#client';

import { codeOf, reasonOf } from '../file-import/feed-error.js';

/** Node's codes for a connection that the other side has closed. */
const CLOSED = new Set<unknown>(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Why an attempt to call the service failed, in one line for the operator. */
export function attemptFailure(error: IntegrationApiError): string {
  const { code, status, message, requestId } = error;
  if (status !== undefined) {
    // An answer that began well reports its end by a line.
    const isOwn = code === 'UNEXPECTED_ANSWER' || status === 200;
    const text = isOwn ? message : `${status} ${message}`;
    return `${text} (request ${requestId})`;
  }
  const cause = firstCauseOf(error);
  return CLOSED.has(codeOf(cause)) ? 'the connection was lost' : reasonOf(cause);
}

function firstCauseOf(error: Error): Error {
  return error.cause instanceof Error ? firstCauseOf(error.cause) : error;
}
