import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';

import type { Scope } from '../../tenancy/scope.js';
import { FieldMapping } from '../entities/field-mapping.entity.js';
import type { FieldLink } from './record-fields.js';

@Injectable()
export class MappingsRepository {
  constructor(@InjectRepository(FieldMapping) private readonly mappings: Repository<FieldMapping>) {}

  find(scope: Pick<Scope, 'tenantId'>, manager: EntityManager, formType: string): Promise<FieldMapping[]> {
    return manager.find(FieldMapping, {
      where: { tenantId: scope.tenantId, formType },
      order: { formField: 'ASC' },
    });
  }

  /** The same, held until the transaction ends. */
  lock(scope: Scope, manager: EntityManager, formType: string): Promise<FieldMapping[]> {
    return manager.find(FieldMapping, {
      where: { tenantId: scope.tenantId, formType },
      order: { formField: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  list(scope: Pick<Scope, 'tenantId'>): Promise<FieldMapping[]> {
    return this.mappings.find({
      where: { tenantId: scope.tenantId },
      order: { formType: 'ASC', formField: 'ASC' },
    });
  }

  async replace(
    scope: Pick<Scope, 'tenantId'>,
    manager: EntityManager,
    formType: string,
    links: readonly FieldLink[],
  ): Promise<void> {
    const { tenantId } = scope;
    await manager.delete(FieldMapping, { tenantId, formType });
    if (links.length > 0)
      await manager.insert(
        FieldMapping,
        links.map((link) => ({ tenantId, formType, ...link })),
      );
  }
}
