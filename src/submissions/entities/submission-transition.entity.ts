import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

import type { SubmissionStatus } from '../review-workflow.js';

/** A move of a submission; rows are added, never changed. */
@Entity('submission_transitions')
@Index('ix_submission_transitions', ['tenantId', 'submissionId', 'id'])
@Index('ix_submission_transitions_actor', ['tenantId', 'actorId'])
export class SubmissionTransition {
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true })
  id!: number;

  @Column({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  submissionId!: string;

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  from!: SubmissionStatus;

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  to!: SubmissionStatus;

  @Column({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' })
  cause!: 'workflow' | 'event';

  @Column({ type: 'text', nullable: true })
  reason!: string | null;

  @Column({ type: 'varchar', length: 128 })
  actor!: string;

  @Column({ type: 'varchar', length: 128, nullable: true })
  actorId!: string | null;

  @Column({ type: 'varchar', length: 128, charset: 'ascii', collation: 'ascii_bin' })
  requestId!: string;

  @Column({ type: 'datetime', precision: 3 })
  at!: Date;

  /** How far into the millisecond of `at`, in nanoseconds. */
  @Column({ type: 'int', unsigned: true, default: 0 })
  atNanos!: number;
}
