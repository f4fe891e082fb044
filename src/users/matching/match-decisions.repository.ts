import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import { BoundedCache } from '../../concurrency/bounded-cache.js';
import { type Reader, SingleStatements } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { BatchTable } from '../../database/statements/batch-table.js';
import type { Scope } from '../../tenancy/scope.js';
import { MatchDecision } from './match-decision.entity.js';
import { MatchDecisions, NO_DECISIONS } from './questions.js';

const MOST_TENANTS = 10_000;
/** Longer than a request may carry older settings of its tenant. */
const UNTIL_SETTINGS_FOLLOW_MS = 10_000;

@Injectable()
export class MatchDecisionsRepository {
  private readonly table: BatchTable<MatchDecision>;
  /** Tenants about which this process has remembered a decision that their settings may not show yet. */
  private readonly decidedHere = new BoundedCache<string, true>({
    most: MOST_TENANTS,
    milliseconds: UNTIL_SETTINGS_FOLLOW_MS,
  });

  constructor(@InjectRepository(MatchDecision) private readonly decisions: Repository<MatchDecision>) {
    this.table = new BatchTable(decisions, ['tenantId', 'conflictId']);
  }

  /**
   * The decisions about these externalIds and IDs. A tenant without decisions costs no statement. Within a transaction
   * read them after the people are locked: a decision locks the people too.
   */
  async about(
    { tenantId, tenant }: Pick<Scope, 'tenantId' | 'tenant'>,
    subjects: readonly string[],
    reader: Reader = new SingleStatements(this.decisions.manager),
  ): Promise<MatchDecisions> {
    const mayHaveSome = tenant.mayHaveDecisions || this.decidedHere.get(tenantId) === true;
    if (!mayHaveSome || subjects.length === 0) return NO_DECISIONS;
    const found = await this.table.find(reader, tenantId, 'subject', subjects);
    if (found.length === 0) return NO_DECISIONS;
    return new MatchDecisions(
      found.sort((one, other) => one.decidedAt.getTime() - other.decidedAt.getTime()),
    );
  }

  async remember(transaction: Transaction, decision: MatchDecision): Promise<void> {
    await this.table.put(transaction, [decision]);
    transaction.onCommit(() => {
      this.decidedHere.set(decision.tenantId, true);
    });
  }

  async forget({ tenantId }: Scope, transaction: Transaction, conflictId: string): Promise<void> {
    const sql = 'DELETE FROM `match_decisions` WHERE `tenantId` = ? AND `conflictId` = ?';
    await transaction.write(sql, [tenantId, conflictId]);
  }
}
