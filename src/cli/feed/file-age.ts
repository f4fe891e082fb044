import { stat } from 'node:fs/promises';

import { FeedError, reasonOf } from '../../file-import/feed-error.js';

const HOUR_MS = 3_600_000;

/**
 * An export that has failed may leave the file of the night before, all of which is unchanged.
 * @throws {FeedError} when the file was last changed longer ago, or cannot be read
 */
export async function demandFresh(file: string, hours: number, now = Date.now()): Promise<void> {
  const { mtimeMs } = await stat(file).catch((error: unknown) => {
    throw new FeedError(`${file} cannot be read: ${reasonOf(error)}`);
  });
  const age = Math.floor((now - mtimeMs) / HOUR_MS);
  if (now - mtimeMs > hours * HOUR_MS)
    throw new FeedError(
      `${file} was last changed ${age} hours ago, and --max-age allows ${hours}; nothing was sent. Did the export run?`,
    );
}
