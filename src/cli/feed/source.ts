import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FeedArguments } from './arguments.js';
import { FeedError, reasonOf } from '../../file-import/feed-error.js';
import type { Mapping } from '../../file-import/mapping/mapping.js';
import type { Beginning } from '../../file-import/proposals/proposals.js';
import {
  type FileRow,
  noNotes,
  type SourceNotes,
  type TableOptions,
} from '../../file-import/sources/formats.js';
import { defaultRun } from '../../file-import/run-name.js';
import { beginningOf } from '../../file-import/sources/people.js';
import { formatOf, openSource as openFile, rowsOf } from '../../file-import/sources/rows.js';

/** Which file, and how it is read. */
export type SourceArguments = Pick<FeedArguments, 'file' | 'format' | 'encoding' | 'sheet' | 'blankClears'>;

export interface Source {
  rows: AsyncIterable<FileRow>;
  notes: SourceNotes;
  /** Bytes of the file, undefined for a pipe. */
  totalBytes?: number;
  bytesRead: () => number;
  /** Stops reading and closes the file. */
  close: () => void;
}

/**
 * Opens the file, or standard input for `-`, and reads it as rows.
 * @throws {FeedError} when the file cannot be opened; iterating the rows throws one when they cannot be read
 */
export async function openSource(args: SourceArguments, stdin: Readable, mapping?: Mapping): Promise<Source> {
  const { file } = args;
  if (file === '-') return sourceOf(stdin, args, mapping);
  const source = sourceOf(await openPath(file), args, mapping);
  return { ...source, totalBytes: (await stat(file)).size };
}

/**
 * Reads an open file as rows. Its name says how.
 * @throws {FeedError} when iterating the rows, and they cannot be read; its cause says why
 */
export function sourceOf(input: Readable, args: SourceArguments, mapping?: Mapping): Source {
  const { file } = args;
  const { chunks, bytesRead } = chunksOf(input, file);
  const notes = noNotes();
  const table = { ...tableOptions(args, notes), mapping, blankClears: args.blankClears };
  return {
    rows: named(rowsOf(chunks, args.format ?? formatOf(file), table), file),
    notes,
    bytesRead,
    close: () => void input.destroy(),
  };
}

/**
 * The header and the first records of a table, as far as they are needed to propose a mapping.
 * @throws {FeedError} when the file cannot be read, or is no table
 */
export async function readBeginning(
  args: Omit<SourceArguments, 'blankClears'>,
  stdin: Readable,
): Promise<Beginning> {
  const input = args.file === '-' ? stdin : await openPath(args.file);
  const { chunks } = chunksOf(input, args.file);
  try {
    const options = tableOptions(args, noNotes());
    const source = await openFile(chunks, args.format ?? formatOf(args.file), options);
    if ('rows' in source) throw new FeedError('NDJSON has the names of the fields, and needs no mapping');
    try {
      return await beginningOf(source.table, options);
    } finally {
      await source.table.close?.();
    }
  } catch (error) {
    throw namedError(error, args.file);
  } finally {
    input.destroy();
  }
}

function tableOptions(
  { file, encoding, sheet }: Pick<SourceArguments, 'file' | 'encoding' | 'sheet'>,
  notes: SourceNotes,
) {
  const directory = file === '-' ? '.' : dirname(file);
  return { mapping: undefined, blankClears: false, encoding, sheet, directory, notes } satisfies TableOptions;
}

interface Chunks {
  /** Unpacked. */
  readonly chunks: AsyncIterable<Buffer>;
  readonly bytesRead: () => number;
}

function chunksOf(input: Readable, file: string): Chunks {
  let read = 0;
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of input as AsyncIterable<Buffer | string>) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      read += bytes.length;
      yield bytes;
    }
  };
  const chunks = file.toLowerCase().endsWith('.gz') ? unzipped(counted()) : counted();
  return { chunks, bytesRead: () => read };
}

/** The name of the run of a file that is given none. */
export async function runOfFile(file: string): Promise<string> {
  const now = new Date();
  if (file === '-') return defaultRun('stdin', now);
  const isFile = (await stat(file)).isFile();
  return defaultRun(basename(file), now, isFile ? createReadStream(file) : undefined);
}

async function openPath(path: string): Promise<Readable> {
  try {
    const handle = await open(path);
    if ((await handle.stat()).isDirectory()) throw new FeedError('it is a directory');
    return handle.createReadStream();
  } catch (error) {
    throw new FeedError(`${path} cannot be read: ${reasonOf(error)}`);
  }
}

function unzipped(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  // An error of either stream is thrown to the caller that iterates.
  return pipeline(Readable.from(chunks), createGunzip(), () => undefined);
}

/** Adds the name of the file to errors of the source. */
async function* named(rows: AsyncIterable<FileRow>, file: string): AsyncGenerator<FileRow> {
  try {
    yield* rows;
  } catch (error) {
    throw namedError(error, file);
  }
}

function namedError(error: unknown, file: string): FeedError {
  const name = file === '-' ? 'standard input' : basename(file);
  return new FeedError(`${name}: ${reasonOf(error)}`, { cause: error });
}
