import type { ProgressRecordDto } from '../../src/progress/dto/progress-record.dto.js';
import type { ApiClient } from './api-client.js';

export type ProgressRecord = ProgressRecordDto;

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

/** All pages of a walk, with something done between them. */
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

/** A student information system that keeps a copy by delta pages, always sending the last `nextSince`. */
export class DeltaReader {
  readonly copy = new Map<string, ProgressRecord>();
  private since: string | undefined;

  constructor(private readonly sis: ApiClient) {}

  /** @returns the records of this delta */
  async sync(limit?: number): Promise<ProgressRecord[]> {
    const { records, nextSince } = await pullAll(this.sis, { since: this.since, limit });
    for (const record of records) this.copy.set(record.studentId, record);
    this.since = nextSince;
    return records;
  }
}

/** Records by student, for comparison. */
export function byStudent(records: Iterable<ProgressRecord>): Record<string, ProgressRecord> {
  return Object.fromEntries(
    [...records].map((record) => [record.studentId, record] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
