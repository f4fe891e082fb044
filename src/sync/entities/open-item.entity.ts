import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

import type { Eligibility } from './eligibility.js';

/**
 * An item that is queued or processing, in the order of its student and target, and with its lease. Items
 * with another status have no row here, so that a claim reads what it hands out and little more.
 */
@Entity('sync_open_items')
@Index('ix_sync_open_items_any', ['tenantId', 'eligibility', 'queuedAt', 'submissionId', 'target'])
@Index('ix_sync_open_items_target', [
  'tenantId',
  'targetSystem',
  'eligibility',
  'queuedAt',
  'submissionId',
  'target',
])
@Index('ix_sync_open_items_form', [
  'tenantId',
  'targetSystem',
  'formType',
  'eligibility',
  'queuedAt',
  'submissionId',
  'target',
])
@Index('ix_sync_open_items_group', [
  'tenantId',
  'studentId',
  'targetSystem',
  'queuedAt',
  'submissionId',
  'target',
])
@Index('ix_sync_open_items_lease', ['leaseUntil'])
@Index('ix_sync_open_items_delay', ['notBefore'])
export class OpenItem {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  submissionId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  target!: string;

  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  studentId!: string;

  /** As the item's, blank where that is null. */
  @Column({ type: 'varchar', length: 64, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  targetSystem!: string;

  @Column({ type: 'varchar', length: 64, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  formType!: string;

  /** Its position in the order. */
  @Column({ type: 'datetime', precision: 3 })
  queuedAt!: Date;

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  eligibility!: Eligibility;

  /** After a release: when it may be handed out again. */
  @Column({ type: 'datetime', precision: 3, nullable: true })
  notBefore!: Date | null;

  /** The lease of a connector; null for an item that is processing by an acknowledgement without a claim. */
  @Column({ type: 'varchar', length: 32, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  claimId!: string | null;

  @Column({ type: 'datetime', precision: 3, nullable: true })
  leaseUntil!: Date | null;

  /** Attempts before it was last queued anew; those since then are compared with `syncMaxAttempts`. */
  @Column({ type: 'int', unsigned: true })
  attemptsBefore!: number;
}
