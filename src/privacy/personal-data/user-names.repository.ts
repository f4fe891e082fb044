import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

import type { Subject } from './personal-table.js';

/** What identity providers call a person. */
@Injectable()
export class UserNamesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async of({ tenantId, userId }: Pick<Subject, 'tenantId' | 'userId'>): Promise<string[]> {
    const sql = 'SELECT `userName` FROM `scim_links` WHERE `tenantId` = ? AND `userId` = ?';
    const rows: { userName: string }[] = await this.dataSource.query(sql, [tenantId, userId]);
    return rows.map(({ userName }) => userName);
  }
}
