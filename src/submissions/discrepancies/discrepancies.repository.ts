import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';

import type { Scope } from '../../tenancy/scope.js';
import { Discrepancy } from '../entities/discrepancy.entity.js';

@Injectable()
export class DiscrepanciesRepository {
  constructor(@InjectRepository(Discrepancy) private readonly discrepancies: Repository<Discrepancy>) {}

  /** All of a submission, resolved ones included, oldest first. */
  ofSubmission(
    scope: Pick<Scope, 'tenantId'>,
    submissionId: string,
    manager: EntityManager = this.discrepancies.manager,
  ): Promise<Discrepancy[]> {
    return manager.find(Discrepancy, {
      where: { tenantId: scope.tenantId, submissionId },
      order: { id: 'ASC' },
    });
  }

  /** Entries of an index alone are counted. */
  async openCount(scope: Scope): Promise<number> {
    const sql =
      'SELECT COUNT(*) AS `open` FROM `discrepancies` FORCE INDEX (`ix_discrepancies_open`) WHERE `tenantId` = ? AND `resolution` IS NULL';
    const rows: { open: number | string }[] = await this.discrepancies.query(sql, [scope.tenantId]);
    return Number(rows[0]?.open ?? 0);
  }

  async add(manager: EntityManager, discrepancies: readonly Omit<Discrepancy, 'id'>[]): Promise<void> {
    if (discrepancies.length > 0) await manager.insert(Discrepancy, [...discrepancies]);
  }

  /** Brings an unresolved one up to date with what both sides say now. */
  async refresh(
    scope: Pick<Scope, 'tenantId'>,
    manager: EntityManager,
    id: number,
    values: Pick<Discrepancy, 'submitted' | 'recorded'>,
  ): Promise<void> {
    await manager.update(Discrepancy, { tenantId: scope.tenantId, id }, values);
  }

  async resolve(
    scope: Pick<Scope, 'tenantId'>,
    manager: EntityManager,
    { id, resolution, note, resolvedBy, resolvedAt }: Discrepancy,
  ): Promise<void> {
    const decision = { resolution, note, resolvedBy, resolvedAt };
    await manager.update(Discrepancy, { tenantId: scope.tenantId, id }, decision);
  }
}
