import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

import type { Scope } from '../../tenancy/scope.js';

/** What connectors carry of a student at this moment. */
@Injectable()
export class OpenClaimsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async count({ tenantId }: Pick<Scope, 'tenantId'>, studentId: string): Promise<number> {
    const sql = `SELECT COUNT(*) AS \`claims\` FROM \`sync_open_items\`
      WHERE \`tenantId\` = ? AND \`studentId\` = ? AND \`claimId\` IS NOT NULL`;
    const [row]: { claims: number | string }[] = await this.dataSource.query(sql, [tenantId, studentId]);
    return Number(row?.claims ?? 0);
  }
}
