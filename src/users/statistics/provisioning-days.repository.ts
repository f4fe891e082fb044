import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import { statementsOf } from '../../database/statements/split-rows.js';
import type { Writer } from '../../database/transaction/reader.js';
import type { Day } from '../../tenancy/time/calendar.js';
import type { Scope } from '../../tenancy/scope.js';
import { ProvisioningDay } from './provisioning-day.entity.js';

/** The entity manager returns bigint columns as text. */
type Row = Readonly<Record<'day' | 'inserted' | 'updated' | 'unchanged' | 'failed', string>>;

@Injectable()
export class ProvisioningDaysRepository {
  constructor(@InjectRepository(ProvisioningDay) private readonly days: Repository<ProvisioningDay>) {}

  /** Adds the counts to the stored ones. The days may be of several tenants. */
  async add(writer: Writer, days: readonly ProvisioningDay[]): Promise<void> {
    const sql =
      'INSERT INTO `provisioning_days` (`tenantId`, `day`, `inserted`, `updated`, `unchanged`, `failed`) VALUES ? ' +
      'ON DUPLICATE KEY UPDATE ' +
      '`inserted` = `inserted` + VALUES(`inserted`), `updated` = `updated` + VALUES(`updated`), ' +
      '`unchanged` = `unchanged` + VALUES(`unchanged`), `failed` = `failed` + VALUES(`failed`)';
    const rows = days.map(({ tenantId, day, inserted, updated, unchanged, failed }) => [
      tenantId,
      day,
      inserted,
      updated,
      unchanged,
      failed,
    ]);
    for (const statement of statementsOf(rows)) await writer.write(sql, [statement]);
  }

  /** The stored days of this span, both ends included. */
  async between(scope: Scope, from: Day, to: Day): Promise<Omit<ProvisioningDay, 'tenantId'>[]> {
    const sql =
      'SELECT `day`, `inserted`, `updated`, `unchanged`, `failed` FROM `provisioning_days` ' +
      'WHERE `tenantId` = ? AND `day` BETWEEN ? AND ?';
    const rows: Row[] = await this.days.query(sql, [scope.tenantId, from, to]);
    return rows.map(({ day, inserted, updated, unchanged, failed }) => ({
      day,
      inserted: Number(inserted),
      updated: Number(updated),
      unchanged: Number(unchanged),
      failed: Number(failed),
    }));
  }
}
