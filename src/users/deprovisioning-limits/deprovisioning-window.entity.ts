import { Column, Entity, PrimaryColumn } from 'typeorm';

import type { CountedHour } from './allowance.js';

/** The run name under which all calls together are counted. */
export const ALL_RUNS = '';

/** How many people the callers of a tenant have de-provisioned lately. Kept for tenants that set a threshold. */
@Entity('deprovisioning_windows')
export class DeprovisioningWindow {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  /** The name of the run; blank for all calls together. */
  @PrimaryColumn({ type: 'varchar', length: 100, charset: 'ascii', collation: 'ascii_bin' })
  run!: string;

  /** The oldest first; those of the last day count. */
  @Column({ type: 'json' })
  hours!: readonly CountedHour[];

  /** When the threshold was last passed and an administrator was notified. */
  @Column({ type: 'datetime', precision: 3, nullable: true })
  passedAt!: Date | null;
}
