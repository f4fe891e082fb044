import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

import type { Subject } from './personal-table.js';

/** Which submissions are a person's. */
@Injectable()
export class SubmissionIdsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async idsOf({ tenantId, userId }: Pick<Subject, 'tenantId' | 'userId'>): Promise<string[]> {
    const sql = 'SELECT `submissionId` FROM `submissions` WHERE `tenantId` = ? AND `studentId` = ?';
    const rows: { submissionId: string }[] = await this.dataSource.query(sql, [tenantId, userId]);
    return rows.map(({ submissionId }) => submissionId);
  }
}
