import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How far a tenant's records have been rebuilt after the last change of a setting on which all of them depend. */
@Entity('progress_rebuilds')
@Index('ix_progress_rebuilds_finished', ['finishedAt'])
export class ProgressRebuild {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  /** Increased by each change of the settings: a batch of an earlier turn does not count. */
  @Column({ type: 'int', unsigned: true })
  turn!: number;

  @Column({ type: 'int', unsigned: true })
  total!: number;

  /** Records that were rebuilt; the last of them is `lastId`. */
  @Column({ type: 'int', unsigned: true })
  done!: number;

  /** Rebuilt records that differ from before. */
  @Column({ type: 'int', unsigned: true })
  changed!: number;

  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  lastId!: string;

  @Column({ type: 'datetime', precision: 3 })
  startedAt!: Date;

  @Column({ type: 'datetime', precision: 3, nullable: true })
  finishedAt!: Date | null;
}
