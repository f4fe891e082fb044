import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type FindOperator, type FindOptionsWhere, In, LessThanOrEqual, Not, Repository } from 'typeorm';

import { type Reader, SingleStatements } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { BatchTable } from '../../database/statements/batch-table.js';
import type { Scope } from '../../tenancy/scope.js';
import { Erasure } from './erasure.entity.js';

/** Who asks for the erasures of a sweep of the retention. */
export const SWEEP_ACTOR = 'retention-sweep';

function isDue(now: Date): FindOptionsWhere<Erasure> {
  return { state: In(['erasing', 'checking']), dueAt: LessThanOrEqual(now) };
}

@Injectable()
export class ErasuresRepository {
  private readonly table: BatchTable<Erasure>;

  constructor(@InjectRepository(Erasure) private readonly erasures: Repository<Erasure>) {
    this.table = new BatchTable(erasures, ['tenantId', 'userId']);
  }

  async add(transaction: Transaction, erasure: Erasure): Promise<void> {
    await this.table.put(transaction, [erasure]);
  }

  async find(
    { tenantId }: Pick<Scope, 'tenantId'>,
    userId: string,
    reader: Reader = new SingleStatements(this.erasures.manager),
  ): Promise<Erasure | undefined> {
    const [found] = await this.table.find(reader, tenantId, 'userId', [userId]);
    return found;
  }

  /**
   * Those that are under way at this moment, of all tenants: first the ones that were asked for, then those of the
   * retention, of which there may be many. Passes that have not begun are last, so that many begin together.
   */
  async due(now: Date, most: number): Promise<Erasure[]> {
    const asked = await this.dueOf(Not(SWEEP_ACTOR), now, most);
    const left = most - asked.length;
    return left === 0 ? asked : [...asked, ...(await this.dueOf(SWEEP_ACTOR, now, left))];
  }

  /** Those of a tenant whose pass may begin at this moment. */
  freshOf({ tenantId }: Pick<Scope, 'tenantId'>, now: Date, most: number): Promise<Erasure[]> {
    return this.erasures.find({ where: { tenantId, step: '', ...isDue(now) }, take: most });
  }

  /** The ones that wait for longest first; the name of a step is after a blank. */
  private dueOf(requestedBy: string | FindOperator<string>, now: Date, most: number): Promise<Erasure[]> {
    return this.erasures.find({
      where: { ...isDue(now), requestedBy },
      order: { step: 'DESC', dueAt: 'ASC' },
      take: most,
    });
  }

  /** An erasure that is gone, as of a sandbox that was reset, stays away. @returns whether it is still there */
  async update({ tenantId, userId, requestedAt, ...rest }: Erasure): Promise<boolean> {
    const { state, step, dueAt, sealedKeys, erasedRows, finishedAt } = rest;
    const { affected } = await this.erasures.update(
      { tenantId, userId, requestedAt },
      { state, step, dueAt, sealedKeys, erasedRows, finishedAt },
    );
    return affected !== 0;
  }
}
