import type { ProgressRecordDto } from '../../../src/progress/dto/progress-record.dto.js';
import type { TestTenant } from '../../support/service.js';

const LIMIT = 500;

interface Page {
  readonly data: ProgressRecordDto[];
  readonly meta: {
    readonly hasMore: boolean;
    readonly nextCursor: string | null;
    readonly nextSince: string;
  };
}

/** A system that keeps a copy of all records by reading deltas. */
export class Reader {
  /** By legacyNumber. */
  readonly copy = new Map<string, ProgressRecordDto>();
  private since: string | undefined;

  constructor(private readonly tenant: TestTenant) {}

  /** Reads the pages of one delta. Returns the students of the records, in order. */
  async pull(): Promise<string[]> {
    const came: string[] = [];
    let cursor: string | null = null;
    for (;;) {
      const query = new URLSearchParams({ limit: String(LIMIT) });
      if (this.since !== undefined) query.set('since', this.since);
      if (cursor !== null) query.set('cursor', cursor);
      const { data, meta } = await this.page(query);
      for (const record of data) {
        came.push(record.legacyNumber ?? '');
        this.copy.set(record.legacyNumber ?? '', record);
      }
      cursor = meta.nextCursor;
      if (cursor === null) {
        this.since = meta.nextSince;
        return came;
      }
    }
  }

  private async page(query: URLSearchParams): Promise<Page> {
    const { status, body } = await this.tenant.sis.get(`/progress?${query.toString()}`);
    if (status !== 200) throw new Error(`${status}: ${body.message}`);
    return body as unknown as Page;
  }
}

/** @param numbers the source's number of every person by the service's ID */
export function comparable(record: ProgressRecordDto, numbers: ReadonlyMap<string, string>): object {
  const { legacyNumber, email, firstName, lastName, accountStatus, schoolProgram, programId, degree } =
    record;
  const { monthOfEntry, yearOfEntry, dissertation, milestones, committee } = record;
  const members = committee.members.map(({ facultyId, ...seat }) => ({
    facultyId: numbers.get(facultyId),
    ...seat,
  }));
  return {
    legacyNumber,
    email,
    firstName,
    lastName,
    accountStatus,
    schoolProgram,
    programId,
    degree,
    monthOfEntry,
    yearOfEntry,
    dissertation,
    milestones,
    committee: { ...committee, members },
  };
}

/** The counts of the records. */
export function countsOf(records: Iterable<ProgressRecordDto>): Record<string, number> {
  const all = [...records];
  const theses = all.filter(({ dissertation }) => dissertation.title !== null);
  const count = (test: (record: (typeof all)[number]) => boolean): number => theses.filter(test).length;
  return {
    students: all.length,
    theses: theses.length,
    defended: count(({ dissertation }) => dissertation.status === 'defended'),
    withDefenceDay: count(({ dissertation }) => dissertation.defendedOn !== null),
    withStart: count(({ dissertation }) => dissertation.startedOn !== null),
    defendedBeforeStart: count(
      ({ dissertation: { startedOn, defendedOn } }) =>
        startedOn !== null && defendedOn !== null && defendedOn < startedOn,
    ),
    seats: theses.reduce((sum, { committee }) => sum + committee.members.length, 0),
    withoutChair: count(({ committee }) => committee.missingRoles.includes('chair')),
    emptyCommittees: count(({ committee }) => committee.members.length === 0),
    notAscii: count(({ dissertation }) => /[^\0-\x7f]/.test(dissertation.title ?? '')),
    longestTitle: Math.max(...theses.map(({ dissertation }) => dissertation.title?.length ?? 0)),
  };
}
