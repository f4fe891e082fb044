import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';

import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { AlertWebhook } from '../entities/alert-webhook.entity.js';

type TenantScope = Pick<Scope, 'tenantId'>;

/** How a webhook has answered last. */
export type WebhookHealth = Pick<AlertWebhook, 'goneAt' | 'problem' | 'problemAt'>;

/** All SQL on webhooks. */
@Injectable()
export class AlertWebhooksRepository {
  constructor(@InjectRepository(AlertWebhook) private readonly webhooks: Repository<AlertWebhook>) {}

  /** In the order in which they were added. */
  list({ tenantId }: TenantScope): Promise<AlertWebhook[]> {
    return this.webhooks.find({ where: { tenantId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  find({ tenantId }: TenantScope, id: string): Promise<AlertWebhook | null> {
    return this.webhooks.findOneBy({ tenantId, id });
  }

  /** The IDs of those that are in use. */
  async activeIds({ tenantId }: TenantScope): Promise<string[]> {
    const found = await this.webhooks.find({ select: { id: true }, where: { tenantId, goneAt: IsNull() } });
    return found.map(({ id }) => id);
  }

  async add(transaction: Transaction, webhook: AlertWebhook): Promise<void> {
    await transaction.entities((manager) => manager.insert(AlertWebhook, webhook));
  }

  async remove({ tenantId }: TenantScope, transaction: Transaction, id: string): Promise<void> {
    await transaction.entities((manager) => manager.delete(AlertWebhook, { tenantId, id }));
  }

  async note(
    { tenantId }: TenantScope,
    transaction: Transaction,
    id: string,
    health: WebhookHealth,
  ): Promise<void> {
    await transaction.entities((manager) => manager.update(AlertWebhook, { tenantId, id }, health));
  }
}
