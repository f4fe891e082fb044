import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';

import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../scope.js';
import { KeyHandover } from './key-handover.entity.js';

/** Links that hand keys over. A token names its tenant, so finding one takes no scope. */
@Injectable()
export class KeyHandoversRepository {
  constructor(@InjectRepository(KeyHandover) private readonly handovers: Repository<KeyHandover>) {}

  /** Links of the key that were not opened stop working. */
  async replace(transaction: Transaction, handover: KeyHandover): Promise<void> {
    const { tenantId, apiKey } = handover;
    await transaction.entities((manager) =>
      manager.delete(KeyHandover, { tenantId, apiKey, openedAt: IsNull() }),
    );
    await transaction.entities((manager) => manager.insert(KeyHandover, handover));
  }

  find(tokenHash: Buffer): Promise<KeyHandover | null> {
    return this.handovers.findOneBy({ tokenHash });
  }

  /** Locks the link until the transaction ends. The key must be locked before. */
  lock(transaction: Transaction, tokenHash: Buffer): Promise<KeyHandover | null> {
    return transaction.entities((manager) =>
      manager.findOne(KeyHandover, { where: { tokenHash }, lock: { mode: 'pessimistic_write' } }),
    );
  }

  async markOpened(
    transaction: Transaction,
    tokenHash: Buffer,
    opened: Pick<KeyHandover, 'openedAt' | 'openedFrom'>,
  ): Promise<void> {
    await transaction.entities((manager) => manager.update(KeyHandover, { tokenHash }, opened));
  }

  /** The latest link of the key. */
  latestOf({ tenantId }: Pick<Scope, 'tenantId'>, apiKey: string): Promise<KeyHandover | null> {
    return this.handovers.findOne({ where: { tenantId, apiKey }, order: { createdAt: 'DESC' } });
  }
}
