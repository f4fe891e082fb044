import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';

import type { Scope } from '../../tenancy/scope.js';
import { SignOnSettings } from './sign-on-settings.entity.js';

type TenantScope = Pick<Scope, 'tenantId'>;

@Injectable()
export class SignOnSettingsRepository {
  constructor(@InjectRepository(SignOnSettings) private readonly settings: Repository<SignOnSettings>) {}

  find({ tenantId }: TenantScope, manager = this.settings.manager): Promise<SignOnSettings | null> {
    return manager.findOneBy(SignOnSettings, { tenantId });
  }

  async replace(scope: TenantScope, manager: EntityManager, settings: SignOnSettings): Promise<void> {
    await this.remove(scope, manager);
    await manager.insert(SignOnSettings, settings);
  }

  async remove({ tenantId }: TenantScope, manager: EntityManager): Promise<void> {
    await manager.delete(SignOnSettings, { tenantId });
  }
}
