import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

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
}
