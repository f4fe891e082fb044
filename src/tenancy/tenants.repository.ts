import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';

import { isIdentifier } from './secrets.js';
import { Tenant } from './tenant.entity.js';
import type { StoredTenantSettings } from './tenant-settings.js';

/** Tenant administration: the one repository that is not bound to a tenant. */
@Injectable()
export class TenantsRepository {
  constructor(@InjectRepository(Tenant) private readonly tenants: Repository<Tenant>) {}

  async insert(tenant: Tenant): Promise<void> {
    await this.tenants.insert(tenant);
  }

  list(): Promise<Tenant[]> {
    return this.tenants.find({ order: { createdAt: 'ASC', id: 'ASC' } });
  }

  async find(id: string): Promise<Tenant | null> {
    if (!isIdentifier(id)) return null;
    return this.tenants.findOneBy({ id });
  }

  /** The tenant as it is now; nobody changes it until the transaction ends, and others may hold it too. */
  hold(id: string, manager: EntityManager): Promise<Tenant | null> {
    return manager.findOne(Tenant, { where: { id }, lock: { mode: 'pessimistic_read' } });
  }

  exists(): Promise<boolean> {
    return this.tenants.exists();
  }

  async setSettings(id: string, emailDomain: string, settings: StoredTenantSettings): Promise<void> {
    await this.tenants.update({ id }, { emailDomain, settings });
  }

  async setStatus(id: string, status: Tenant['status']): Promise<boolean> {
    if (!isIdentifier(id)) return false;
    const result = await this.tenants.update({ id }, { status });
    return result.affected === 1;
  }
}
