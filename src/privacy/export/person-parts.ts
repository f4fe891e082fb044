import { Injectable } from '@nestjs/common';

import { LoggedRequestsRepository } from '../personal-data/logged-requests.repository.js';
import { PersonalDataRepository } from '../personal-data/personal-data.repository.js';
import { PERSONAL_TABLES, type PersonalTable, type Subject } from '../personal-data/personal-tables.js';

type Row = Readonly<Record<string, unknown>>;

const ROWS_AT_ONCE = 200;

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
  ) {}

  *of(subject: Subject): Generator<ExportedPart> {
    for (const table of PERSONAL_TABLES)
      yield { table: table.table, part: table.part ?? null, rows: this.rowsOf(subject, table) };
    yield { table: 'request_log', part: null, rows: this.requestsOf(subject) };
  }

  private async *rowsOf(subject: Subject, table: PersonalTable): AsyncGenerator<Row[]> {
    for (let offset = 0; ; offset += ROWS_AT_ONCE) {
      const rows = await this.data.page(subject, table, offset, ROWS_AT_ONCE);
      if (rows.length > 0) yield rows.map(presented);
      if (rows.length < ROWS_AT_ONCE) return;
    }
  }

  private async *requestsOf(subject: Subject): AsyncGenerator<Row[]> {
    for await (const ids of this.requests.about(subject))
      yield (await this.requests.find(subject, ids)).map(presented);
  }
}
