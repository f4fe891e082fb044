/**
 * Why the feed, or the bridge of events, cannot start or cannot finish. The message is one line for the operator; the
 * exit code is 2.
 */
export class FeedError extends Error {
  override readonly name = 'FeedError';
}

/** The text of a thrown value, in one line. A refused connection to several addresses has a code and no message. */
export function reasonOf(error: unknown): string {
  const { message, code } = partsOf(error);
  const text = [message, code].find((part) => typeof part === 'string' && part !== '') ?? error;
  return String(text).replace(/\s+/g, ' ').trim();
}

/** The `code` of Node's errors. */
export function codeOf(error: unknown): unknown {
  return partsOf(error).code;
}

function partsOf(error: unknown): { message?: unknown; code?: unknown } {
  return typeof error === 'object' && error !== null ? error : {};
}
