import { Column, Entity, PrimaryColumn } from 'typeorm';

import type { TenantClock } from '../time/tenant-clock.js';
import type { StoredTenantSettings } from '../../settings/stored-settings.js';

/** A university. */
@Entity('tenants')
export class Tenant {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  id!: string;

  @Column({ type: 'varchar', length: 255 })
  name!: string;

  @Column({ type: 'varchar', length: 253 })
  emailDomain!: string;

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  status!: 'active' | 'suspended';

  /** The settings that differ from the defaults; null means none. */
  @Column({ type: 'json', nullable: true })
  settings!: StoredTenantSettings | null;

  /** Set for sandboxes only. */
  @Column({ type: 'json', nullable: true })
  clock!: TenantClock | null;

  /** How often the sandbox was reset; 0 for other tenants. */
  @Column({ type: 'int', unsigned: true, default: 0 })
  resets!: number;

  @Column({ type: 'datetime', precision: 3 })
  createdAt!: Date;
}
