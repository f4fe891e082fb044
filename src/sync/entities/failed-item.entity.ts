import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Why an item is failed: its submission waits for a decision, or its delivery failed. */
export const FAILURES = ['decision', 'delivery'] as const;
export type FailureKind = (typeof FAILURES)[number];

/**
 * Why an item is failed. Items with another status have no row here, so that lists of what failed read nothing else,
 * and steps of other items cost nothing.
 */
@Entity('sync_failed_items')
@Index('ix_sync_failed_items_kind', ['tenantId', 'failure', 'failedAt', 'submissionId', 'target'])
@Index('ix_sync_failed_items_target', [
  'tenantId',
  'targetSystem',
  'failure',
  'failedAt',
  'submissionId',
  'target',
])
@Index('ix_sync_failed_items_group', [
  'tenantId',
  'errorGroup',
  'failedAt',
  'submissionId',
  'target',
  'targetSystem',
])
export class FailedItem {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  submissionId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  target!: string;

  /** As the item's, blank where that is null. */
  @Column({ type: 'varchar', length: 64, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  targetSystem!: string;

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  failure!: FailureKind;

  /** Which messages are alike; blank for an item that waits for a decision. */
  @Column({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' })
  errorGroup!: string;

  /** The item's `lastTransitionAt`. */
  @Column({ type: 'datetime', precision: 3 })
  failedAt!: Date;
}
