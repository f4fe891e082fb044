import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import { type Reader, SingleStatements } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { SyncCounter } from '../entities/sync-counter.entity.js';

const OF_GROUPS = "`kind` = 'failed' AND `name` <> ''";

/** An error group that has items. */
export interface CountedGroup {
  readonly targetSystem: string;
  readonly errorGroup: string;
  /** Items that are failed now. */
  readonly items: number;
  /** Of all of its failures, those that are over included. */
  readonly firstAt: Date;
  readonly lastAt: Date;
  /** The message of one of the items. */
  readonly lastError: string | null;
}

/** All SQL on error groups: their counters, and a message of each. */
@Injectable()
export class ErrorGroupsRepository {
  private readonly single: Reader;

  constructor(@InjectRepository(SyncCounter) counters: Repository<SyncCounter>) {
    this.single = new SingleStatements(counters.manager);
  }

  /** Those with most items first. */
  async list(
    { tenantId }: Scope,
    { targetSystem, limit }: { readonly targetSystem?: string | undefined; readonly limit: number },
  ): Promise<CountedGroup[]> {
    const bySystem = targetSystem === undefined ? '' : ' AND `targetSystem` = ?';
    const sql = `SELECT \`g\`.*, (SELECT \`lastError\` FROM \`sync_items\` FORCE INDEX (\`ix_sync_items_error\`)
          WHERE \`tenantId\` = ? AND \`errorGroup\` = CONVERT(\`g\`.\`errorGroup\` USING ascii) COLLATE ascii_bin
          LIMIT 1) AS \`lastError\`
      FROM (SELECT \`targetSystem\`, \`name\` AS \`errorGroup\`, SUM(\`count\`) AS \`items\`,
          MIN(\`firstAt\`) AS \`firstAt\`, MAX(\`lastAt\`) AS \`lastAt\`
        FROM \`sync_counters\` WHERE \`tenantId\` = ? AND ${OF_GROUPS}${bySystem}
        GROUP BY \`targetSystem\`, \`name\` HAVING SUM(\`count\`) > 0
        ORDER BY \`items\` DESC, \`lastAt\` DESC, \`errorGroup\` LIMIT ?) AS \`g\`
      ORDER BY \`g\`.\`items\` DESC, \`g\`.\`lastAt\` DESC, \`g\`.\`errorGroup\``;
    const values = [tenantId, tenantId, ...(targetSystem === undefined ? [] : [targetSystem]), limit];
    const rows = await this.single.read<Omit<CountedGroup, 'items'> & { items: number | string }>(
      sql,
      values,
    );
    return rows.map((row) => ({ ...row, items: Number(row.items) }));
  }

  /** The names of all error groups of a tenant; there is a bound to their number. */
  async names({ tenantId }: Scope, transaction: Transaction): Promise<Set<string>> {
    const sql = `SELECT DISTINCT \`name\` FROM \`sync_counters\` WHERE \`tenantId\` = ? AND ${OF_GROUPS}`;
    const rows = await transaction.read<{ name: string }>(sql, [tenantId]);
    return new Set(rows.map(({ name }) => name));
  }
}
