import type { ProgressRecordDto, RemovedRecordDto } from '../../src/progress/dto/progress-record.dto.js';
import type { ApiClient } from './api-client.js';
import type { TestTenant } from './service.js';
import { byKey, type WalkedMeta, type WalkQuery, WalkReader } from './walk-reader.js';

export type ProgressRecord = ProgressRecordDto;
/** With includeRemoved. */
export type ProgressEntry = ProgressRecordDto | RemovedRecordDto;

export interface ProgressPage extends WalkedMeta {
  readonly records: readonly ProgressRecord[];
}

const walk = new WalkReader<ProgressRecord>('/progress');

/** One page of the export. */
export async function pullPage(sis: ApiClient, query: WalkQuery = {}): Promise<ProgressPage> {
  const { items: records, ...meta } = await walk.page(sis, query);
  return { records, ...meta };
}

/** Reads all pages of a walk, and runs a function between them. */
export async function pullAll(
  sis: ApiClient,
  query: WalkQuery = {},
  between?: (pages: number) => Promise<unknown>,
): Promise<{ records: ProgressRecord[]; nextSince: string; pages: number }> {
  const { items: records, ...walked } = await walk.all(sis, query, between);
  return { records, ...walked };
}

/** The present record of one Student. */
export async function recordOf({ sis }: TestTenant, id: string): Promise<ProgressRecord | undefined> {
  return (await pullAll(sis, { studentId: id })).records[0];
}

export const studentIdsOf = (records: readonly ProgressEntry[]): string[] =>
  records.map(({ studentId }) => studentId);

/** The same, including people who are no Students any more. */
export function pullEntries(
  sis: ApiClient,
  query: WalkQuery = {},
  between?: (pages: number) => Promise<unknown>,
): Promise<{ records: ProgressEntry[]; nextSince: string; pages: number }> {
  return pullAll(sis, { ...query, includeRemoved: 'true' }, between);
}

export function isRemoved(entry: ProgressEntry): entry is RemovedRecordDto {
  return 'removed' in entry;
}

/** A student information system that keeps a copy by delta pages, always sending the last `nextSince`. */
export class DeltaReader {
  readonly copy = new Map<string, ProgressRecord>();
  private since: string | undefined;

  /** @param includeRemoved whether it is notified of people who are no Students any more, and removes them */
  constructor(
    private readonly sis: ApiClient,
    private readonly includeRemoved = false,
  ) {}

  /** @returns the records of this delta */
  async sync(limit?: number): Promise<ProgressRecord[]> {
    const query = { since: this.since, limit };
    const { records, nextSince } = await (this.includeRemoved ? pullEntries : pullAll)(this.sis, query);
    for (const entry of records)
      if (isRemoved(entry)) this.copy.delete(entry.studentId);
      else this.copy.set(entry.studentId, entry);
    this.since = nextSince;
    return records.flatMap((entry) => (isRemoved(entry) ? [] : [entry]));
  }
}

/** Records by student, for comparison. */
export function byStudent(records: Iterable<ProgressRecord>): Record<string, ProgressRecord> {
  return byKey(records, ({ studentId }) => studentId);
}
