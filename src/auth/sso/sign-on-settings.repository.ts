import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';

import { type Reader, SingleStatements } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { SignOnSettings } from './sign-on-settings.entity.js';

type TenantScope = Pick<Scope, 'tenantId'>;

@Injectable()
export class SignOnSettingsRepository {
  constructor(@InjectRepository(SignOnSettings) private readonly settings: Repository<SignOnSettings>) {}

  find(
    { tenantId }: TenantScope,
    reader: Reader = new SingleStatements(this.settings.manager),
  ): Promise<SignOnSettings | null> {
    return reader.entities((manager) => manager.findOneBy(SignOnSettings, { tenantId }));
  }

  async replace(scope: TenantScope, transaction: Transaction, settings: SignOnSettings): Promise<void> {
    await this.remove(scope, transaction);
    await transaction.entities((manager) => manager.insert(SignOnSettings, settings));
  }

  async remove({ tenantId }: TenantScope, transaction: Transaction): Promise<void> {
    await transaction.entities((manager) => manager.delete(SignOnSettings, { tenantId }));
  }

  /** Notes that the metadata is read now. Of several processes that try at once, one gets `true`. */
  async noteReading(
    { tenantId }: TenantScope,
    { changedAt, metadataReadAt }: Pick<SignOnSettings, 'changedAt' | 'metadataReadAt'>,
    now: Date,
  ): Promise<boolean> {
    const before = metadataReadAt ?? IsNull();
    const { affected } = await this.settings.update(
      { tenantId, changedAt, metadataReadAt: before },
      { metadataReadAt: now },
    );
    return affected === 1;
  }

  /** Replaces the metadata, unless other settings were made since it was read. @returns whether it did */
  async keepMetadata(
    { tenantId }: TenantScope,
    transaction: Transaction,
    { changedAt }: Pick<SignOnSettings, 'changedAt'>,
    metadata: NonNullable<SignOnSettings['metadata']>,
  ): Promise<boolean> {
    const { affected } = await transaction.entities((manager) =>
      manager.update(SignOnSettings, { tenantId, changedAt }, { metadata }),
    );
    return affected === 1;
  }
}
