import { readFile } from 'node:fs/promises';
import { FeedError, reasonOf } from '../../file-import/feed-error.js';
import { parseJson } from '../../file-import/mapping/fields.js';
import type { Mapping } from '../../file-import/mapping/mapping.js';
import { parseMapping } from '../../file-import/mapping/parse-mapping.js';

/**
 * Reads and checks a mapping file.
 * @throws {FeedError} when it is not valid; the message names the file and the key
 */
export async function readMappingFile(path: string): Promise<Mapping> {
  let content: unknown;
  try {
    content = parseJson((await readFile(path, 'utf8')).replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new FeedError(`--map ${path}: ${reasonOf(error)}`);
  }
  try {
    return parseMapping(content);
  } catch (error) {
    throw new FeedError(`--map ${path}: ${reasonOf(error)}`);
  }
}
