import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';

import { isIdentifier } from './secrets.js';
import { Tenant } from './tenant.entity.js';

/** Tenant administration: the one repository that is not bound to a tenant. */
@Injectable()
export class TenantsRepository {
  constructor(@InjectRepository(Tenant) private readonly tenants: Repository<Tenant>) {}

  async insert(manager: EntityManager, tenant: Tenant): Promise<void> {
    await manager.insert(Tenant, tenant);
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

  /** The tenant as it is now; nobody changes it or holds it until the transaction ends. */
  async lock(id: string, manager: EntityManager): Promise<Tenant | null> {
    if (!isIdentifier(id)) return null;
    return manager.findOne(Tenant, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  exists(): Promise<boolean> {
    return this.tenants.exists();
  }

  async change(
    manager: EntityManager,
    id: string,
    change: Partial<Pick<Tenant, 'status' | 'emailDomain' | 'settings'>>,
  ): Promise<void> {
    await manager.update(Tenant, { id }, change);
  }
}
