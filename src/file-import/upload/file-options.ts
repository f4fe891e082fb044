import { Refusal } from '../../errors/refusal.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import { FeedError, reasonOf } from '../feed-error.js';
import type { Mapping } from '../mapping/mapping.js';
import { parseMapping } from '../mapping/parse-mapping.js';

/** How a file is read. */
export interface FileOptions {
  readonly name: string;
  readonly encoding?: string | null;
  /** Of a workbook. */
  readonly sheet?: string | null;
  readonly blankClears?: boolean | null;
  /** The content of a mapping file. */
  readonly mapping?: object | null;
}

/** The refusal of a field of the options for this reason. */
export function refused(field: string, error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return new ValidationFailed([{ field, code: 'isReadable', message: `${field}: ${reasonOf(error)}` }]);
}

/**
 * The mapping that a caller sends; undefined when it says nothing.
 * @throws {ValidationFailed} when it is not valid, or needs a side file, which a caller cannot send
 */
export function mappingOf(content: object | null | undefined): Mapping | undefined {
  if (content == null || Object.keys(content).length === 0) return undefined;
  try {
    const mapping = parseMapping(content);
    if (mapping.lookup !== undefined)
      throw new FeedError(`it joins ${mapping.lookup.file}, which only the feed command can read`);
    return mapping;
  } catch (error) {
    throw refused('mapping', error);
  }
}

/** @throws {ValidationFailed} when the encoding is not known */
export function encodingOf(name: string): string {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    throw refused('encoding', new Error(`${name} is not known; name one such as windows-1252`));
  }
}
