import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';

import { type Reader, SingleStatements } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { MilestoneTemplate } from '../entities/milestone-template.entity.js';
import type { Scope } from '../../tenancy/scope.js';
import type { TemplateMilestone } from './default-template.js';

/** The programId of a tenant's template for all programs without one of their own. */
export const ALL_PROGRAMS = '';

@Injectable()
export class TemplatesRepository {
  constructor(
    @InjectRepository(MilestoneTemplate) private readonly templates: Repository<MilestoneTemplate>,
  ) {}

  find(
    scope: Pick<Scope, 'tenantId'>,
    programIds: readonly string[],
    reader: Reader = new SingleStatements(this.templates.manager),
  ): Promise<MilestoneTemplate[]> {
    return reader.entities((manager) =>
      manager.find(MilestoneTemplate, {
        where: { tenantId: scope.tenantId, programId: In([...programIds]) },
        order: { sequence: 'ASC', code: 'ASC' },
      }),
    );
  }

  /** Locks one template until the transaction ends. */
  lock(scope: Scope, transaction: Transaction, programId: string): Promise<MilestoneTemplate[]> {
    return transaction.entities((manager) =>
      manager.find(MilestoneTemplate, {
        where: { tenantId: scope.tenantId, programId },
        order: { sequence: 'ASC', code: 'ASC' },
        lock: { mode: 'pessimistic_write' },
      }),
    );
  }

  exists({ tenantId }: Pick<Scope, 'tenantId'>): Promise<boolean> {
    return this.templates.existsBy({ tenantId });
  }

  list(scope: Pick<Scope, 'tenantId'>): Promise<MilestoneTemplate[]> {
    return this.templates.find({
      where: { tenantId: scope.tenantId },
      order: { programId: 'ASC', sequence: 'ASC', code: 'ASC' },
    });
  }

  async replace(
    scope: Pick<Scope, 'tenantId'>,
    transaction: Transaction,
    programId: string,
    milestones: readonly TemplateMilestone[],
  ): Promise<void> {
    const { tenantId } = scope;
    await transaction.entities((manager) => manager.delete(MilestoneTemplate, { tenantId, programId }));
    await transaction.entities((manager) =>
      manager.insert(
        MilestoneTemplate,
        milestones.map((milestone) => ({ tenantId, programId, ...milestone })),
      ),
    );
  }
}
