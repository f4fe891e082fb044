import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';

import { BatchTable } from '../../database/statements/batch-table.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { AuditBox } from './audit-box.entity.js';

type Tenant = Pick<Scope, 'tenantId'>;

@Injectable()
export class AuditBoxesRepository {
  private readonly table: BatchTable<AuditBox>;

  constructor(@InjectRepository(AuditBox) private readonly boxes: Repository<AuditBox>) {
    this.table = new BatchTable(boxes, ['tenantId', 'digest']);
  }

  async add(transaction: Transaction, boxes: readonly AuditBox[]): Promise<void> {
    await this.table.put(transaction, boxes);
  }

  /** Those that are still there. */
  async find({ tenantId }: Tenant, digests: readonly string[]): Promise<AuditBox[]> {
    return digests.length === 0 ? [] : this.boxes.findBy({ tenantId, digest: In([...digests]) });
  }

  async remove({ tenantId }: Tenant, transaction: Transaction, digests: readonly string[]): Promise<void> {
    if (digests.length === 0) return;
    const sql = 'DELETE FROM `audit_boxes` WHERE `tenantId` = ? AND `digest` IN (?)';
    await transaction.write(sql, [tenantId, digests]);
  }

  async removeOf({ tenantId }: Tenant, transaction: Transaction, owners: readonly string[]): Promise<void> {
    const sql = 'DELETE FROM `audit_boxes` WHERE `tenantId` = ? AND `userId` IN (?)';
    await transaction.write(sql, [tenantId, owners]);
  }
}
