import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Reader } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { FieldMapping } from '../entities/field-mapping.entity.js';
import type { FieldLink } from './record-fields.js';

@Injectable()
export class MappingsRepository {
  constructor(@InjectRepository(FieldMapping) private readonly mappings: Repository<FieldMapping>) {}

  find(scope: Pick<Scope, 'tenantId'>, reader: Reader, formType: string): Promise<FieldMapping[]> {
    return reader.entities((manager) =>
      manager.find(FieldMapping, {
        where: { tenantId: scope.tenantId, formType },
        order: { formField: 'ASC' },
      }),
    );
  }

  /** Like {@link find}; locks the rows until the transaction ends. */
  lock(scope: Scope, transaction: Transaction, formType: string): Promise<FieldMapping[]> {
    return transaction.entities((manager) =>
      manager.find(FieldMapping, {
        where: { tenantId: scope.tenantId, formType },
        order: { formField: 'ASC' },
        lock: { mode: 'pessimistic_write' },
      }),
    );
  }

  list(scope: Pick<Scope, 'tenantId'>): Promise<FieldMapping[]> {
    return this.mappings.find({
      where: { tenantId: scope.tenantId },
      order: { formType: 'ASC', formField: 'ASC' },
    });
  }

  async replace(
    scope: Pick<Scope, 'tenantId'>,
    transaction: Transaction,
    formType: string,
    links: readonly FieldLink[],
  ): Promise<void> {
    const { tenantId } = scope;
    await transaction.entities((manager) => manager.delete(FieldMapping, { tenantId, formType }));
    if (links.length > 0)
      await transaction.entities((manager) =>
        manager.insert(
          FieldMapping,
          links.map((link) => ({ tenantId, formType, ...link })),
        ),
      );
  }
}
