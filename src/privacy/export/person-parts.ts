import { Injectable } from '@nestjs/common';

import type { AuditFilter } from '../../audit/audit.repository.js';
import { AuditService, type ReadEvent } from '../../audit/audit.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { DisclosuresService } from '../disclosures/disclosures.service.js';
import { LoggedRequestsRepository } from '../personal-data/logged-requests.repository.js';
import { PersonalDataRepository } from '../personal-data/personal-data.repository.js';
import type { PersonalTable, Subject } from '../personal-data/personal-table.js';
import { PERSONAL_TABLES } from '../personal-data/personal-tables.js';

type Row = Readonly<Record<string, unknown>>;

const ROWS_AT_ONCE = 200;
const AUDIT_LOG = 'audit_events';
/** Columns of the audit log that say nothing about a person. */
const NOT_ABOUT_PEOPLE: ReadonlySet<string> = new Set<keyof ReadEvent>(['tenantId', 'act', 'actEntries']);

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
    private readonly audit: AuditService,
    private readonly disclosures: DisclosuresService,
  ) {}

  *of(scope: Scope, subject: Subject): Generator<ExportedPart> {
    const own = PERSONAL_TABLES.filter((one) => one.table !== AUDIT_LOG && one.isOfOthers !== true);
    for (const table of own)
      yield { table: table.table, part: table.part ?? null, rows: this.rowsOf(subject, table) };
    const { userId } = subject;
    yield {
      table: AUDIT_LOG,
      part: 'about the person',
      rows: this.entries(scope, { target: `user:${userId}` }),
    };
    yield {
      table: AUDIT_LOG,
      part: 'acts of the person',
      rows: this.entries(scope, { actor: `admin:${userId}` }),
    };
    yield { table: 'request_log', part: null, rows: this.requestsOf(subject) };
    yield { table: 'disclosures', part: null, rows: this.disclosuresOf(scope, subject) };
  }

  private async *rowsOf(subject: Subject, table: PersonalTable): AsyncGenerator<Row[]> {
    for (let offset = 0; ; offset += ROWS_AT_ONCE) {
      const rows = await this.data.page(subject, table, offset, ROWS_AT_ONCE);
      if (rows.length > 0) yield rows.map(presented);
      if (rows.length < ROWS_AT_ONCE) return;
    }
  }

  private async *entries(scope: Scope, filter: AuditFilter): AsyncGenerator<Row[]> {
    for await (const rows of this.audit.all(scope, filter))
      yield rows.map((entry) =>
        Object.fromEntries(Object.entries(entry).filter(([name]) => !NOT_ABOUT_PEOPLE.has(name))),
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
    for await (const found of this.requests.about([subject]))
      yield (await this.requests.find(subject, found.get(subject) ?? [])).map(presented);
  }
}
