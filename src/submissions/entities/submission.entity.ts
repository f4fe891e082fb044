import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

import type { SubmissionStatus } from '../review-workflow.js';

/** A form that a student has filled in, under review. */
@Entity('submissions')
@Index('ix_submissions_student', ['tenantId', 'studentId'])
export class Submission {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  submissionId!: string;

  @Column({ type: 'varchar', length: 64, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  formType!: string;

  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  studentId!: string;

  @Column({ type: 'json' })
  fields!: Record<string, unknown>;

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  status!: SubmissionStatus;

  /** When it was last submitted. */
  @Column({ type: 'datetime', precision: 3, nullable: true })
  submittedAt!: Date | null;

  /** When it was approved or rejected. */
  @Column({ type: 'datetime', precision: 3, nullable: true })
  decidedAt!: Date | null;

  @Column({ type: 'datetime', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'datetime', precision: 3 })
  updatedAt!: Date;

  /** How far into the millisecond of `updatedAt`, in nanoseconds: events of one millisecond keep their order. */
  @Column({ type: 'int', unsigned: true, default: 0 })
  updatedNanos!: number;

  /** The `traceparent` of its last move, which connectors get; null where that was not traced. */
  @Column({ type: 'varchar', length: 55, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  traceParent!: string | null;
}
