import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

import type { SubmissionStatus } from '../../submissions/review-workflow.js';
import type { SyncStatus } from './sync-statuses.js';

/** Where a submission stands on its way to other systems. */
@Entity('sync_items')
@Index('ix_sync_items_student', ['tenantId', 'studentId'])
@Index('ix_sync_items_updated', ['tenantId', 'updatedAt', 'submissionId', 'target'])
@Index('ix_sync_items_status', ['tenantId', 'syncStatus', 'updatedAt', 'submissionId', 'target'])
@Index('ix_sync_items_replay', [
  'tenantId',
  'syncStatus',
  'lastTransitionAt',
  'submissionId',
  'target',
  'targetSystem',
  'formType',
  'errorGroup',
])
@Index('ix_sync_items_error', ['tenantId', 'errorGroup'])
export class SyncItem {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  submissionId!: string;

  /** The listed target system that the item is for; blank for the only item of a tenant without targets. */
  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'utf8mb4', collation: 'utf8mb4_bin', default: '' })
  target!: string;

  @Column({ type: 'varchar', length: 64, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  formType!: string;

  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  studentId!: string;

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  submissionStatus!: SubmissionStatus;

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  syncStatus!: SyncStatus;

  @Column({ type: 'varchar', length: 64, nullable: true })
  targetSystem!: string | null;

  @Column({ type: 'text', nullable: true })
  lastError!: string | null;

  /** Whether it is `failed` because of unresolved discrepancies, and not because a connector said so. */
  @Column({ type: 'boolean' })
  blocked!: boolean;

  /** Which messages are alike; null unless its delivery failed. */
  @Column({ type: 'varchar', length: 32, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  errorGroup!: string | null;

  @Column({ type: 'int', unsigned: true })
  attempts!: number;

  @Column({ type: 'datetime', precision: 3, nullable: true })
  queuedAt!: Date | null;

  @Column({ type: 'datetime', precision: 3, nullable: true })
  lastTransitionAt!: Date | null;

  @Column({ type: 'datetime', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'datetime', precision: 3 })
  updatedAt!: Date;
}
