import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Scope } from '../../tenancy/scope.js';
import { ProgressDocument } from '../entities/progress-document.entity.js';
import type { PacingStatus } from '../progress-enums.js';

const INDEX = 'FORCE INDEX (`ix_progress_documents_pacing`)';

/** Reads records by their pacing status. */
@Injectable()
export class PacingEffectRepository {
  constructor(@InjectRepository(ProgressDocument) private readonly documents: Repository<ProgressDocument>) {}

  async count({ tenantId }: Scope, statuses: readonly PacingStatus[]): Promise<number> {
    const sql = `SELECT COUNT(*) AS \`students\` FROM \`progress_documents\` ${INDEX}
      WHERE \`tenantId\` = ? AND \`pacingStatus\` IN (?)`;
    const [row]: { students: number | string }[] = await this.documents.query(sql, [tenantId, statuses]);
    return Number(row?.students ?? 0);
  }

  /** The records behind this student, in the order of their IDs. */
  next(
    { tenantId }: Scope,
    status: PacingStatus,
    after: string,
    limit: number,
  ): Promise<Pick<ProgressDocument, 'studentId' | 'progress'>[]> {
    const sql = `SELECT \`studentId\`, \`progress\` FROM \`progress_documents\` ${INDEX}
      WHERE \`tenantId\` = ? AND \`pacingStatus\` = ? AND \`studentId\` > ? ORDER BY \`studentId\` LIMIT ?`;
    return this.documents.query(sql, [tenantId, status, after, limit]);
  }
}
