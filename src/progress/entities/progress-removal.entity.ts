import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The entry of the export for a person who stopped being a Student, and who therefore has no record any more. */
@Entity('progress_removals')
export class ProgressRemoval {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  studentId!: string;

  /** The members of the JSON object, without braces and stamp. */
  @Column({ type: 'varchar', length: 1000 })
  entry!: string;

  /** When the record was removed: a stamp of the same order as those of records. */
  @Column({ type: 'bigint', unsigned: true })
  changedAt!: number;
}
