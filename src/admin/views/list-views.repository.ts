import { randomBytes } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';

import type { Reader } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { ListView } from './list-view.entity.js';

type TenantScope = Pick<Scope, 'tenantId'>;

/** In place of an owner's ID: all administrators see the view. */
export const SHARED = '';

export function newViewId(): string {
  return `vw_${randomBytes(13).toString('hex')}`;
}

@Injectable()
export class ListViewsRepository {
  constructor(@InjectRepository(ListView) private readonly views: Repository<ListView>) {}

  /** The shared ones, and those that are private to this administrator. */
  seenBy({ tenantId }: TenantScope, userId: string, lists: readonly string[]): Promise<ListView[]> {
    return this.views.find({
      where: { tenantId, holder: In([SHARED, userId]), list: In([...lists]) },
      order: { holder: 'DESC', list: 'ASC', name: 'ASC' },
    });
  }

  find({ tenantId }: TenantScope, id: string): Promise<ListView | null> {
    return this.views.findOneBy({ tenantId, id });
  }

  /** Locked until the transaction ends. */
  lock({ tenantId }: TenantScope, transaction: Transaction, id: string): Promise<ListView | null> {
    return transaction.entities((manager) =>
      manager.findOne(ListView, { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } }),
    );
  }

  /** The view with this name beside which another one would not be unique. */
  named(reader: Reader, { tenantId, holder, list, name }: ListView): Promise<ListView | null> {
    return reader.entities((manager) => manager.findOneBy(ListView, { tenantId, holder, list, name }));
  }

  count({ tenantId }: TenantScope, reader: Reader, holder: string): Promise<number> {
    return reader.entities((manager) => manager.countBy(ListView, { tenantId, holder }));
  }

  /** @throws {QueryFailedError} a duplicate key, when the name is taken */
  async add(transaction: Transaction, view: ListView): Promise<void> {
    await transaction.entities((manager) => manager.insert(ListView, view));
  }

  /** @throws {QueryFailedError} a duplicate key, when the name is taken */
  async replace(transaction: Transaction, { tenantId, id, ...view }: ListView): Promise<void> {
    await transaction.entities((manager) => manager.update(ListView, { tenantId, id }, view));
  }

  async remove({ tenantId }: TenantScope, transaction: Transaction, id: string): Promise<void> {
    await transaction.entities((manager) => manager.delete(ListView, { tenantId, id }));
  }
}
