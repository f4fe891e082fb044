import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import { type Reader, SingleStatements } from '../../database/transaction/reader.js';
import { ReadReplica } from '../../database/connection/read-replica.js';
import type { Scope } from '../../tenancy/scope.js';
import type { Place, WalkRange, WalkRow, WalkSource } from '../../tenancy/walks/walk-source.js';
import { ProgressDocument } from '../entities/progress-document.entity.js';

/** The records of a walk. */
export interface RecordFilter {
  readonly studentIds: readonly string[] | undefined;
  /** Whether people whose record is gone are shown as removed. */
  readonly withRemoved: boolean;
}

/** How the content of a place is read: its joins and columns. */
interface Content {
  readonly joins: string;
  readonly changedAt: string;
  readonly members: string;
}

function joined(table: string, alias: string): string {
  return `\`${table}\` ${alias} ON ${alias}.\`tenantId\` = c.\`tenantId\` AND ${alias}.\`studentId\` = c.\`studentId\``;
}

const RECORD_MEMBERS = "CONCAT(d.`person`, ',', d.`progress`)";

const RECORDS: Content = {
  joins: `STRAIGHT_JOIN ${joined('progress_documents', 'd')}`,
  changedAt: 'd.`changedAt`',
  members: RECORD_MEMBERS,
};

/** A person has one of the two, or neither. */
const RECORDS_AND_REMOVALS: Content = {
  joins: `LEFT JOIN ${joined('progress_documents', 'd')} LEFT JOIN ${joined('progress_removals', 'r')}`,
  changedAt: 'COALESCE(d.`changedAt`, r.`changedAt`)',
  members: `COALESCE(${RECORD_MEMBERS}, r.\`entry\`)`,
};

/**
 * The bound of a page by the last stamp of the walk. MariaDB 10.11 may answer the first form with no rows, and no
 * error, when a `KILL QUERY` arrives while it estimates the range: 2 of 100 killed statements (docs/decisions/0041).
 * The second form is no bound to the optimizer, and was never answered so; it may scan all that changed since the walk
 * began.
 */
const BOUNDED = 'c.`stamp` <= ?';
const CONFIRMING = 'c.`stamp` + 0 <= ?';

/**
 * Reads for the export only. A page is one range scan over the order of changes. The last stamp of a walk is read from
 * the primary; its records may come from a replica that shows all stamps up to it.
 */
@Injectable()
export class ExportRepository implements WalkSource<RecordFilter> {
  readonly disclosure = 'export';
  readonly idName = 'studentId';
  private readonly single: Reader;

  constructor(
    @InjectRepository(ProgressDocument) documents: Repository<ProgressDocument>,
    private readonly replica: ReadReplica,
  ) {
    this.single = new SingleStatements(documents.manager);
  }

  async lastStamp(scope: Scope, reader = this.single): Promise<number> {
    // Not that of the tenant, which moves with other changes, and a page would be another one.
    const rows: { stamp: number }[] = await reader.read(
      'SELECT `stamp` FROM `progress_changes` WHERE `tenantId` = ? ORDER BY `stamp` DESC LIMIT 1',
      [scope.tenantId],
    );
    return rows[0]?.stamp ?? 0;
  }

  /**
   * An earlier place of a record may have been deleted since; its next place, or a later one, is still there.
   */
  async changedBetween(scope: Scope, after: number, before: number): Promise<boolean> {
    // Not bounded on both sides, see BOUNDED.
    const sql =
      'SELECT `stamp` FROM `progress_changes` WHERE `tenantId` = ? AND `stamp` > ? ORDER BY `stamp` LIMIT 1';
    const [next] = await this.single.read<{ stamp: number }>(sql, [scope.tenantId, after]);
    return next !== undefined && next.stamp < before;
  }

  page(
    scope: Scope,
    filter: RecordFilter,
    range: WalkRange,
    after: Place | undefined,
    limit: number,
  ): Promise<WalkRow[]> {
    // None of the students whom the caller names is known.
    if (filter.studentIds?.length === 0) return Promise.resolve([]);
    return this.replica.run(
      async (reader) => {
        const rows = await this.rowsOf(scope, reader, filter, range, after, limit, BOUNDED);
        // No rows end the walk, so a wrong empty answer would lose records.
        return rows.length > 0 ? rows : this.rowsOf(scope, reader, filter, range, after, limit, CONFIRMING);
      },
      // MySQL shows a commit to others an instant before it counts it among those that a replica is asked to wait for.
      async (reader) => (await this.lastStamp(scope, reader)) >= range.last,
    );
  }

  private async rowsOf(
    scope: Scope,
    reader: Reader,
    filter: RecordFilter,
    { since, until }: WalkRange,
    after: Place | undefined,
    limit: number,
    end: string,
  ): Promise<WalkRow[]> {
    const { studentIds } = filter;
    const { joins, changedAt, members } = filter.withRemoved ? RECORDS_AND_REMOVALS : RECORDS;
    const from = after ?? { stamp: since, id: '' };
    // Two ranges of the primary key: after this student at the same stamp (a batch gives one stamp to many), and later
    // stamps. Written as one range with a condition, each page would scan that stamp from its beginning.
    // Without a named index MariaDB reads a late page from the tenant's first place on: slower with each page.
    const index = studentIds === undefined ? 'PRIMARY' : 'ix_progress_changes_student';
    // CONVERT copies the bytes; CAST AS BINARY takes the server as long as all the rest of the statement.
    // A place counts while it is the current one, or when it was superseded after the walk began.
    const sql = `SELECT c.\`stamp\`, c.\`studentId\` AS \`id\`, ${changedAt} AS \`changedAt\`,
        CONVERT(CONCAT('{', ${members}) USING binary) AS \`text\`
      FROM \`progress_changes\` c FORCE INDEX (\`${index}\`) ${joins}
      WHERE c.\`tenantId\` = ? AND ((c.\`stamp\` = ? AND c.\`studentId\` > ?) OR c.\`stamp\` > ?) AND ${end}
        AND (c.\`supersededBy\` > ? OR (c.\`supersededBy\` IS NULL AND c.\`stamp\` = ${changedAt}))
        AND ${changedAt} IS NOT NULL${studentIds === undefined ? '' : ' AND c.`studentId` IN (?)'}
      ORDER BY c.\`stamp\`, c.\`studentId\` LIMIT ?`;
    const parameters = [
      scope.tenantId,
      from.stamp,
      from.id,
      from.stamp,
      until,
      until,
      ...(studentIds === undefined ? [] : [studentIds]),
      limit,
    ];
    const rows: WalkRow[] = await reader.read(sql, parameters);
    return rows;
  }
}
