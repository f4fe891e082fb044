import { Column, Entity, PrimaryColumn } from 'typeorm';

import type { SyncStatus } from '../sync-statuses.js';

/** How many items of a tenant have a status, in several parts so that writers seldom wait; the sum counts. */
@Entity('sync_totals')
export class SyncTotal {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  syncStatus!: SyncStatus;

  @PrimaryColumn({ type: 'tinyint', unsigned: true })
  part!: number;

  /** May be negative in one part; never in the sum. */
  @Column({ type: 'bigint' })
  count!: number;
}
