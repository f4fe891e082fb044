import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ResultSetHeader } from 'mysql2';
import { Repository } from 'typeorm';

import { HAS_WALL_TIME } from '../../tenancy/time/due.js';
import type { Scope } from '../../tenancy/scope.js';
import type { Day } from '../../tenancy/time/calendar.js';
import { ProgressDocument } from '../entities/progress-document.entity.js';

const DELETED_AT_ONCE = 5000;

/** The reads and deletions of the sweep. */
@Injectable()
export class SweepRepository {
  constructor(@InjectRepository(ProgressDocument) private readonly documents: Repository<ProgressDocument>) {}

  /** Students whose pacing may have changed by this day. */
  async due(scope: Scope, today: Day, limit: number): Promise<string[]> {
    const sql = `SELECT \`studentId\` FROM \`progress_documents\`
      WHERE \`tenantId\` = ? AND \`reviewOn\` <= ? ORDER BY \`reviewOn\`, \`studentId\` LIMIT ?`;
    const rows: { studentId: string }[] = await this.documents.query(sql, [scope.tenantId, today, limit]);
    return rows.map(({ studentId }) => studentId);
  }

  /**
   * Students behind this one whose columns of lists a version before has not written. Reads all entries of the tenant
   * in one index, at 100,000 students some tens of milliseconds.
   */
  async withoutColumns(scope: Scope, after: string, limit: number): Promise<string[]> {
    const sql = `SELECT \`studentId\` FROM \`progress_documents\` FORCE INDEX (\`ix_progress_documents_list\`)
      WHERE \`tenantId\` = ? AND \`studentId\` > ? AND \`columnsAt\` <> \`changedAt\`
      ORDER BY \`studentId\` LIMIT ?`;
    const rows: { studentId: string }[] = await this.documents.query(sql, [scope.tenantId, after, limit]);
    return rows.map(({ studentId }) => studentId);
  }

  /** The first day on which the pacing of a student may change, and whether there are any whose pacing counts days. */
  async nextDay(tenantId: string): Promise<{ next: Day | null; anyCounts: boolean }> {
    const counts = `\`progress\` LIKE '%"milestone_overdue"%'`;
    const sql = `SELECT MIN(IF(${counts}, NULL, \`reviewOn\`)) AS \`next\`, MAX(${counts}) AS \`anyCounts\`
      FROM \`progress_documents\` WHERE \`tenantId\` = ? AND \`reviewOn\` IS NOT NULL`;
    const rows: { next: Day | null; anyCounts: unknown }[] = await this.documents.query(sql, [tenantId]);
    return { next: rows[0]?.next ?? null, anyCounts: Number(rows[0]?.anyCounts ?? 0) > 0 };
  }

  /** Deletes places in the order of changes that no walk can need any more. */
  async forgetPlaces(before: number): Promise<void> {
    for (;;) {
      const sql = `DELETE FROM \`progress_changes\` WHERE \`supersededBy\` < ? AND ${HAS_WALL_TIME} LIMIT ?`;
      const result: ResultSetHeader = await this.documents.query(sql, [before, DELETED_AT_ONCE]);
      if (result.affectedRows < DELETED_AT_ONCE) return;
    }
  }
}
