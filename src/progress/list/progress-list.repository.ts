import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';

import type { Scope } from '../../tenancy/scope.js';
import { ProgressDocument } from '../entities/progress-document.entity.js';
import { PACING_STATUSES, type PacingStatus } from '../progress-enums.js';

export type PacingCounts = Readonly<Record<PacingStatus, number>>;

/** Reads for the administration's list of students. */
@Injectable()
export class ProgressListRepository {
  private readonly manager: EntityManager;

  constructor(@InjectRepository(ProgressDocument) documents: Repository<ProgressDocument>) {
    this.manager = documents.manager;
  }

  /** Entries of an index alone are counted; left alone, the server may read the records themselves. */
  async pacingCounts(scope: Scope): Promise<PacingCounts> {
    const sql = `SELECT \`pacingStatus\`, COUNT(*) AS \`students\` FROM \`progress_documents\` FORCE INDEX (\`ix_progress_documents_pacing\`)
      WHERE \`tenantId\` = ? GROUP BY \`pacingStatus\``;
    const rows: { pacingStatus: PacingStatus; students: number | string }[] = await this.manager.query(sql, [
      scope.tenantId,
    ]);
    const counted = new Map(rows.map(({ pacingStatus, students }) => [pacingStatus, Number(students)]));
    return Object.fromEntries(
      PACING_STATUSES.map((status) => [status, counted.get(status) ?? 0]),
    ) as PacingCounts;
  }
}
