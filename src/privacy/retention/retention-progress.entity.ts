import { Column, Entity, PrimaryColumn } from 'typeorm';

import type { Day } from '../../tenancy/time/calendar.js';

/** How far the sweep has come with one kind of one tenant. */
@Entity('retention_progress')
export class RetentionProgress {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' })
  kind!: string;

  /** The last day of the tenant's calendar on which it was done to the end; null before there is one. */
  @Column({ type: 'date', nullable: true })
  sweptOn!: Day | null;

  /** How many were removed that no entry of the audit log records yet. */
  @Column({ type: 'int', unsigned: true })
  removed!: number;
}
