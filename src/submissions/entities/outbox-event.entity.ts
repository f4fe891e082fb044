import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

import type { SubmissionStatus } from '../review-workflow.js';

/** A review event that waits to be delivered; its row is removed by the transaction that delivers it. */
@Entity('review_outbox')
@Index('uq_review_outbox_event', ['tenantId', 'eventId'], { unique: true })
@Index('ix_review_outbox_due', ['deadLetteredAt', 'nextAttemptAt'])
@Index('ix_review_outbox_tenant', ['deadLetteredAt', 'tenantId'])
@Index('ix_review_outbox_submission', ['tenantId', 'submissionId'])
export class OutboxEvent {
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true })
  id!: number;

  @Column({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  eventId!: string;

  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  submissionId!: string;

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  from!: SubmissionStatus;

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  to!: SubmissionStatus;

  @Column({ type: 'varchar', length: 128 })
  actor!: string;

  @Column({ type: 'varchar', length: 128, charset: 'ascii', collation: 'ascii_bin' })
  requestId!: string;

  @Column({ type: 'datetime', precision: 3 })
  occurredAt!: Date;

  @Column({ type: 'smallint', unsigned: true })
  attempts!: number;

  @Column({ type: 'datetime', precision: 3 })
  nextAttemptAt!: Date;

  @Column({ type: 'text', nullable: true })
  lastError!: string | null;

  /** Set when the event is no longer retried automatically. */
  @Column({ type: 'datetime', precision: 3, nullable: true })
  deadLetteredAt!: Date | null;
}
