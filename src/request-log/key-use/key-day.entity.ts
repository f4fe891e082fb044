import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

import type { Day } from '../../tenancy/time/calendar.js';

/** What one key did on one day of the tenant's calendar. */
@Entity('key_days')
@Index('ix_key_days_day', ['tenantId', 'day'])
export class KeyDay {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'char', length: 29, charset: 'ascii', collation: 'ascii_bin' })
  apiKey!: string;

  @PrimaryColumn({ type: 'date' })
  day!: Day;

  /** With the right secret, refused ones included. */
  @Column({ type: 'bigint', unsigned: true })
  calls!: number;

  /** Those of the calls with a status of 400 or above. */
  @Column({ type: 'bigint', unsigned: true })
  errors!: number;

  /** Calls that named the key with a wrong secret. */
  @Column({ type: 'bigint', unsigned: true })
  wrongSecrets!: number;
}
