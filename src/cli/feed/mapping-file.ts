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
    return withItsTerms(parseMapping(content));
  } catch (error) {
    throw new FeedError(`--map ${path}: ${reasonOf(error)}`);
  }
}

/** The terms of the settings of a tenant are not known here. */
function withItsTerms(mapping: Mapping): Mapping {
  const column = [...mapping.columns].find(([, targets]) =>
    targets.some(({ transform }) => transform === 'term'),
  );
  if (column !== undefined && mapping.terms.size === 0)
    throw new FeedError(`columns.${column[0]} is read as a term; say in "terms" in which month terms begin`);
  return mapping;
}
