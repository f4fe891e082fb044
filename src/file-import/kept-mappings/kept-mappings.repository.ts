import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Reader } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { KeptMapping } from './kept-mapping.entity.js';

type TenantScope = Pick<Scope, 'tenantId'>;

@Injectable()
export class KeptMappingsRepository {
  constructor(@InjectRepository(KeptMapping) private readonly mappings: Repository<KeptMapping>) {}

  list({ tenantId }: TenantScope): Promise<KeptMapping[]> {
    return this.mappings.findBy({ tenantId });
  }

  count({ tenantId }: TenantScope, reader: Reader): Promise<number> {
    return reader.entities((manager) => manager.countBy(KeptMapping, { tenantId }));
  }

  /** Locked until the transaction ends. */
  lock({ tenantId }: TenantScope, transaction: Transaction, sender: string): Promise<KeptMapping | null> {
    return transaction.entities((manager) =>
      manager.findOne(KeptMapping, { where: { tenantId, sender }, lock: { mode: 'pessimistic_write' } }),
    );
  }

  /** In place of what is kept under the name. */
  async replace(transaction: Transaction, mapping: KeptMapping): Promise<void> {
    await this.remove(mapping, transaction, mapping.sender);
    await transaction.entities((manager) => manager.insert(KeptMapping, mapping));
  }

  async remove({ tenantId }: TenantScope, transaction: Transaction, sender: string): Promise<void> {
    await transaction.entities((manager) => manager.delete(KeptMapping, { tenantId, sender }));
  }
}
