import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * The place of a record in the order of changes. An older place is kept for a while after the record has changed again,
 * so that a walk that began before finds the record there.
 */
@Entity('progress_changes')
@Index('ix_progress_changes_student', ['tenantId', 'studentId'])
@Index('ix_progress_changes_superseded', ['supersededBy'])
export class ProgressChange {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'bigint', unsigned: true })
  stamp!: number;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  studentId!: string;

  /** The stamp of the record's next change. */
  @Column({ type: 'bigint', unsigned: true, nullable: true })
  supersededBy!: number | null;
}
