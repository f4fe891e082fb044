import { Column, Entity, PrimaryColumn } from 'typeorm';

import type { Day } from '../../tenancy/time/calendar.js';

/** What became of the items of a target system on one day of the tenant's calendar. */
@Entity('sync_days')
export class SyncDay {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'date' })
  day!: Day;

  /** Blank: items without a target system. */
  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  targetSystem!: string;

  /** Items that became `sent`. */
  @Column({ type: 'bigint', unsigned: true })
  sent!: number;

  /** Deliveries that failed; items that wait for a decision are not counted. */
  @Column({ type: 'bigint', unsigned: true })
  failed!: number;

  /** How long one of the items that left the queue had been `queued`. */
  @Column({ type: 'bigint', unsigned: true })
  longestWaitMs!: number;

  /** The earliest `queuedAt` of the items that left the queue; null when none did. */
  @Column({ type: 'datetime', precision: 3, nullable: true })
  oldestQueuedAt!: Date | null;
}
