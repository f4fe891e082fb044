/** Why the feed cannot start or cannot finish. The message is one line for the operator; the exit code is 2. */
export class FeedError extends Error {
  override readonly name = 'FeedError';
}

/** The text of anything thrown, in one line. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.replace(/\s+/g, ' ').trim();
}
