import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { SyncWaitingTotal } from '../entities/sync-waiting-total.entity.js';
import type { ClaimFilter } from './open-items.repository.js';

/** Counters of one target and form type; with this many, two writers seldom wait for the same one. */
const PARTS = 4;

export type WaitingKey = Pick<SyncWaitingTotal, 'targetSystem' | 'formType'>;

/** How many items are queued for each target system and form type; kept as items move. */
@Injectable()
export class WaitingTotalsRepository {
  constructor(@InjectRepository(SyncWaitingTotal) private readonly totals: Repository<SyncWaitingTotal>) {}

  /** How many queued items fit a claim. */
  async count({ tenantId }: Scope, { targetSystem, formTypes }: ClaimFilter): Promise<number> {
    const bySystem = targetSystem === undefined ? '' : ' AND `targetSystem` = ?';
    const byForm = formTypes === undefined ? '' : ' AND `formType` IN (?)';
    const sql = `SELECT COALESCE(SUM(\`count\`), 0) AS \`waiting\` FROM \`sync_waiting_totals\`
      WHERE \`tenantId\` = ?${bySystem}${byForm}`;
    const values = [tenantId, targetSystem, formTypes].filter((value) => value !== undefined);
    const rows: { waiting: number | string }[] = await this.totals.query(sql, values);
    return Math.max(Number(rows[0]?.waiting ?? 0), 0);
  }

  /** The target systems for which anything, or anything of these form types, is queued; blank is no target system. */
  async systemsOf({ tenantId }: Scope, formTypes?: readonly string[]): Promise<string[]> {
    const byForm = formTypes === undefined ? '' : ' AND `formType` IN (?)';
    const sql = `SELECT \`targetSystem\` FROM \`sync_waiting_totals\`
      WHERE \`tenantId\` = ?${byForm} GROUP BY \`targetSystem\` HAVING SUM(\`count\`) > 0`;
    const values = formTypes === undefined ? [tenantId] : [tenantId, formTypes];
    const rows: WaitingKey[] = await this.totals.query(sql, values);
    return rows.map(({ targetSystem }) => targetSystem);
  }

  /**
   * Adds to the counters. Call it late in a transaction, since writers of the same counter wait for each other.
   * @param less items that wait no longer
   * @param more items that wait from now on
   */
  async change(
    { tenantId }: Scope,
    transaction: Transaction,
    { less, more }: { readonly less: readonly WaitingKey[]; readonly more: readonly WaitingKey[] },
  ): Promise<void> {
    const part = Math.floor(Math.random() * PARTS);
    const changes = new Map<string, [string, string, string, number, number]>();
    const add = ({ targetSystem, formType }: WaitingKey, by: number): void => {
      const name = JSON.stringify([targetSystem, formType]);
      const known = changes.get(name) ?? [tenantId, targetSystem, formType, part, 0];
      known[4] += by;
      changes.set(name, known);
    };
    for (const key of less) add(key, -1);
    for (const key of more) add(key, 1);
    const rows = [...changes.entries()].filter(([, row]) => row[4] !== 0);
    if (rows.length === 0) return;
    // In one order, so that two writers of the same part never deadlock.
    rows.sort(([one], [other]) => (one < other ? -1 : 1));
    const sql = `INSERT INTO \`sync_waiting_totals\` (\`tenantId\`, \`targetSystem\`, \`formType\`, \`part\`, \`count\`)
      VALUES ? ON DUPLICATE KEY UPDATE \`count\` = \`count\` + VALUES(\`count\`)`;
    await transaction.write(sql, [rows.map(([, row]) => row)]);
  }
}
