import { Column, Entity, PrimaryColumn } from 'typeorm';

import type { Day } from '../../tenancy/time/calendar.js';

/** The outcomes of the people who were posted on one day of the tenant's calendar. */
@Entity('provisioning_days')
export class ProvisioningDay {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'date' })
  day!: Day;

  @Column({ type: 'bigint', unsigned: true })
  inserted!: number;

  @Column({ type: 'bigint', unsigned: true })
  updated!: number;

  @Column({ type: 'bigint', unsigned: true })
  unchanged!: number;

  /** Rows and posts that were refused. */
  @Column({ type: 'bigint', unsigned: true })
  failed!: number;
}
