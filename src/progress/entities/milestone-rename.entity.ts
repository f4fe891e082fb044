import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How many of the students who have a milestone of a template have got the name that the template gives it. */
@Entity('milestone_renames')
@Index('ix_milestone_renames_finished', ['finishedAt'])
export class MilestoneRename {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  /** Empty for students of all programs without a template of their own. */
  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  programId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  code!: string;

  /** The new name. */
  @Column({ type: 'varchar', length: 255 })
  name!: string;

  /** Increased by each rename: a batch of an earlier one does not count. */
  @Column({ type: 'int', unsigned: true })
  turn!: number;

  /** Students who had another name when it began. */
  @Column({ type: 'int', unsigned: true })
  total!: number;

  /** Of them, those who have the new one; the last of them is `lastId`. */
  @Column({ type: 'int', unsigned: true })
  done!: number;

  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  lastId!: string;

  @Column({ type: 'datetime', precision: 3 })
  startedAt!: Date;

  @Column({ type: 'datetime', precision: 3, nullable: true })
  finishedAt!: Date | null;
}
