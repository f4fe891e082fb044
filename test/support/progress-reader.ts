import type { ProgressRecordDto, RemovedRecordDto } from '../../src/progress/dto/progress-record.dto.js';
import type { ApiClient } from './api-client.js';
import type { TestTenant } from './service.js';

export type ProgressRecord = ProgressRecordDto;
/** With includeRemoved. */
export type ProgressEntry = ProgressRecordDto | RemovedRecordDto;

export interface ProgressPage {
  readonly records: readonly ProgressRecord[];
  readonly count: number;
  readonly limit: number;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
  readonly nextSince: string;
}

export type ProgressQuery = Readonly<Record<string, string | number | undefined>>;

export function progressPath(query: ProgressQuery): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  const text = new URLSearchParams(given).toString();
  return `/progress${text === '' ? '' : `?${text}`}`;
}

/** One page of the export. */
export async function pullPage(sis: ApiClient, query: ProgressQuery = {}): Promise<ProgressPage> {
  const { status, body } = await sis.get(progressPath(query));
  if (status !== 200) throw new Error(`the export answered ${status}: ${JSON.stringify(body)}`);
  const { data, meta } = body as unknown as {
    data: ProgressRecord[];
    meta: Omit<ProgressPage, 'records'>;
  };
  return { records: data, ...meta };
}

/** Reads all pages of a walk, and runs a function between them. */
export async function pullAll(
  sis: ApiClient,
  query: ProgressQuery = {},
  between: (pages: number) => Promise<unknown> = () => Promise.resolve(),
): Promise<{ records: ProgressRecord[]; nextSince: string; pages: number }> {
  const records: ProgressRecord[] = [];
  let cursor: string | undefined;
  for (let pages = 1; ; pages += 1) {
    const page = await pullPage(sis, { ...query, cursor });
    records.push(...page.records);
    if (page.nextCursor === null) return { records, nextSince: page.nextSince, pages };
    cursor = page.nextCursor;
    await between(pages);
  }
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
  query: ProgressQuery = {},
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
  return Object.fromEntries(
    [...records].map((record) => [record.studentId, record] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
