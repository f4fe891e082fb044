import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

import type { Day } from '../../tenancy/time/calendar.js';
import type { PacingStatus } from '../progress-enums.js';

/** Behind every due date. A null would come first, and an index is not read by `IS NULL, …`. */
export const NO_DUE_DAY: Day = '9999-12-31';

/** The record of one student as the export sends it, in two parts that change for different reasons. */
@Entity('progress_documents')
@Index('ix_progress_documents_review', ['tenantId', 'reviewOn'])
@Index('ix_progress_documents_pacing', ['tenantId', 'pacingStatus', 'studentId'])
@Index('ix_progress_documents_list', [
  'tenantId',
  'sortName',
  'studentId',
  'pacingStatus',
  'programId',
  'changedAt',
  'firstDueOn',
  'nextMilestone',
  'nextDueOn',
  'chairId',
  'entry',
  'columnsAt',
])
@Index('ix_progress_documents_late', [
  'tenantId',
  'firstDueOn',
  'studentId',
  'pacingStatus',
  'programId',
  'nextMilestone',
  'nextDueOn',
  'chairId',
  'entry',
])
@Index('ix_progress_documents_seats', ['tenantId', 'hasOpenSeats', 'studentId', 'programId'])
export class ProgressDocument {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  studentId!: string;

  /** The members of the JSON object that describe the person, without braces. */
  @Column({ type: 'mediumtext' })
  person!: string;

  /** The members `dissertation` to `committee`, without braces. */
  @Column({ type: 'mediumtext' })
  progress!: string;

  /** The stamp of the last change, in milliseconds since 1970. */
  @Column({ type: 'bigint', unsigned: true })
  changedAt!: number;

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  pacingStatus!: PacingStatus;

  /** The first day on which time alone may change the pacing. */
  @Column({ type: 'date', nullable: true })
  reviewOn!: Day | null;

  /** "Last, First", for lists; as in `person`. */
  @Column({ type: 'varchar', length: 202, default: '' })
  sortName!: string;

  /** For lists; as in `person`. */
  @Column({ type: 'varchar', length: 64, nullable: true, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  programId!: string | null;

  /** Whether an accepted member of the committee is inactive while the work continues. */
  @Column({ type: 'boolean', default: false })
  hasOpenSeats!: boolean;

  /**
   * The due date from which days behind are counted. {@link NO_DUE_DAY}, which comes last, without one, and where the
   * work has ended or the account is inactive.
   */
  @Column({ type: 'date', default: NO_DUE_DAY })
  firstDueOn!: Day;

  /** The code of the next open required milestone; null where the work has ended or the account is inactive. */
  @Column({ type: 'varchar', length: 64, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  nextMilestone!: string | null;

  /** When that is due. */
  @Column({ type: 'date', nullable: true })
  nextDueOn!: Day | null;

  /** The accepted chair of the committee. */
  @Column({ type: 'varchar', length: 64, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  chairId!: string | null;

  /** The month of entry, `2024-09`, or the year alone; as in `person`. */
  @Column({ type: 'varchar', length: 7, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  entry!: string | null;

  /** `changedAt` of the record from which the columns of lists were written. A version before does not set it. */
  @Column({ type: 'bigint', unsigned: true, default: 0 })
  columnsAt!: number;
}
