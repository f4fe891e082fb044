import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What the export says of a person who stopped being a Student, and whose record is therefore gone. */
@Entity('progress_removals')
export class ProgressRemoval {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  studentId!: string;

  /** The members of the JSON object, without braces and stamp. */
  @Column({ type: 'varchar', length: 1000 })
  entry!: string;

  /** When the record went: a stamp of the same order as those of records. */
  @Column({ type: 'bigint', unsigned: true })
  changedAt!: number;
}
