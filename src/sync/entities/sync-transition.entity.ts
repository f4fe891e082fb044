import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

import type { SyncStatus, TransitionCause } from './sync-statuses.js';

/** A step of a queue item; rows are added, never changed. */
@Entity('sync_transitions')
@Index('ix_sync_transitions', ['tenantId', 'submissionId', 'id'])
export class SyncTransition {
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true })
  id!: number;

  @Column({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  submissionId!: string;

  /** The target of the item. */
  @Column({ type: 'varchar', length: 64, charset: 'utf8mb4', collation: 'utf8mb4_bin', default: '' })
  target!: string;

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  from!: SyncStatus;

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  to!: SyncStatus;

  @Column({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' })
  cause!: TransitionCause;

  @Column({ type: 'varchar', length: 64, nullable: true })
  targetSystem!: string | null;

  @Column({ type: 'text', nullable: true })
  lastError!: string | null;

  @Column({ type: 'varchar', length: 128 })
  actor!: string;

  @Column({ type: 'varchar', length: 128, charset: 'ascii', collation: 'ascii_bin' })
  requestId!: string;

  @Column({ type: 'datetime', precision: 3 })
  at!: Date;
}
