import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import { conditionOf } from '../../database/statements/sql-part.js';
import { type Reader, SingleStatements } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { SyncCounter } from '../entities/sync-counter.entity.js';

/** With all their parts 2,000 rows. */
const COUNTERS_AT_ONCE = 500;

/** Counters that have labels of items, of which a tenant may make up as many as it likes. */
const LABEL_COUNTERS = ['queued', 'failed', 'replayed'] as const;
type LabelCounterKind = (typeof LABEL_COUNTERS)[number];

/** A counter that is forgotten when nothing has its label any more. */
export interface LabelCounterKey extends Pick<SyncCounter, 'tenantId' | 'targetSystem' | 'name'> {
  readonly kind: LabelCounterKind;
}

/** @param count of the counter; replays are over at once */
function hasNoItems(kind: LabelCounterKind, count: number): boolean {
  return kind === 'replayed' || count === 0;
}

interface CounterState extends Pick<LabelCounterKey, 'targetSystem' | 'name'> {
  readonly count: number | string;
  readonly lastAt: Date;
}

/** Finds and forgets counters of labels that no item, key or setting has now. */
@Injectable()
export class UnusedCountersRepository {
  private readonly single: Reader;

  constructor(@InjectRepository(SyncCounter) counters: Repository<SyncCounter>) {
    this.single = new SingleStatements(counters.manager);
  }

  /** Counters of target systems, form types and error groups that have no item, and were not added to since then. */
  async *find({ tenantId }: Scope, before: Date): AsyncGenerator<LabelCounterKey> {
    for (const kind of LABEL_COUNTERS) {
      let page: CounterState[] = [];
      do {
        page = await this.page(tenantId, kind, page.at(-1));
        for (const { targetSystem, name, count, lastAt } of page)
          if (hasNoItems(kind, Number(count)) && lastAt < before)
            yield { tenantId, kind, targetSystem, name };
      } while (page.length === COUNTERS_AT_ONCE);
    }
  }

  /** Whether anything of a target system is counted that {@link find} would forget. */
  async hasLabel({ tenantId }: Scope, targetSystem: string): Promise<boolean> {
    const sql =
      'SELECT 1 FROM `sync_counters` WHERE `tenantId` = ? AND `kind` IN (?) AND `targetSystem` = ? LIMIT 1';
    return (await this.single.read(sql, [tenantId, LABEL_COUNTERS, targetSystem])).length > 0;
  }

  /** Deletes the parts of a counter, unless it was seen since then or has items after all. */
  async forget(
    transaction: Transaction,
    { tenantId, kind, targetSystem, name }: LabelCounterKey,
    before: Date,
  ): Promise<void> {
    const which = 'WHERE `tenantId` = ? AND `kind` = ? AND `targetSystem` = ? AND `name` = ?';
    const key = [tenantId, kind, targetSystem, name];
    const parts = await transaction.read<{ part: number; count: number | string; lastAt: Date }>(
      `SELECT \`part\`, \`count\`, \`lastAt\` FROM \`sync_counters\` ${which} FOR UPDATE`,
      key,
    );
    const sum = parts.reduce((total, { count }) => total + Number(count), 0);
    if (!hasNoItems(kind, sum) || parts.length === 0 || parts.some(({ lastAt }) => lastAt >= before)) return;
    // A part that was added meanwhile was not read.
    const read = parts.map(({ part }) => part);
    await transaction.write(`DELETE FROM \`sync_counters\` ${which} AND \`part\` IN (?)`, [...key, read]);
  }

  private page(
    tenantId: string,
    kind: LabelCounterKind,
    after: Pick<LabelCounterKey, 'targetSystem' | 'name'> | undefined,
  ): Promise<CounterState[]> {
    const later = '(`targetSystem` > ? OR (`targetSystem` = ? AND `name` > ?))';
    const { sql: condition, values } = conditionOf([
      ['`tenantId` = ? AND `kind` = ?', tenantId, kind],
      ...(after === undefined ? [] : [[later, after.targetSystem, after.targetSystem, after.name] as const]),
    ]);
    const sql = `SELECT \`targetSystem\`, \`name\`, SUM(\`count\`) AS \`count\`, MAX(\`lastAt\`) AS \`lastAt\`
      FROM \`sync_counters\` FORCE INDEX (PRIMARY) WHERE ${condition}
      GROUP BY \`targetSystem\`, \`name\` ORDER BY \`targetSystem\`, \`name\` LIMIT ${COUNTERS_AT_ONCE}`;
    return this.single.read(sql, values);
  }
}
