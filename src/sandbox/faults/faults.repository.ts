import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ResultSetHeader } from 'mysql2';
import { Repository } from 'typeorm';

import type { Transaction } from '../../database/transaction/transaction.js';
import { SandboxFault } from '../entities/sandbox-fault.entity.js';

@Injectable()
export class FaultsRepository {
  constructor(@InjectRepository(SandboxFault) private readonly faults: Repository<SandboxFault>) {}

  /** In the order in which they were given. */
  of(tenantId: string): Promise<SandboxFault[]> {
    return this.faults.find({ where: { tenantId }, order: { position: 'ASC' } });
  }

  async replace(transaction: Transaction, tenantId: string, faults: readonly SandboxFault[]): Promise<void> {
    await transaction.entities((manager) => manager.delete(SandboxFault, { tenantId }));
    if (faults.length > 0) await transaction.entities((manager) => manager.insert(SandboxFault, [...faults]));
  }

  /** Uses a fault up by one call. @returns false when another call has used the last */
  async use({ tenantId, position, route }: SandboxFault): Promise<boolean> {
    const sql = `UPDATE \`sandbox_faults\` SET \`timesLeft\` = \`timesLeft\` - 1
      WHERE \`tenantId\` = ? AND \`position\` = ? AND \`route\` = ? AND \`timesLeft\` > 0`;
    const { affectedRows }: ResultSetHeader = await this.faults.query(sql, [tenantId, position, route]);
    return affectedRows > 0;
  }
}
