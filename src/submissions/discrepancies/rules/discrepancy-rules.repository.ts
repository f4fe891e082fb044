import { randomBytes } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Not, Repository } from 'typeorm';

import type { PageRange } from '../../../http/lists/list-query.js';
import type { Reader } from '../../../database/transaction/reader.js';
import type { Transaction } from '../../../database/transaction/transaction.js';
import type { Scope } from '../../../tenancy/scope.js';
import { DiscrepancyRule } from '../../entities/discrepancy-rule.entity.js';

type TenantScope = Pick<Scope, 'tenantId'>;

export interface RuleFilter {
  /** Whether deleted rules are listed, and no others. */
  readonly isDeleted: boolean;
  readonly ids?: readonly string[] | undefined;
}

export interface RuleRange {
  readonly order: 'ASC' | 'DESC';
  readonly offset: number;
  readonly limit: number;
}

const LAST_SEEN =
  'GREATEST(`createdAt`, COALESCE(`lastAppliedAt`, `createdAt`), COALESCE(`keptAt`, `createdAt`))';
/** Rules in force are few, and beside each other in the index. */
const UNUSED = `FROM \`discrepancy_rules\` FORCE INDEX (\`uq_discrepancy_rules_case\`)
  WHERE \`tenantId\` = ? AND \`caseKey\` IS NOT NULL AND ${LAST_SEEN} < ?`;

export function newRuleId(): string {
  return `dr_${randomBytes(13).toString('hex')}`;
}

@Injectable()
export class DiscrepancyRulesRepository {
  constructor(@InjectRepository(DiscrepancyRule) private readonly rules: Repository<DiscrepancyRule>) {}

  /** The rules in force about a form type. */
  ofForm({ tenantId }: TenantScope, reader: Reader, formType: string): Promise<DiscrepancyRule[]> {
    return reader.entities((manager) =>
      manager.find(DiscrepancyRule, { where: { tenantId, formType, caseKey: Not(IsNull()) } }),
    );
  }

  /** The rule in force about this; see `caseKeyOf`. */
  ofCase({ tenantId }: TenantScope, reader: Reader, caseKey: string): Promise<DiscrepancyRule | null> {
    return reader.entities((manager) => manager.findOneBy(DiscrepancyRule, { tenantId, caseKey }));
  }

  /** By their IDs, deleted ones included. */
  find({ tenantId }: TenantScope, ids: readonly string[]): Promise<DiscrepancyRule[]> {
    return this.rules.findBy({ tenantId, id: In([...ids]) });
  }

  /** The rule in force with this ID, locked until the transaction ends. */
  lock({ tenantId }: TenantScope, transaction: Transaction, id: string): Promise<DiscrepancyRule | null> {
    return transaction.entities((manager) =>
      manager.findOne(DiscrepancyRule, {
        where: { tenantId, id, caseKey: Not(IsNull()) },
        lock: { mode: 'pessimistic_write' },
      }),
    );
  }

  async page(
    { tenantId }: TenantScope,
    { isDeleted, ids }: RuleFilter,
    { order, offset, limit }: RuleRange,
  ): Promise<{ rows: DiscrepancyRule[]; total: number }> {
    const [rows, total] = await this.rules.findAndCount({
      where: {
        tenantId,
        caseKey: isDeleted ? IsNull() : Not(IsNull()),
        ...(ids === undefined ? {} : { id: In([...ids]) }),
      },
      order: { createdAt: order, id: order },
      skip: offset,
      take: limit,
    });
    return { rows, total };
  }

  countInForce({ tenantId }: TenantScope, reader: Reader): Promise<number> {
    return reader.entities((manager) =>
      manager.countBy(DiscrepancyRule, { tenantId, caseKey: Not(IsNull()) }),
    );
  }

  /** @throws {QueryFailedError} a duplicate key, when there is a rule about the same */
  async add(transaction: Transaction, rule: DiscrepancyRule): Promise<void> {
    // A copy: an insert replaces booleans of what it is given by numbers, which the answer would have.
    await transaction.entities((manager) => manager.insert(DiscrepancyRule, { ...rule }));
  }

  async remove(
    { tenantId, actor }: Scope,
    transaction: Transaction,
    id: string,
    deletedAt: Date,
  ): Promise<void> {
    await transaction.entities((manager) =>
      manager.update(DiscrepancyRule, { tenantId, id }, { caseKey: null, deletedAt, deletedBy: actor }),
    );
  }

  /** How many rules in force were neither made nor applied nor kept since. */
  async countUnused({ tenantId }: TenantScope, since: Date): Promise<number> {
    const rows: { unused: number | string }[] = await this.rules.query(
      `SELECT COUNT(*) AS \`unused\` ${UNUSED}`,
      [tenantId, since],
    );
    return Number(rows[0]?.unused ?? 0);
  }

  /** {@link countUnused}: the one that was unused for longest comes first. */
  async unused(
    { tenantId }: TenantScope,
    since: Date,
    { offset, limit }: PageRange,
  ): Promise<DiscrepancyRule[]> {
    const rows: { id: string }[] = await this.rules.query(
      `SELECT \`id\` ${UNUSED} ORDER BY ${LAST_SEEN}, \`id\` LIMIT ? OFFSET ?`,
      [tenantId, since, limit, offset],
    );
    const found = await this.find(
      { tenantId },
      rows.map(({ id }) => id),
    );
    return rows.flatMap(({ id }) => found.find((rule) => rule.id === id) ?? []);
  }

  async keep({ tenantId }: TenantScope, transaction: Transaction, id: string, keptAt: Date): Promise<void> {
    await transaction.entities((manager) => manager.update(DiscrepancyRule, { tenantId, id }, { keptAt }));
  }

  /** Counts a decision of the rule. */
  async countApplied(
    { tenantId }: TenantScope,
    transaction: Transaction,
    id: string,
    at: Date,
  ): Promise<void> {
    await transaction.write(
      'UPDATE `discrepancy_rules` SET `applied` = `applied` + 1, `lastAppliedAt` = ? WHERE `tenantId` = ? AND `id` = ?',
      [at, tenantId, id],
    );
  }
}
