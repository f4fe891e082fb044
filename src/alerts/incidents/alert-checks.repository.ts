import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { AlertCheck } from '../entities/alert-check.entity.js';

type TenantScope = Pick<Scope, 'tenantId'>;

@Injectable()
export class AlertChecksRepository {
  constructor(@InjectRepository(AlertCheck) private readonly checks: Repository<AlertCheck>) {}

  find({ tenantId }: TenantScope): Promise<AlertCheck | null> {
    return this.checks.findOneBy({ tenantId });
  }

  lock({ tenantId }: TenantScope, transaction: Transaction): Promise<AlertCheck | null> {
    return transaction.entities((manager) =>
      manager.findOne(AlertCheck, { where: { tenantId }, lock: { mode: 'pessimistic_write' } }),
    );
  }

  /** @param isComplete whether every kind could be checked */
  async note(
    { tenantId }: TenantScope,
    transaction: Transaction,
    observedAt: Date,
    isComplete: boolean,
  ): Promise<void> {
    const sql = `INSERT INTO \`alert_checks\` (\`tenantId\`, \`observedAt\`, \`checkedAt\`) VALUES (?, ?, ?)
      ON DUPLICATE KEY UPDATE \`observedAt\` = VALUES(\`observedAt\`),
        \`checkedAt\` = COALESCE(VALUES(\`checkedAt\`), \`alert_checks\`.\`checkedAt\`)`;
    await transaction.write(sql, [tenantId, observedAt, isComplete ? observedAt : null]);
  }
}
