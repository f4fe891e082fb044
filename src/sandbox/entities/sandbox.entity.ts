import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

import type { TenantClock } from '../../tenancy/time/tenant-clock.js';

/** A tenant that a tester has made, and what is needed to make it anew. */
@Entity('sandboxes')
@Index('ix_sandboxes_owner', ['owner', 'createdAt'])
@Index('ix_sandboxes_expires', ['expiresAt'])
export class Sandbox {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  /** The API key that made it. */
  @Column({ type: 'char', length: 29, charset: 'ascii', collation: 'ascii_bin' })
  owner!: string;

  /** `empty`, `demo` or a number. */
  @Column({ type: 'varchar', length: 10, charset: 'ascii', collation: 'ascii_bin' })
  seed!: string;

  /** Whether it gets the clock back with which it was made; null for the time of the world. */
  @Column({ type: 'json', nullable: true })
  firstClock!: Pick<TenantClock, 'now' | 'frozen'> | null;

  @Column({ type: 'varchar', length: 254 })
  administratorEmail!: string;

  @Column({ type: 'varchar', length: 255 })
  passwordHash!: string;

  @Column({ type: 'datetime', precision: 3 })
  createdAt!: Date;

  /** By the time of the world. */
  @Column({ type: 'datetime', precision: 3 })
  expiresAt!: Date;

  /** Set once it was deleted; rows that are written late are deleted until the row is. */
  @Column({ type: 'datetime', precision: 3, nullable: true })
  deletedAt!: Date | null;
}
