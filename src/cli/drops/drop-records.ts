import type { Stats } from 'node:fs';

import type { FinishedRunDto } from '../../users/finish/finish.dto.js';

import type { FinishArguments } from '../feed/arguments.js';
import type { Summary } from '../feed/report.js';

/** Which file is meant: a file of the same name that has another mark is another file, or was changed. */
export interface FileMark {
  readonly inode: number;
  readonly size: number;
  readonly mtimeMs: number;
}

export function markOf({ ino: inode, size, mtimeMs }: Stats): FileMark {
  return { inode, size, mtimeMs };
}

export function hasMark(found: Stats | undefined, { inode, size, mtimeMs }: FileMark): boolean {
  return found?.ino === inode && found.size === size && found.mtimeMs === mtimeMs;
}

const COUNTS = [
  'rows',
  'received',
  'inserted',
  'updated',
  'unchanged',
  'failed',
  'refused',
  'deprovisioned',
  'restored',
  'pending',
  'warned',
  'blank',
  'skipped',
] as const;

/** What each count is stands at {@link Summary}. */
export type DropCounts = Readonly<Record<(typeof COUNTS)[number], number>>;

export function countsOf(summary: Summary): DropCounts {
  return Object.fromEntries(COUNTS.map((name) => [name, summary[name]])) as DropCounts;
}

/** The run by which a content was applied. */
export interface AppliedContent {
  readonly run: string;
  /** The name of the file at that time. */
  readonly file: string;
  /** ISO 8601. */
  readonly at: string;
  readonly rows: number;
  readonly notComplete?: string;
}

/** What became of a file, as `<name>.result.json` has it. */
export interface DropResult {
  readonly file: string;
  /** Of the file as it lies. */
  readonly sha256: string;
  readonly at: string;
  readonly run: string;
  /** Of the last sending: after a kill, rows that had been applied before count as unchanged. Null: not sent. */
  readonly counts: DropCounts | null;
  readonly warnings?: Readonly<Record<string, number>>;
  readonly skippedReasons?: Readonly<Record<string, number>>;
  readonly ignoredColumns?: readonly string[];
  /** The answer of the service to the end of the run. */
  readonly finish?: FinishedRunDto;
  /** Why the run is not complete. */
  readonly notComplete?: string;
  /** It was not sent, as a file of the same content was applied before. */
  readonly appliedBefore?: Partial<AppliedContent> & Pick<AppliedContent, 'run'>;
}

export interface WorkOnFile {
  readonly name: string;
  /** The bytes of the name, in base64. */
  readonly raw: string;
  readonly mark: FileMark;
  /** Of `<name>.ok`, where there is one. */
  readonly okMark?: { readonly name: string; readonly mark: FileMark };
}

/** All rows of a complete file are answered, and its run is not known to be finished. */
export interface Fed extends WorkOnFile {
  readonly step: 'fed';
  /** SHA-256 of what was read. */
  readonly content: string;
  readonly result: DropResult;
  readonly finish: FinishArguments;
  /** Of the file, without blank and skipped ones. */
  readonly rows: number;
}

/** What becomes of a file is certain; all that is left are moves and writes that may be repeated. */
export type Decided = WorkOnFile & {
  readonly step: 'decided';
  /** The name in the folder that it goes into; no other file has it. */
  readonly as: string;
} & (
    | {
        readonly into: 'archive';
        readonly result: DropResult;
        readonly remember?: { content: string; rows: number };
      }
    | { readonly into: 'refused'; readonly reason: string }
  );

/** What the command has in hand, as `.drops/work.json` has it. */
export type Work = Fed | Decided;
