import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How far a tenant's records follow the last change of a setting that all of them depend on. */
@Entity('progress_redraws')
@Index('ix_progress_redraws_finished', ['finishedAt'])
export class ProgressRedraw {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  /** Another one with each change: what was begun before it does not count any more. */
  @Column({ type: 'int', unsigned: true })
  turn!: number;

  @Column({ type: 'int', unsigned: true })
  total!: number;

  /** Records that were looked at; the last of them is `lastId`. */
  @Column({ type: 'int', unsigned: true })
  done!: number;

  /** Those of them that are different now. */
  @Column({ type: 'int', unsigned: true })
  changed!: number;

  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  lastId!: string;

  @Column({ type: 'datetime', precision: 3 })
  startedAt!: Date;

  @Column({ type: 'datetime', precision: 3, nullable: true })
  finishedAt!: Date | null;
}
