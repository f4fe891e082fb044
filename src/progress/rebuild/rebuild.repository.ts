import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';

import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { OF_UNIVERSITIES } from '../../tenancy/credentials/secrets.js';
import { wallTime } from '../../tenancy/time/tenant-clock.js';
import { ProgressRebuild } from '../entities/progress-rebuild.entity.js';

/** Records that are still to be rebuilt, of all tenants. */
export interface RebuildCounts {
  readonly tenants: number;
  readonly records: number;
}

/** A tenant has one rebuild: another change of its settings begins it again. */
@Injectable()
export class RebuildRepository {
  constructor(@InjectRepository(ProgressRebuild) private readonly rebuilds: Repository<ProgressRebuild>) {}

  find({ tenantId }: Pick<Scope, 'tenantId'>): Promise<ProgressRebuild | null> {
    return this.rebuilds.findOneBy({ tenantId });
  }

  /** The rebuilds of all tenants that have not ended, the oldest first. */
  unfinished(): Promise<ProgressRebuild[]> {
    return this.rebuilds.find({ where: { finishedAt: IsNull() }, order: { startedAt: 'ASC' } });
  }

  async counts(): Promise<RebuildCounts> {
    const sql = `SELECT COUNT(*) AS \`tenants\`, COALESCE(SUM(\`total\` - \`done\`), 0) AS \`records\`
      FROM \`progress_rebuilds\` WHERE \`finishedAt\` IS NULL AND ${OF_UNIVERSITIES}`;
    const [row]: Record<keyof RebuildCounts, number | string>[] = await this.rebuilds.query(sql);
    return { tenants: Number(row?.tenants), records: Number(row?.records) };
  }

  async begin({ tenantId }: Pick<Scope, 'tenantId'>, transaction: Transaction): Promise<void> {
    const counting = `SELECT COUNT(*) AS \`records\` FROM \`progress_documents\`
      FORCE INDEX (\`ix_progress_documents_pacing\`) WHERE \`tenantId\` = ?`;
    const [row]: { records: number | string }[] = await transaction.read(counting, [tenantId]);
    await transaction.write(
      `INSERT INTO \`progress_rebuilds\`
          (\`tenantId\`, \`turn\`, \`total\`, \`done\`, \`changed\`, \`lastId\`, \`startedAt\`)
        VALUES (?, 1, ?, 0, 0, '', ?)
        ON DUPLICATE KEY UPDATE \`turn\` = \`turn\` + 1, \`total\` = VALUES(\`total\`), \`done\` = 0, \`changed\` = 0,
          \`lastId\` = '', \`startedAt\` = VALUES(\`startedAt\`), \`finishedAt\` = NULL`,
      [tenantId, Number(row?.records), wallTime()],
    );
  }

  /** The students whose records come next. */
  async next({ tenantId, lastId }: ProgressRebuild, limit: number): Promise<string[]> {
    const sql = `SELECT \`studentId\` FROM \`progress_documents\` FORCE INDEX (PRIMARY)
      WHERE \`tenantId\` = ? AND \`studentId\` > ? ORDER BY \`studentId\` LIMIT ?`;
    const rows: { studentId: string }[] = await this.rebuilds.query(sql, [tenantId, lastId, limit]);
    return rows.map(({ studentId }) => studentId);
  }

  /** Does nothing when the rebuild has begun again, or when another process is further. */
  async advance(
    transaction: Transaction,
    { tenantId, turn, lastId }: ProgressRebuild,
    studentIds: readonly string[],
    changed: number,
  ): Promise<void> {
    await transaction.write(
      `UPDATE \`progress_rebuilds\` SET \`done\` = \`done\` + ?, \`changed\` = \`changed\` + ?, \`lastId\` = ?,
        \`total\` = GREATEST(\`total\`, \`done\`) WHERE \`tenantId\` = ? AND \`turn\` = ? AND \`lastId\` = ?`,
      [studentIds.length, changed, studentIds.at(-1), tenantId, turn, lastId],
    );
  }

  /** Ends the rebuild. `total` becomes `done`, since students may have left meanwhile. */
  async finish({ tenantId, turn, lastId }: ProgressRebuild): Promise<void> {
    await this.rebuilds.query(
      `UPDATE \`progress_rebuilds\` SET \`total\` = \`done\`, \`finishedAt\` = ?
        WHERE \`tenantId\` = ? AND \`turn\` = ? AND \`lastId\` = ? AND \`finishedAt\` IS NULL`,
      [wallTime(), tenantId, turn, lastId],
    );
  }
}
