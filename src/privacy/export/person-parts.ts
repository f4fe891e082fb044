import { Injectable } from '@nestjs/common';

import { AuditPeopleService } from '../../audit/people/audit-people.service.js';
import type { AuditEvent } from '../../audit/audit-event.entity.js';
import type { Scope } from '../../tenancy/scope.js';
import { DisclosuresService } from '../disclosures/disclosures.service.js';
import { LoggedRequestsRepository } from '../personal-data/logged-requests.repository.js';
import { PersonalDataRepository } from '../personal-data/personal-data.repository.js';
import { PERSONAL_TABLES, type PersonalTable, type Subject } from '../personal-data/personal-tables.js';

type Row = Readonly<Record<string, unknown>>;

const ROWS_AT_ONCE = 200;
/** Columns of the audit log that say nothing about a person. */
const OF_THE_CHAIN = new Set(['people', 'position', 'chainOffset', 'hash', 'actEntries']);

/** The rows of one table about a person, read while they are taken. */
export interface ExportedPart {
  readonly table: string;
  readonly part: string | null;
  readonly rows: AsyncIterable<readonly Row[]>;
}

/** JSON columns as values, and bytes as hexadecimal text. */
function presented(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (Buffer.isBuffer(value)) return [name, value.toString('hex')];
      return [name, typeof value === 'string' && /^[[{]/.test(value) ? parsed(value) : value];
    }),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** All that is stored about a person, part by part. */
@Injectable()
export class PersonParts {
  constructor(
    private readonly data: PersonalDataRepository,
    private readonly requests: LoggedRequestsRepository,
    private readonly auditPeople: AuditPeopleService,
    private readonly disclosures: DisclosuresService,
  ) {}

  *of(scope: Scope, subject: Subject): Generator<ExportedPart> {
    for (const table of PERSONAL_TABLES)
      yield { table: table.table, part: table.part ?? null, rows: this.rowsOf(subject, table) };
    yield { table: 'request_log', part: null, rows: this.requestsOf(subject) };
    yield { table: 'disclosures', part: null, rows: this.disclosuresOf(scope, subject) };
  }

  private async *rowsOf(subject: Subject, table: PersonalTable): AsyncGenerator<Row[]> {
    for (let offset = 0; ; offset += ROWS_AT_ONCE) {
      const rows = await this.data.page(subject, table, offset, ROWS_AT_ONCE);
      if (rows.length > 0) yield await this.told(subject, table, rows.map(presented));
      if (rows.length < ROWS_AT_ONCE) return;
    }
  }

  /** Entries of the audit log with what names people in them, which is stored apart. */
  private async told(subject: Subject, { table }: PersonalTable, rows: Row[]): Promise<Row[]> {
    if (table !== 'audit_events') return rows;
    const entries = await this.auditPeople.tell(subject, rows as unknown as readonly AuditEvent[]);
    return entries.map((entry) =>
      Object.fromEntries(Object.entries(entry).filter(([name]) => !OF_THE_CHAIN.has(name))),
    );
  }

  private async *disclosuresOf(scope: Scope, { userId }: Subject): AsyncGenerator<Row[]> {
    let cursor: string | undefined;
    do {
      const query = cursor === undefined ? {} : { cursor };
      const { data, meta } = await this.disclosures.ofPerson(scope, userId, query);
      if (data.length > 0) yield data.map((one) => ({ ...one }));
      cursor = (meta as { nextCursor: string | null }).nextCursor ?? undefined;
    } while (cursor !== undefined);
  }

  private async *requestsOf(subject: Subject): AsyncGenerator<Row[]> {
    for await (const ids of this.requests.about(subject))
      yield (await this.requests.find(subject, ids)).map(presented);
  }
}
